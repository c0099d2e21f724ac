/** So long after the last sign of its member a place is lost. */
export const PLACE_KEPT_MS = 10 * 60_000;
/** What was not used for a while is let in at once: no more of it than this. */
const SAVED_MS = 1_000;

interface Rate {
  perSecond: number;
  opensAt: Date;
  nextTurnAt: Date | null;
}

/** When each of so many who come now is let in, and when the one after them. */
export function turnTimes(
  { perSecond, opensAt, nextTurnAt }: Rate,
  count: number,
  now: Date,
): { turns: Date[]; nextTurnAt: Date } {
  const earliestMs = Math.max(now.getTime(), opensAt.getTime());
  const firstMs = Math.max(nextTurnAt?.getTime() ?? 0, earliestMs - SAVED_MS);
  const stepMs = 1_000 / perSecond;
  const turns = Array.from(
    { length: count },
    (_, i) => new Date(Math.max(earliestMs, Math.ceil(firstMs + i * stepMs))),
  );
  return { turns, nextTurnAt: new Date(Math.ceil(firstMs + count * stepMs)) };
}

/** How many of the sorted turns come before one. */
export function aheadOf(turnsMs: readonly number[], turnMs: number): number {
  let [low, high] = [0, turnsMs.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((turnsMs[middle] ?? 0) < turnMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

const SOONEST_MS = 1_000;
const LATEST_MS = 15_000;
/** What answers are spread over, of the time until the next. */
const SPREAD = 0.3;

/** When to ask again: half of the wait that is left, spread by `random` (0 to 1), so that nobody asks with everybody. */
export function nextAskMs(leftMs: number, random: number): number {
  const betweenMs = Math.min(LATEST_MS, Math.max(SOONEST_MS, leftMs / 2));
  return Math.round(betweenMs * (1 + SPREAD * random));
}
