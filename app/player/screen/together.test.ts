import { expect, it } from 'vitest';
import { clockAheadMs, correctionOf, sharedBehindMs } from './together.ts';

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
