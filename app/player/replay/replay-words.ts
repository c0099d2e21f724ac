import { calls } from '#app/paths.ts';
import { call } from '#app/player/channel/channel-feed.ts';
import type { TranscriptReplyWire } from '#domain/archive/archive.schema.ts';

/** A line of what was said, by instants of its stream. */
export interface SaidLine {
  fromMs: number;
  toMs: number;
  words: string;
}

/** What was said in a section; nothing where there is no transcript, or it does not come. */
export async function loadWords(sectionId: number): Promise<SaidLine[]> {
  try {
    const { lines } = await call<TranscriptReplyWire>(calls.replayWords(sectionId));
    return lines.map(({ start_ts, end_ts, words }) => ({
      fromMs: Math.round(start_ts * 1000),
      toMs: Math.round(end_ts * 1000),
      words,
    }));
  } catch {
    return [];
  }
}

/** After a line, nothing was said for so long that it is no longer what is heard. */
const SILENT_MS = 10_000;

/** The line that is heard at an instant, or was just heard; -1: none is. */
export function lineAt(lines: readonly SaidLine[], atMs: number): number {
  let from = 0;
  let to = lines.length;
  // The first line that begins after the instant.
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((lines[middle]?.fromMs ?? Infinity) <= atMs) from = middle + 1;
    else to = middle;
  }
  const line = lines[from - 1];
  return line !== undefined && atMs < line.toMs + SILENT_MS ? from - 1 : -1;
}
