import { calls } from '#app/paths.ts';
import { call } from '#app/player/channel/channel-feed.ts';
import type { TranscriptReplyWire } from '#domain/archive/archive.schema.ts';

/** A line of the transcript, in instants of its stream. */
export interface SaidLine {
  fromMs: number;
  toMs: number;
  words: string;
}

/** Transcript of a section; empty if there is none or the request fails. */
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

/** After this much silence a line is no longer current. */
const SILENT_MS = 10_000;

/** The line at an instant, or the last one just before; -1: none. */
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
