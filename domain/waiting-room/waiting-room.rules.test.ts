import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aheadOf, nextAskMs, turnTimes } from './waiting-room.rules.ts';

const NOW = new Date('2026-12-05T11:30:00Z');
const after = (ms: number) => new Date(NOW.getTime() + ms);
const idle = { perSecond: 10, opensAt: after(-60_000), nextTurnAt: null };

describe('turns', () => {
  it('lets in at once what a second holds, and then one after the other', () => {
    const { turns, nextTurnAt } = turnTimes(idle, 25, NOW);
    expect(turns.filter((turn) => turn.getTime() === NOW.getTime())).toHaveLength(11);
    expect(turns[11]).toEqual(after(100));
    expect(turns[24]).toEqual(after(1_400));
    expect(nextTurnAt).toEqual(after(1_500));
  });

  it('goes on where those who came before end', () => {
    const first = turnTimes(idle, 25, NOW);
    const second = turnTimes({ ...idle, nextTurnAt: first.nextTurnAt }, 1, after(10));
    expect(second.turns).toEqual([after(1_500)]);
  });

  it('lets nobody in before the doors', () => {
    const { turns } = turnTimes({ ...idle, opensAt: after(60_000) }, 100, NOW);
    expect(Math.min(...turns.map(Number))).toBe(after(60_000).getTime());
  });

  it('never lets in more than its rate, whoever comes when, and keeps the order of coming', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.5, max: 500, noNaN: true }),
        fc.array(fc.tuple(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 1, max: 50 })), { maxLength: 30 }),
        (perSecond, groups) => {
          let rate = { perSecond, opensAt: NOW, nextTurnAt: null as Date | null };
          let at = 0;
          const turns: number[] = [];
          for (const [laterMs, count] of groups) {
            at += laterMs;
            const given = turnTimes(rate, count, after(at));
            turns.push(...given.turns.map(Number));
            rate = { ...rate, nextTurnAt: given.nextTurnAt };
          }
          expect(turns).toEqual(turns.toSorted((a, b) => a - b));
          for (const from of turns) {
            const inSecond = turns.filter((turn) => turn >= from && turn < from + 1_000).length;
            expect(inSecond).toBeLessThanOrEqual(Math.ceil(2 * perSecond) + 2);
          }
        },
      ),
    );
  });
});

it('counts who is let in before', () => {
  expect(aheadOf([1, 3, 3, 7], 3)).toBe(1);
  expect(aheadOf([1, 3, 3, 7], 8)).toBe(4);
  expect(aheadOf([], 8)).toBe(0);
});

it('has nobody ask more than once a second or less than each twenty, and not all at once', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -10_000, max: 10_000_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (left, random) => {
        expect(nextAskMs(left, random)).toBeGreaterThanOrEqual(1_000);
        expect(nextAskMs(left, random)).toBeLessThanOrEqual(20_000);
      },
    ),
  );
  expect(nextAskMs(60_000, 0)).not.toBe(nextAskMs(60_000, 0.9));
});
