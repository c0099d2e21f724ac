import type { ReplaySource, ReplayDetails, Stretch } from '#app/player/sources/replay.ts';

/** A larger difference between two polls is a seek, and the listener hears what they seek to. */
const GOES_ON_MS = 3_000;

/** The parts of spans between two instants, such as of a section. */
export const stretchesIn = (only: readonly Stretch[], fromMs: number, toMs: number): Stretch[] =>
  only.flatMap(([from, to]): Stretch[] => {
    const cut = [Math.max(from, fromMs), Math.min(to, toMs)] as const;
    return cut[0] < cut[1] ? [cut] : [];
  });

/** The start if only some spans are played: the instant if it is in one, else the next span. */
export const beginningIn = (only: readonly Stretch[], atMs: number): number => {
  const next = only.find(([, to]) => atMs < to);
  return next === undefined ? atMs : Math.max(atMs, next[0]);
};

/** A position in a section, moved to a part that is played. */
export function positionIn({ only, details }: ReplaySource & { details: ReplayDetails }, positionMs: number): number {
  if (only === null) return positionMs;
  const { startsAtMs, endsAtMs } = details;
  return beginningIn(stretchesIn(only, startsAtMs, endsAtMs), startsAtMs + positionMs) - startsAtMs;
}

/** Where to continue after the end of a span; 'end': there is none. Null: it plays on. */
export function afterStretch(only: readonly Stretch[], beforeMs: number, nowMs: number): number | 'end' | null {
  if (nowMs - beforeMs > GOES_ON_MS) return null;
  const ended = only.findIndex(([from, to]) => beforeMs >= from && beforeMs < to && nowMs >= to);
  if (ended < 0) return null;
  const next = only[ended + 1];
  return next === undefined ? 'end' : next[0];
}
