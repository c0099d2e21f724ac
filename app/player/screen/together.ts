import { calls } from '#app/paths.ts';
import { call } from '#app/player/channel/channel-feed.ts';

/**
 * Friends watching together are at the same position at each instant of the station's clock: their link contains the
 * lag of the stream behind that clock. No requests or messages between them are needed.
 */

/** One reading of the station's clock: its value, and when the request was sent and answered. */
interface ClockReading {
  sentMs: number;
  gotMs: number;
  stationMs: number;
}

/** Offset of the station's clock from ours, by the fastest reply, whose error is at most half its round trip. */
export function clockAheadMs(readings: readonly ClockReading[]): number | null {
  const [quickest] = readings.toSorted((a, b) => a.gotMs - a.sentMs - (b.gotMs - b.sentMs));
  return quickest === undefined ? null : quickest.stationMs - (quickest.sentMs + quickest.gotMs) / 2;
}

const READINGS = 4;
const ANSWER_WITHIN_MS = 3_000;
/** Any channel: the reply has the time in milliseconds and is not cached. */
const ASKED = 881;

/** Reads the station's clock a few times; null if it cannot be read. */
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
      // One failed reading does not matter.
    }
  }
  return clockAheadMs(readings);
}

/** Below this, the difference is inaudible in one room. */
const SAME_MS = 40;
/** Beyond this, adjusting the rate would take too long. */
const JUMP_MS = 2_000;
/** A rate change above this is audible. */
const MAX_RATE_CHANGE = 0.06;
/** Time to correct a difference. */
const WITHIN_MS = 5_000;

/** How to resynchronise: a jump, or a playback rate for a while. `aheadMs`: our lead over the others. */
export function correctionOf(aheadMs: number): { jumps: true } | { jumps: false; rate: number } {
  const offMs = Math.abs(aheadMs);
  if (offMs > JUMP_MS) return { jumps: true };
  if (offMs < SAME_MS) return { jumps: false, rate: 1 };
  return { jumps: false, rate: 1 - Math.sign(aheadMs) * Math.min(offMs / WITHIN_MS, MAX_RATE_CHANGE) };
}

/** Time for the picture to move after a jump. */
const SETTLES_MS = 4_000;
/** Maximum wait between jumps. If jumps do not help, they become rarer, so that more is seen between them. */
const MAX_WAIT_MS = 60_000;
/** Maximum lead of a jump. A connection that needs more cannot watch together. */
const MAX_LEAD_MS = 20_000;

/** State of the jumps so far. */
interface Jumps {
  /** The last jump, on a monotonic clock. */
  atMs: number;
  /** When playback was seen to move after it; null until then. */
  landedAtMs: number | null;
  /** How far ahead of the others to aim, as they move on while it lands. */
  leadMs: number;
  /** Wait before the next jump. */
  waitsMs: number;
}
export const NO_JUMPS: Jumps = { atMs: -Infinity, landedAtMs: -Infinity, leadMs: 0, waitsMs: 0 };

/** The next correction. */
interface Step {
  /** Where to jump; null: no jump. */
  toMs: number | null;
  /** Playback rate; null: unchanged. */
  rate: number | null;
  jumps: Jumps;
}

/**
 * The next step towards the others. `wantedMs`: their position; `lastMs`: the last available position, null if
 * everything is available. After a late landing, the next jump aims further ahead by that much, and jumps become rarer.
 */
export function stepTogether(
  { positionMs, wantedMs, lastMs }: { positionMs: number; wantedMs: number; lastMs: number | null },
  before: Jumps,
  nowMs: number,
): Step {
  if (nowMs - before.atMs < SETTLES_MS) return { toMs: null, rate: null, jumps: before };
  const aheadMs = positionMs - wantedMs;
  const jumps = before.landedAtMs === null ? landed(before, aheadMs, nowMs) : before;
  const correction = correctionOf(aheadMs);
  const isWaiting = nowMs - (jumps.landedAtMs ?? nowMs) < jumps.waitsMs;
  if (!correction.jumps)
    return { toMs: null, rate: correction.rate, jumps: isWaiting ? jumps : { ...jumps, waitsMs: 0 } };
  const toMs = Math.min(wantedMs + jumps.leadMs, lastMs ?? Infinity);
  // Wait at the current position for what is not available yet.
  if (isWaiting || (aheadMs < 0 && toMs - positionMs <= JUMP_MS)) return { toMs: null, rate: 1, jumps };
  const waitsMs = Math.min(Math.max(jumps.waitsMs * 2, SETTLES_MS), MAX_WAIT_MS);
  // The second jump may follow at once: it is the first with a measured landing time.
  const isFirst = jumps.waitsMs === 0 && jumps.leadMs === 0;
  return { toMs, rate: null, jumps: { ...jumps, atMs: nowMs, landedAtMs: null, waitsMs: isFirst ? 0 : waitsMs } };
}

/** The landing error is the difference between the actual and the assumed landing time. */
const landed = (jumps: Jumps, aheadMs: number, landedAtMs: number): Jumps => ({
  ...jumps,
  landedAtMs,
  leadMs: Math.min(Math.max(jumps.leadMs - aheadMs, 0), MAX_LEAD_MS),
});

/** A position shared at the edge is this far behind it, so that slower connections keep up. */
const ROOM_MS = 2_000;

/** How far behind the station's clock friends should be, when shared from an instant of the stream. */
export const sharedBehindMs = (positionMs: number, nowMs: number, isAtEdge: boolean): number =>
  Math.round(nowMs - positionMs + (isAtEdge ? ROOM_MS : 0));
