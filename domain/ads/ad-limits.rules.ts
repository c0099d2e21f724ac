// When an ad slot is filled, viewable and refreshed, and limits of video ads.

/** Lazy loading: how far ahead of the viewport a slot is requested and rendered, in per cent of its height. */
export const LAZY = { fetchPercent: 500, renderPercent: 200, mobileScaling: 2 } as const;

/** Viewability: share of the slot and duration (MRC). Large slots need the smaller share. */
export const VIEWABLE = {
  share: 0.5,
  largeShare: 0.3,
  largePx: 242_500,
  displayMs: 1_000,
  videoMs: 2_000,
} as const;

/** A slot is refreshed after being viewable this long, at most this often per page view. */
export const REFRESH = { afterViewableMs: 30_000, atMost: 5 } as const;

/** Related articles below an article: rows of two, with the maximum total width. */
export const MATCH_CONTENT = {
  rows: 5,
  columns: 2,
  maxWidthPx: { desktop: 672, tablet: 691, singleColumn: 450 },
} as const;

export const AD_BLOCK_CHECK_MS = 3_000;

/** Creatives that exceed this are dropped. */
export const CREATIVE_BUDGET = { bytes: 300_000, cpuMs: 500 } as const;
