import { afterEach, expect, it, vi } from 'vitest';
import { correctedOffset, learnStationTime, stationNowMs } from './station-time.ts';

afterEach(() => vi.useRealTimers());

it('R-279 changes the offset only where it differs by more than a second', () => {
  expect(correctedOffset(0, 10_000, 9_000)).toBe(0);
  expect(correctedOffset(0, 10_000, 8_999)).toBe(1_001);
  expect(correctedOffset(5_000, 10_000, 4_200)).toBe(5_000);
  expect(correctedOffset(5_000, 10_000, 10_000)).toBe(0);
});

it('R-280 tells the station’s time on a clock that is an hour ahead, and on one that is right', () => {
  vi.useFakeTimers({ now: new Date('2026-11-21T13:00:00Z') });
  const told = (date: string | null) => {
    learnStationTime(new Response(null, date === null ? {} : { headers: { date } }));
    return new Date(stationNowMs()).toISOString();
  };
  expect(told('Sat, 21 Nov 2026 12:00:00 GMT')).toBe('2026-11-21T12:00:00.500Z');
  expect(told(null)).toBe('2026-11-21T12:00:00.500Z');
  expect(told('Sat, 21 Nov 2026 13:00:00 GMT')).toBe('2026-11-21T13:00:00.500Z');
});
