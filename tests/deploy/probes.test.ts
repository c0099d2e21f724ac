import { expect, it } from 'vitest';
import { outcomeOf } from '../../deploy/stand/probes.ts';

const attempt = (beganMs: number, endedMs: number, isGood: boolean) => ({ beganMs, endedMs, isGood });

it('counts an outage from the first attempt that failed until one that began later succeeded, whatever is still open', () => {
  expect(
    outcomeOf([
      attempt(0, 100, true),
      attempt(1_000, 11_000, false),
      attempt(2_000, 9_300, true),
      attempt(3_000, 9_100, true),
      attempt(10_000, 10_100, true),
    ]),
  ).toEqual({ tries: 5, failures: 1, longestMs: 8_100 });
});

it('counts each outage by itself, and one that has not ended until the last attempt', () => {
  expect(
    outcomeOf([
      attempt(0, 2_000, false),
      attempt(1_000, 3_000, false),
      attempt(4_000, 4_100, true),
      attempt(5_000, 6_000, false),
      attempt(7_000, 12_000, false),
    ]),
  ).toEqual({ tries: 5, failures: 4, longestMs: 7_000 });
  expect(outcomeOf([attempt(0, 100, true)])).toEqual({ tries: 1, failures: 0, longestMs: 0 });
});
