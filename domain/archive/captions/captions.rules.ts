/** Captions are asked for by slices, whose addresses are the same for everybody. */
export const SLICE_SECONDS = 30;
/** So that what is said at an instant is in its slice or the one before. */
export const MAX_CAPTION_MS = SLICE_SECONDS * 1_000;
export const MAX_CAPTION_CHARS = 200;
/** In one push; a tool offline for a minute sends some thirty. */
export const CAPTIONS_A_PUSH = 100;
/** How long after it was said a caption may come or be revised, and how far the captioner's clock may be ahead. */
export const LATEST_MS = 900_000;
export const AHEAD_MS = 10_000;

/** Captions of a slice, as sent to browsers. */
export interface CaptionWire {
  start_ts: number;
  end_ts: number;
  text: string;
}

/** The slice of an instant: Unix seconds at which it begins. */
export const sliceOf = (atMs: number): number => Math.floor(atMs / 1_000 / SLICE_SECONDS) * SLICE_SECONDS;
