/** Captions are requested by slice: the URL of a slice is the same for everybody, so replies can be cached. */
export const SLICE_SECONDS = 30;
/** At most a slice, so that the captions of an instant are in its slice or the one before. */
export const MAX_CAPTION_MS = SLICE_SECONDS * 1_000;
export const MAX_CAPTION_CHARS = 200;
/** Per push; a tool that was offline for a minute sends about thirty. */
export const CAPTIONS_A_PUSH = 100;
/** How late a caption may arrive or be revised, from its start. Their usual delay is in `use-caption-line.ts` of the site. */
export const MAX_DELAY_MS = 900_000;
/** How far the captioner's clock may be ahead. */
export const MAX_AHEAD_MS = 10_000;

/** Captions of a slice, as sent to browsers. */
export interface CaptionWire {
  start_ts: number;
  end_ts: number;
  text: string;
}

/** The slice of an instant: Unix seconds at which it begins. */
export const sliceOf = (atMs: number): number => Math.floor(atMs / 1_000 / SLICE_SECONDS) * SLICE_SECONDS;
