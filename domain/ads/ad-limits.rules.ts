// When a place is filled, seen and filled anew, and what a film of advertising may be.

/** How far ahead of the window a place is asked for and drawn, in per cent of the window's height. */
export const LAZY = { fetchPercent: 500, renderPercent: 200, mobileScaling: 2 } as const;

/** How much of a place has to be seen for how long (MRC); large ones have the smaller share. */
export const VIEWABLE = {
  share: 0.5,
  largeShare: 0.3,
  largePx: 242_500,
  displayMs: 1_000,
  videoMs: 2_000,
} as const;

/** Seen for so long a place is filled anew, so often at most in one view of a page. */
export const REFRESH = { afterViewableMs: 30_000, atMost: 5 } as const;

export const VIDEO_AD = {
  minSeconds: 1,
  maxSeconds: 600,
  mime: 'video/mp4',
  volume: 0.5,
  fallbackMs: 3_000,
  wrapperDepth: 5,
} as const;

/** Articles under an article: rows of two, and how wide the whole may be. */
export const MATCH_CONTENT = {
  rows: 5,
  columns: 2,
  maxWidthPx: { desktop: 672, tablet: 691, singleColumn: 450 },
} as const;

export const AD_BLOCK_CHECK_MS = 3_000;

/** Creatives above this are dropped. */
export const CREATIVE_BUDGET = { bytes: 300_000, cpuMs: 500 } as const;
