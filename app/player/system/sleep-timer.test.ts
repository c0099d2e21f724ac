import { expect, it } from 'vitest';
import { sleepAfter, sleepAtEndOf, sleepLeftMs } from './sleep-timer.ts';

it('runs out by the clock, however far behind live the sound is', () => {
  const timer = sleepAfter(15, 1_000);
  expect(sleepLeftMs(timer, { nowMs: 1_000, heardAtMs: 0 })).toBe(900_000);
  expect(sleepLeftMs(timer, { nowMs: 2_000_000, heardAtMs: 0 })).toBe(0);
});

it('ends with the programme as it is heard, not as it is broadcast', () => {
  const timer = sleepAtEndOf({ endsAtMs: 100_000 });
  expect(sleepLeftMs(timer, { nowMs: 150_000, heardAtMs: 40_000 })).toBe(60_000);
  expect(sleepLeftMs(timer, { nowMs: 150_000, heardAtMs: 100_000 })).toBe(0);
});
