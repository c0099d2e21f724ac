/**
 * What was heard, out of looks at an element: its time moved while it could be heard. Timers play no part in it, as browsers
 * slow them down; what lies between two looks counts as what the earlier one saw, since whatever changes that is looked at.
 */
export interface Look {
  /** By the clock of the visitor, Unix milliseconds, and by the one that never goes back. */
  wallMs: number;
  steadyMs: number;
  /** Of the element, in milliseconds. */
  timeMs: number;
  rate: number;
  /** Neither paused, ended, on the way to another place, nor without sound. */
  isAudible: boolean;
  /** The instant of the stream, or the place in a file; null: nobody can tell. */
  positionMs: number | null;
  /** What came before has nothing to do with it: it was moved, or holds something else. */
  isJump?: boolean;
}

/** By the visitor's clock from and to, and the position that was heard at its beginning. Milliseconds. */
export type HeardSpan = readonly [fromMs: number, toMs: number, positionMs: number];

export interface HeardMeter {
  look: (look: Look) => void;
  /** Spans since they were last taken. */
  take: () => HeardSpan[];
  /** All that was heard, whatever was taken. */
  totalMs: () => number;
}

/** Elements tell their time in steps. */
const GRAIN_MS = 300;
/** A span is drawn as one piece while what was heard of it trails the clock by less. */
const TRAIL_MS = 400;
/** The visitor's clock was set. */
const CLOCK_SET_MS = 1_000;
/** A span goes on while its position does. */
const PLACE_MS = 500;

interface Open {
  fromMs: number;
  /** The same by the clock that never goes back. */
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
    // Further than sound can go in that time: it was moved. How much of it was heard nobody knows, so none counts.
    if (!before.isAudible || now.isJump || steadyMs <= 0 || movedMs <= 0 || movedMs > steadyMs + GRAIN_MS)
      return close();
    const heardMs = Math.min(movedMs, steadyMs);
    // How far the clocks are apart tells whether the visitor's was set, now or by little since the span began.
    const apartMs = now.wallMs - now.steadyMs;
    const isSet = (wasApartMs: number) => Math.abs(apartMs - wasApartMs) > CLOCK_SET_MS;
    if (open !== null) {
      const heardToMs = open.steadyMs + open.heardMs;
      const isPlaced =
        before.positionMs === null ||
        Math.abs(before.positionMs - (open.positionMs + open.heardMs * open.rate)) < PLACE_MS;
      const trails = before.steadyMs - heardToMs > TRAIL_MS;
      if (isSet(open.fromMs - open.steadyMs) || open.rate !== before.rate || trails || !isPlaced) close();
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
