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

/** What is shared at the edge lies this far behind it, so that a slower line keeps up. */
const ROOM_MS = 2_000;

/** How far behind the station's clock friends are to be, who is shared with from an instant of the stream. */
export const sharedBehindMs = (placeMs: number, nowMs: number, isAtEdge: boolean): number =>
  Math.round(nowMs - placeMs + (isAtEdge ? ROOM_MS : 0));
