import { expect, it } from 'vitest';
import { watchStandstill } from './standstill.ts';

const EVERY_MS = 250;

/** Results for a clock polled at these times. */
const seen = (times: readonly number[], everyMs = EVERY_MS) => {
  const look = watchStandstill();
  return times.map((timeS, at) => look(timeS, 1_000 + at * everyMs, true)).at(-1);
};
const stood = (looks: number) => [10, 10.25, ...Array.from({ length: looks }, () => 10.25)];

it('says of a clock that goes on that it moves, and of one that stood for two seconds that it stands', () => {
  expect(seen([10, 10.25, 10.5])).toBe('moves');
  expect(seen(stood(7))).not.toBe('stands');
  expect(seen(stood(8))).toBe('stands');
  expect(seen([...stood(20), 10.5])).toBe('moves');
});

it('lets a clock stand that is not to move, and gives it its time when it is', () => {
  const look = watchStandstill();
  for (let nowMs = 0; nowMs < 60_000; nowMs += EVERY_MS) expect(look(10, nowMs, false)).toBe('unsure');
  expect(look(10, 60_000, true)).toBe('unsure');
});

it('takes a seek for no motion, and a nap of the tab for no standstill', () => {
  expect(seen([10, 10.25, 300])).toBe('unsure');
  expect(seen([10, 10.25, 2])).toBe('unsure');
  expect(seen([10, 10.25, 10.25], 3_600_000)).not.toBe('stands');
});
