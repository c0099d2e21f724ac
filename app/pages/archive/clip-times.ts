const DAY_MS = 86_400_000;
const HK_MS = 8 * 3_600_000;

interface Stretch {
  startsAtMs: number;
  endsAtMs: number;
}

/**
 * The instant of a clock time within a broadcast: 9:05, 09:05:30, and 25:10 for 1:10 after midnight. Null if it is
 * outside.
 */
export function instantOf(clock: string, { startsAtMs, endsAtMs }: Stretch): number | null {
  const [, h, m, s = '0'] = /^\s*([012]?\d)[:：]([0-5]\d)(?:[:：]([0-5]\d))?\s*$/.exec(clock) ?? [];
  if (h === undefined || Number(h) > 29) return null;
  const firstMs = Math.floor(startsAtMs / 1000) * 1000;
  const askedMs = (Number(h) * 3600 + Number(m) * 60 + Number(s)) * 1000;
  const sinceMs = (((askedMs - HK_MS - firstMs) % DAY_MS) + DAY_MS) % DAY_MS;
  const instantMs = firstMs + sinceMs;
  return instantMs < endsAtMs + 1000 ? instantMs : null;
}

/** The time of an instant with seconds, as the fields show it. */
export const clockWithSeconds = (atMs: number): string => new Date(atMs + HK_MS).toISOString().slice(11, 19);

export type ClipFault = 'from' | 'to' | 'order' | 'long';

/** The meaning of two fields: a moment, or a clip if the second is filled in; or their error. */
export function clipOf(
  { from, to }: { from: string; to: string },
  span: Stretch,
  maxSeconds: number,
): { atMs: number; untilMs: number | undefined } | { fault: ClipFault } {
  const atMs = instantOf(from, span);
  if (atMs === null || atMs >= span.endsAtMs) return { fault: 'from' };
  if (to.trim() === '') return { atMs, untilMs: undefined };
  const untilMs = instantOf(to, span);
  if (untilMs === null) return { fault: 'to' };
  if (untilMs <= atMs) return { fault: 'order' };
  return untilMs - atMs > maxSeconds * 1000 ? { fault: 'long' } : { atMs, untilMs };
}
