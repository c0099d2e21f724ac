/**
 * Derives heard time from samples of an element: its time advanced while it was audible. Independent of timers, which
 * browsers throttle: the interval between two samples counts by the state of the earlier one, because every change is
 * sampled.
 */
export interface Look {
  /** Client clock, Unix milliseconds, and the monotonic clock. */
  wallMs: number;
  steadyMs: number;
  /** Element time in milliseconds. */
  timeMs: number;
  rate: number;
  /** Not paused, ended, seeking or muted. */
  isAudible: boolean;
  /** Instant of the stream, or position in a file; null: unknown. */
  positionMs: number | null;
  /** Not continuous with the previous sample: a seek, or another source. */
  isJump?: boolean;
}

/** From and to by the client clock, and the position at the start. Milliseconds. */
export type HeardSpan = readonly [fromMs: number, toMs: number, positionMs: number];

export interface HeardMeter {
  look: (look: Look) => void;
  /** Spans since the last call. */
  take: () => HeardSpan[];
  /** Total heard, whatever was taken. */
  totalMs: () => number;
}

/** Element times have a coarse resolution. */
const GRAIN_MS = 300;
/** A span continues while its heard time trails the clock by less than this. */
const TRAIL_MS = 400;
/** The client clock was changed. */
const CLOCK_SET_MS = 1_000;
/** A span continues while its position does. */
const MIN_PLAYED_MS = 500;

interface Open {
  fromMs: number;
  /** The start by the monotonic clock. */
  steadyMs: number;
  heardMs: number;
  positionMs: number;
  rate: number;
}

export function createHeardMeter(): HeardMeter {
  let last: Look | null = null;
  let open: Open | null = null;
  let done: HeardSpan[] = [];
  let totalMs = 0;

  const close = () => {
    if (open !== null && open.heardMs > 0) done.push([open.fromMs, open.fromMs + open.heardMs, open.positionMs]);
    open = null;
  };

  const count = (before: Look, now: Look) => {
    const steadyMs = now.steadyMs - before.steadyMs;
    const movedMs = (now.timeMs - before.timeMs) / before.rate;
    // Moved further than playback can: a seek. The heard part is unknown, so nothing counts.
    if (!before.isAudible || now.isJump || steadyMs <= 0 || movedMs <= 0 || movedMs > steadyMs + GRAIN_MS)
      return close();
    const heardMs = Math.min(movedMs, steadyMs);
    // The difference between the clocks shows whether the client's was changed, at once or gradually since the start of
    // the span.
    const apartMs = now.wallMs - now.steadyMs;
    const isSet = (wasApartMs: number) => Math.abs(apartMs - wasApartMs) > CLOCK_SET_MS;
    if (open !== null) {
      const heardToMs = open.steadyMs + open.heardMs;
      const hasPosition =
        before.positionMs === null ||
        Math.abs(before.positionMs - (open.positionMs + open.heardMs * open.rate)) < MIN_PLAYED_MS;
      const trails = before.steadyMs - heardToMs > TRAIL_MS;
      if (isSet(open.fromMs - open.steadyMs) || open.rate !== before.rate || trails || !hasPosition) close();
    }
    open ??= {
      fromMs: isSet(before.wallMs - before.steadyMs) ? now.wallMs - steadyMs : before.wallMs,
      steadyMs: before.steadyMs,
      heardMs: 0,
      positionMs: before.positionMs ?? 0,
      rate: before.rate,
    };
    open.heardMs += heardMs;
    totalMs += heardMs;
  };

  return {
    look: (now) => {
      if (last !== null) count(last, now);
      last = now;
    },
    take: () => {
      const before = open;
      close();
      if (before !== null) {
        const { fromMs, steadyMs, heardMs, positionMs, rate } = before;
        open = {
          fromMs: fromMs + heardMs,
          steadyMs: steadyMs + heardMs,
          heardMs: 0,
          positionMs: positionMs + heardMs * rate,
          rate,
        };
      }
      const taken = done;
      done = [];
      return taken;
    },
    totalMs: () => totalMs,
  };
}
