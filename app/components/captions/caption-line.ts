import { SLICE_SECONDS } from '#domain/archive/captions/captions.rules.ts';

export interface Caption {
  startMs: number;
  endMs: number;
  text: string;
  /** Playback position when it arrived; before its start if in time. */
  cameAtMs: number;
}

/** How long a caption stays after it was said, if none follows. */
const STAYS_MS = 3_000;
/** A passage without a caption for this long counts as uncaptioned. */
const NONE_WITHIN_MS = 60_000;
const LINES = 2;
/** A Latin letter is about half as wide as a character. */
const HALF = 0.55;
const BREAKS = '，。！？；：、 ';

const widthOf = (characters: readonly string[]): number =>
  characters.reduce((sum, one) => sum + (one.codePointAt(0)! < 0x2e80 ? HALF : 1), 0);

/** Splits a text into pieces that fit on two lines of this many characters, at punctuation if any. */
export function piecesOf(text: string, columns: number): string[] {
  // A line that ends at a word or before a mark leaves a character empty.
  const most = Math.max(LINES, (columns - 1) * LINES);
  const pieces: string[][] = [];
  let piece: string[] = [];
  for (const character of text) {
    if (widthOf(piece) + widthOf([character]) > most) {
      const end = piece.findLastIndex((one) => BREAKS.includes(one)) + 1;
      const rest = piece.splice(end > piece.length / 2 ? end : piece.length);
      pieces.push(piece);
      piece = rest;
    }
    piece.push(character);
  }
  return [...pieces, piece].map((one) => one.join('').trim()).filter((one) => one !== '');
}

/**
 * Text at a playback position: the caption that began last, a long one in pieces one after another. A caption that
 * arrived after its time is shown from then on, as long. Empty: nothing was said. Null: there are no captions here.
 */
export function lineAt(captions: readonly Caption[], heardMs: number, columns: number): string | null {
  const caption = captions.findLast(({ startMs, cameAtMs }) => Math.max(startMs, cameAtMs) <= heardMs);
  if (caption === undefined || heardMs - caption.endMs > NONE_WITHIN_MS)
    return captions.some(({ startMs }) => Math.abs(startMs - heardMs) <= NONE_WITHIN_MS) ? '' : null;
  const fromMs = Math.max(caption.startMs, caption.cameAtMs);
  const lengthMs = caption.endMs - caption.startMs;
  if (heardMs >= fromMs + lengthMs + STAYS_MS) return '';
  const pieces = piecesOf(caption.text, columns);
  const share = ((heardMs - fromMs) / lengthMs) * caption.text.length;
  let said = 0;
  return pieces.find((piece) => (said += piece.length) > share) ?? pieces.at(-1) ?? '';
}

interface WireCue {
  start_ts: number;
  end_ts: number;
  text: string;
}

/**
 * Captions after a slice was read: those of the slice are replaced. New ones in a slice that was read before have just
 * arrived. Distant captions are dropped.
 */
export function withSlice(
  captions: readonly Caption[],
  { slice, cues, isKnown }: { slice: number; cues: readonly WireCue[]; isKnown: boolean },
  heardMs: number,
): Caption[] {
  const [fromMs, toMs] = [slice * 1_000, (slice + SLICE_SECONDS) * 1_000];
  const came = new Map(captions.map(({ startMs, cameAtMs }) => [startMs, cameAtMs]));
  const read = cues.map(({ start_ts: startTs, end_ts: endTs, text }): Caption => {
    const startMs = Math.round(startTs * 1_000);
    const before = came.get(startMs) ?? (isKnown ? heardMs : -Infinity);
    // After seeking back it is no longer late.
    const cameAtMs = before > heardMs ? -Infinity : before;
    return { startMs, endMs: Math.round(endTs * 1_000), text, cameAtMs };
  });
  return [
    ...captions.filter(
      ({ startMs }) => (startMs < fromMs || startMs >= toMs) && Math.abs(startMs - heardMs) < 4 * SLICE_SECONDS * 1_000,
    ),
    ...read,
  ].sort((a, b) => a.startMs - b.startMs);
}
