/** An entry expires this long after its member's last heartbeat. */
export const ENTRY_KEPT_MS = 10 * 60_000;
/** Unused capacity of an idle queue is saved for this long at most. */
const SAVED_MS = 1_000;

interface Rate {
  perSecond: number;
  opensAt: Date;
  nextTurnAt: Date | null;
}

/** Turns of `count` arrivals, and the turn after them. */
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

/** How many of the sorted turns are before this one. */
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
/** Jitter, as a share of the interval. */
const SPREAD = 0.3;

/**
 * Milliseconds until the next poll: half of the remaining wait, with jitter from `random` (0 to 1), so that clients do
 * not poll at once.
 */
export function nextAskMs(leftMs: number, random: number): number {
  const betweenMs = Math.min(LATEST_MS, Math.max(SOONEST_MS, leftMs / 2));
  return Math.round(betweenMs * (1 + SPREAD * random));
}
