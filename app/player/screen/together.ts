import { calls } from '#app/paths.ts';
import { call } from '#app/player/channel/channel-feed.ts';

/**
 * Friends who watch together are at one place at each instant of the station's clock: their link says how far that clock is
 * ahead of the stream. Nobody has to be asked, and nothing is sent between them.
 */

/** The station's clock, as one answer told it: what it said, and when the question went and the answer came. */
interface ClockReading {
  sentMs: number;
  gotMs: number;
  stationMs: number;
}

/** How far the station's clock is ahead of ours: by the quickest answer, which can be wrong by half its way at most. */
export function clockAheadMs(readings: readonly ClockReading[]): number | null {
  const [quickest] = readings.toSorted((a, b) => a.gotMs - a.sentMs - (b.gotMs - b.sentMs));
  return quickest === undefined ? null : quickest.stationMs - (quickest.sentMs + quickest.gotMs) / 2;
}

const READINGS = 4;
const ANSWER_WITHIN_MS = 3_000;
/** Any channel: its call tells the time to the millisecond and is kept by nobody. */
const ASKED = 881;

/** Reads the station's clock a few times; null where it cannot be read. */
export async function readStationClock(): Promise<number | null> {
  const readings: ClockReading[] = [];
  for (let asked = 0; asked < READINGS; asked++) {
    try {
      const sentMs = Date.now();
      const { currentTimestamp } = await call<{ currentTimestamp: number }>(calls.liveChannel(ASKED), {
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      readings.push({ sentMs, gotMs: Date.now(), stationMs: currentTimestamp * 1000 });
    } catch {
      // The others tell.
    }
  }
  return clockAheadMs(readings);
}

/** Nearer than this, nobody hears the difference in one room. */
const SAME_MS = 40;
/** Further, playing faster would take too long. */
const JUMP_MS = 2_000;
/** Faster or slower by more than this is heard. */
const MOST = 0.06;
/** So long does it take to make up for a difference. */
const WITHIN_MS = 5_000;

/** What brings back together: a jump, or a rate at which to play for a while. `aheadMs`: how far we are before the others. */
export function correctionOf(aheadMs: number): { jumps: true } | { jumps: false; rate: number } {
  const offMs = Math.abs(aheadMs);
  if (offMs > JUMP_MS) return { jumps: true };
  if (offMs < SAME_MS) return { jumps: false, rate: 1 };
  return { jumps: false, rate: 1 - Math.sign(aheadMs) * Math.min(offMs / WITHIN_MS, MOST) };
}

/** A jump takes a while until the picture moves again. */
const SETTLES_MS = 4_000;
/** Who is not brought near by jumping sees more of it between two jumps that come ever more seldom. */
const MOST_WAIT_MS = 60_000;
/** A line on which a jump takes longer than this is no line for watching together. */
const MOST_LEAD_MS = 20_000;

/** What jumping came to so far. */
interface Jumps {
  /** The last one, by a clock that only goes on. */
  atMs: number;
  /** When the picture was seen to move on from it; null until then. */
  landedAtMs: number | null;
  /** How far before the others to aim, as they have moved on when it lands. */
  leadMs: number;
  /** How long is watched after it before the next. */
  waitsMs: number;
}
export const NO_JUMPS: Jumps = { atMs: -Infinity, landedAtMs: -Infinity, leadMs: 0, waitsMs: 0 };

/** What is to be done about where we are. */
interface Step {
  /** Where to jump; null: nowhere. */
  toMs: number | null;
  /** How fast to play; null: as it does. */
  rate: number | null;
  jumps: Jumps;
}

/**
 * The next step towards the others. `wantedMs`: where they are; `lastMs`: the last place there is to go to, null where all of it
 * is there. A jump that landed late is followed by one that aims as much further, and others come ever more seldom.
 */
export function stepTogether(
  { placeMs, wantedMs, lastMs }: { placeMs: number; wantedMs: number; lastMs: number | null },
  before: Jumps,
  nowMs: number,
): Step {
  if (nowMs - before.atMs < SETTLES_MS) return { toMs: null, rate: null, jumps: before };
  const aheadMs = placeMs - wantedMs;
  const jumps = before.landedAtMs === null ? landed(before, aheadMs, nowMs) : before;
  const correction = correctionOf(aheadMs);
  const isWaiting = nowMs - (jumps.landedAtMs ?? nowMs) < jumps.waitsMs;
  if (!correction.jumps)
    return { toMs: null, rate: correction.rate, jumps: isWaiting ? jumps : { ...jumps, waitsMs: 0 } };
  const toMs = Math.min(wantedMs + jumps.leadMs, lastMs ?? Infinity);
  // What has not come yet is waited for where it is seen first.
  if (isWaiting || (aheadMs < 0 && toMs - placeMs <= JUMP_MS)) return { toMs: null, rate: 1, jumps };
  const waitsMs = Math.min(Math.max(jumps.waitsMs * 2, SETTLES_MS), MOST_WAIT_MS);
  // The second may come at once: it is the first that knows how long one takes.
  const isFirst = jumps.waitsMs === 0 && jumps.leadMs === 0;
  return { toMs, rate: null, jumps: { ...jumps, atMs: nowMs, landedAtMs: null, waitsMs: isFirst ? 0 : waitsMs } };
}

/** How far off it landed is how long it took, more or less than was thought. */
const landed = (jumps: Jumps, aheadMs: number, landedAtMs: number): Jumps => ({
  ...jumps,
  landedAtMs,
  leadMs: Math.min(Math.max(jumps.leadMs - aheadMs, 0), MOST_LEAD_MS),
});

/** What is shared at the edge lies this far behind it, so that a slower line keeps up. */
const ROOM_MS = 2_000;

/** How far behind the station's clock friends are to be, who is shared with from an instant of the stream. */
export const sharedBehindMs = (placeMs: number, nowMs: number, isAtEdge: boolean): number =>
  Math.round(nowMs - placeMs + (isAtEdge ? ROOM_MS : 0));
