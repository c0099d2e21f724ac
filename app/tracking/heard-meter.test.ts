import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHeardMeter, type HeardSpan, type Look } from './heard-meter.ts';

const T0 = 1_790_000_000_000;

/** An element that plays, with scripted listener actions; it knows what was actually heard. */
function world() {
  const meter = createHeardMeter();
  let [steadyMs, offsetMs, timeMs, rate] = [0, T0, 0, 1];
  let [playing, muted, stalled] = [true, false, false];
  let trueMs = 0;
  /** Heard since the last sample: what a jump may lose. */
  let sinceLookMs = 0;
  let lostMs = 0;
  const spans: HeardSpan[] = [];
  /** True position of the element, by the monotonic clock in ms. */
  const positions: { steadyMs: number; wallMs: number; timeMs: number }[] = [];
  const look = (isJump = false) => {
    const seen: Look = {
      wallMs: steadyMs + offsetMs,
      steadyMs,
      timeMs,
      rate,
      isAudible: playing && !muted,
      positionMs: timeMs,
      isJump,
    };
    meter.look(seen);
    positions.push({ steadyMs, wallMs: seen.wallMs, timeMs });
    if (isJump) lostMs += sinceLookMs;
    sinceLookMs = 0;
  };
  look();
  return {
    meter,
    spans,
    positions,
    /** Advances time, sampling at this interval. */
    pass: (ms: number, everyMs: number) => {
      for (let leftMs = ms; leftMs > 0;) {
        const stepMs = Math.min(everyMs, leftMs);
        steadyMs += stepMs;
        if (playing && !stalled) {
          timeMs += stepMs * rate;
          if (!muted) {
            trueMs += stepMs;
            sinceLookMs += stepMs;
          }
        }
        leftMs -= stepMs;
        look();
      }
    },
    /** A stall that the element does not report, between two samples. */
    stallFor: (ms: number) => {
      stalled = true;
      steadyMs += ms;
      stalled = false;
    },
    seek: (toMs: number, afterMs: number) => {
      steadyMs += afterMs;
      if (playing && !muted) {
        trueMs += afterMs;
        sinceLookMs += afterMs;
      }
      timeMs = toMs;
      look(true);
    },
    set: (what: Partial<{ playing: boolean; muted: boolean; rate: number }>) => {
      ({ playing = playing, muted = muted, rate = rate } = what);
      look();
    },
    setClock: (byMs: number) => {
      offsetMs += byMs;
    },
    take: () => spans.push(...meter.take()),
    truth: () => ({ trueMs, lostMs, nowMs: steadyMs + offsetMs }),
  };
}

type Act =
  | { do: 'pass'; ms: number; everyMs: number }
  | { do: 'stall'; ms: number }
  | { do: 'seek'; toMs: number; afterMs: number }
  | { do: 'set'; playing?: boolean; muted?: boolean; rate?: number }
  | { do: 'clock'; byMs: number }
  | { do: 'take' };

const acts = fc.array(
  fc.oneof(
    fc.record({
      do: fc.constant('pass' as const),
      ms: fc.integer({ min: 1, max: 180_000 }),
      // In the foreground, and in a background tab, whose timers fire once a minute.
      everyMs: fc.constantFrom(250, 1_000, 60_000),
    }),
    fc.record({ do: fc.constant('stall' as const), ms: fc.integer({ min: 50, max: 30_000 }) }),
    fc.record({
      do: fc.constant('seek' as const),
      toMs: fc.integer({ min: 0, max: 7_200_000 }),
      afterMs: fc.integer({ min: 0, max: 1_000 }),
    }),
    fc.record({ do: fc.constant('set' as const), playing: fc.boolean() }),
    fc.record({ do: fc.constant('set' as const), muted: fc.boolean() }),
    fc.record({ do: fc.constant('set' as const), rate: fc.constantFrom(0.5, 1, 1.25, 1.5, 2) }),
    fc.record({ do: fc.constant('clock' as const), byMs: fc.integer({ min: -7_200_000, max: 7_200_000 }) }),
    fc.constant({ do: 'take' as const }),
  ),
  { maxLength: 40 },
);

function act(on: ReturnType<typeof world>, what: Act) {
  if (what.do === 'pass') on.pass(what.ms, what.everyMs);
  else if (what.do === 'stall') on.stallFor(what.ms);
  else if (what.do === 'seek') on.seek(what.toMs, what.afterMs);
  else if (what.do === 'set') on.set(what);
  else if (what.do === 'clock') on.setClock(what.byMs);
  else on.take();
}

const sumOf = (spans: readonly HeardSpan[]) => spans.reduce((sum, [from, to]) => sum + to - from, 0);

describe('whatever is done to the element', () => {
  it('counts what was heard to the millisecond, but for what lay between a look and a jump, which never counts', () => {
    fc.assert(
      fc.property(acts, (all) => {
        const on = world();
        for (const what of all) act(on, what);
        on.take();
        const { trueMs, lostMs } = on.truth();
        const heardMs = sumOf(on.spans);
        expect(heardMs).toBeCloseTo(on.meter.totalMs(), 3);
        expect(heardMs).toBeLessThanOrEqual(trueMs + 0.01);
        expect(heardMs).toBeGreaterThanOrEqual(trueMs - lostMs - 0.01);
      }),
      { numRuns: 600 },
    );
  });

  it('tells spans that do not overlap and end no later than now, while nobody sets the clock', () => {
    fc.assert(
      fc.property(
        acts.map((all) => all.filter((what) => what.do !== 'clock')),
        (all) => {
          const on = world();
          for (const what of all) act(on, what);
          on.take();
          let endMs = T0;
          for (const [from, to] of on.spans) {
            expect(from).toBeGreaterThanOrEqual(endMs - 0.01);
            expect(to).toBeGreaterThan(from);
            endMs = to;
          }
          expect(endMs).toBeLessThanOrEqual(on.truth().nowMs + 0.01);
        },
      ),
      { numRuns: 600 },
    );
  });
});

const at = (ms: number, more: Partial<Look> = {}): Look => ({
  wallMs: T0 + ms,
  steadyMs: ms,
  timeMs: ms,
  rate: 1,
  isAudible: true,
  positionMs: ms,
  ...more,
});

it('draws what is heard without a break as one span, and goes on where it was taken', () => {
  const meter = createHeardMeter();
  for (let ms = 0; ms <= 10_000; ms += 250) meter.look(at(ms));
  expect(meter.take()).toEqual([[T0, T0 + 10_000, 0]]);
  for (let ms = 10_250; ms <= 12_000; ms += 250) meter.look(at(ms));
  expect(meter.take()).toEqual([[T0 + 10_000, T0 + 12_000, 10_000]]);
  expect(meter.take()).toEqual([]);
});

it('hears nothing while it is muted, and says where it goes on', () => {
  const meter = createHeardMeter();
  meter.look(at(0));
  meter.look(at(4_000, { isAudible: false }));
  meter.look(at(9_000));
  meter.look(at(10_000));
  expect(meter.take()).toEqual([
    [T0, T0 + 4_000, 0],
    [T0 + 9_000, T0 + 10_000, 9_000],
  ]);
});

it('counts the time of the listener, not of the sound, at twice the speed', () => {
  const meter = createHeardMeter();
  meter.look(at(0, { rate: 2 }));
  meter.look(at(5_000, { rate: 2, timeMs: 10_000, positionMs: 10_000 }));
  expect(meter.take()).toEqual([[T0, T0 + 5_000, 0]]);
});

it('counts a minute that nobody looked at, as timers are slowed down behind other tabs', () => {
  const meter = createHeardMeter();
  meter.look(at(0));
  meter.look(at(60_000));
  expect(meter.totalMs()).toBe(60_000);
});

it('does not take for heard what the element stood still for', () => {
  const meter = createHeardMeter();
  meter.look(at(0));
  meter.look(at(60_000, { timeMs: 20_000, positionMs: 20_000 }));
  expect(meter.take()).toEqual([[T0, T0 + 20_000, 0]]);
});

it('begins a span anew where the clock was set, in the new time', () => {
  const meter = createHeardMeter();
  meter.look(at(0));
  meter.look(at(5_000));
  meter.look(at(6_000, { wallMs: T0 + 3_606_000 }));
  expect(meter.take()).toEqual([
    [T0, T0 + 5_000, 0],
    [T0 + 3_605_000, T0 + 3_606_000, 5_000],
  ]);
});
