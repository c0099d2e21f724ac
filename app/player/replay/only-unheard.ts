import type { ReplaySource, ReplayTold, Stretch } from '#app/player/sources/replay.ts';

/** Further apart than this, two looks at the clock are a jump, and who jumps hears what they jumped to. */
const GOES_ON_MS = 3_000;

/** Of some stretches what lies between two instants, such as of a section. */
export const stretchesIn = (only: readonly Stretch[], fromMs: number, toMs: number): Stretch[] =>
  only.flatMap(([from, to]): Stretch[] => {
    const cut = [Math.max(from, fromMs), Math.min(to, toMs)] as const;
    return cut[0] < cut[1] ? [cut] : [];
  });

/** Where it begins where only some stretches are played: at the instant if it lies in one, else with the next one. */
export const beginningIn = (only: readonly Stretch[], atMs: number): number => {
  const next = only.find(([, to]) => atMs < to);
  return next === undefined ? atMs : Math.max(atMs, next[0]);
};

/** A place in a section, moved to what is played of it. */
export function placeIn({ only, told }: ReplaySource & { told: ReplayTold }, placeMs: number): number {
  if (only === null) return placeMs;
  const { startsAtMs, endsAtMs } = told;
  return beginningIn(stretchesIn(only, startsAtMs, endsAtMs), startsAtMs + placeMs) - startsAtMs;
}

/** Where to go on from, once a stretch was played to its end; 'end': there is no other. Null: it plays on. */
export function afterStretch(only: readonly Stretch[], beforeMs: number, nowMs: number): number | 'end' | null {
  if (nowMs - beforeMs > GOES_ON_MS) return null;
  const ended = only.findIndex(([from, to]) => beforeMs >= from && beforeMs < to && nowMs >= to);
  if (ended < 0) return null;
  const next = only[ended + 1];
  return next === undefined ? 'end' : next[0];
}
