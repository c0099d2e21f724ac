/** What a reader of screens is told of a frame in a frame: the page's own words do not reach here. */
export const adWords = { frame: '廣告' } as const;
