import { expect, it } from 'vitest';
import { clockAheadMs, correctionOf, NO_JUMPS, sharedBehindMs, stepTogether } from './together.ts';

it('believes the quickest answer about the clock of the station', () => {
  const slow = { sentMs: 0, gotMs: 2_000, stationMs: 61_900 };
  const quick = { sentMs: 5_000, gotMs: 5_040, stationMs: 65_020 };
  expect(clockAheadMs([slow, quick])).toBe(60_000);
  expect(clockAheadMs([])).toBeNull();
});

it('brings friends within a third of a second without a jump that anybody sees', () => {
  for (const startsMs of [-1_900, -400, 400, 1_900]) {
    let aheadMs = startsMs;
    for (let looks = 0; looks < 120; looks++) {
      const correction = correctionOf(aheadMs);
      if (correction.jumps) throw new Error(`a jump of ${aheadMs} ms`);
      expect(Math.abs(correction.rate - 1)).toBeLessThan(0.061);
      aheadMs += (correction.rate - 1) * 500;
    }
    expect(Math.abs(aheadMs)).toBeLessThan(300);
  }
});

it('jumps where playing faster would take minutes', () => {
  expect(correctionOf(-30_000)).toEqual({ jumps: true });
  expect(correctionOf(10)).toEqual({ jumps: false, rate: 1 });
});

it('leaves room at the edge for who has a slower line, and none where all is there', () => {
  expect(sharedBehindMs(96_000, 100_000, true)).toBe(6_000);
  expect(sharedBehindMs(40_000, 100_000, false)).toBe(60_000);
});

/**
 * Simulates a viewer whose jumps take this long to land, beside friends who play on. `edgeMs`: the last available
 * position.
 */
function follow({
  landsMs,
  startsMs,
  forMs,
  heldMs,
}: {
  landsMs: number;
  startsMs: number;
  forMs: number;
  heldMs?: number;
}) {
  let [positionMs, jumps, movesAtMs, rate] = [startsMs, NO_JUMPS, 0, 1];
  const jumpedAtMs: number[] = [];
  for (let nowMs = 0; nowMs < forMs; nowMs += 500) {
    if (nowMs < movesAtMs) continue;
    const lastMs = heldMs === undefined ? null : nowMs + heldMs;
    const step = stepTogether({ positionMs, wantedMs: nowMs, lastMs }, jumps, nowMs);
    ({ jumps } = step);
    if (step.toMs === null) rate = step.rate ?? rate;
    else {
      jumpedAtMs.push(nowMs);
      [positionMs, movesAtMs, rate] = [step.toMs, nowMs + landsMs, 1];
    }
    if (nowMs >= movesAtMs) positionMs += 500 * rate;
  }
  return { aheadMs: positionMs - forMs, jumpedAtMs };
}

it('brings who lands late together with a jump that aims further, and does not jump on and on', () => {
  for (const landsMs of [500, 1_500, 3_000, 6_000, 14_000]) {
    const { aheadMs, jumpedAtMs } = follow({ landsMs, startsMs: -60_000, forMs: 120_000 });
    expect(Math.abs(aheadMs)).toBeLessThan(300);
    expect(jumpedAtMs.length).toBeLessThanOrEqual(2);
  }
});

it('leaves ever more to see to who is not brought near by any jump', () => {
  const landsMs = 45_000;
  const { jumpedAtMs } = follow({ landsMs, startsMs: -60_000, forMs: 900_000 });
  const seenMs = jumpedAtMs.slice(1).map((atMs, i) => atMs - jumpedAtMs[i]! - landsMs);
  expect(seenMs).toEqual(seenMs.toSorted((a, b) => a - b));
  expect(seenMs.at(-1)).toBeGreaterThanOrEqual(60_000);
});

it('aims no further for a stall that was no jump’s', () => {
  const near = { ...NO_JUMPS, atMs: 0, landedAtMs: 4_000, leadMs: 1_000 };
  const { toMs } = stepTogether({ positionMs: 90_000, wantedMs: 100_000, lastMs: null }, near, 60_000);
  expect(toMs).toBe(101_000);
});

it('goes to nothing that is not there yet: who has seen all there is goes on', () => {
  const { aheadMs, jumpedAtMs } = follow({ landsMs: 500, startsMs: -14_000, forMs: 60_000, heldMs: -14_000 });
  expect(jumpedAtMs).toEqual([]);
  expect(aheadMs).toBe(-14_000);
});
