/** Tables of a day that are downloaded as CSV. */
export const FIGURE_TABLES = [
  'minutes',
  'programmes',
  'articles',
  'replays',
  'films',
  'searches',
  'empty-searches',
  'errors',
  'ad-slots',
  'ad-bidders',
  'advertisers',
] as const;
export type FigureTableName = (typeof FIGURE_TABLES)[number];

export const MAX_PROOF_CHARS = 200_000;
