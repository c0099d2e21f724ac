/** Number of past weeks that can be viewed. */
export const CHART_WEEKS = 12;
