import { array, assert, integer, property, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gapsIn, removedIn, unheardIn, without, type Stretch } from './sound-spans.rules.ts';

const MINUTE = 60_000;
const span = (from: number, to: number): Stretch => ({ from: from * MINUTE, to: to * MINUTE });

describe('what is left of stretches', () => {
  it('is each instant that lies in one and in nothing that was taken away', () => {
    const stretch = tuple(integer({ min: 0, max: 30 }), integer({ min: 1, max: 12 })).map(
      ([from, length]): Stretch => ({ from, to: from + length }),
    );
    const covers = (list: readonly Stretch[], at: number) => list.some(({ from, to }) => at >= from && at < to);
    assert(
      property(array(stretch, { maxLength: 4 }), array(stretch, { maxLength: 4 }), (all, taken) => {
        const left = without(all, taken);
        for (let at = 0; at < 45; at++) expect(covers(left, at)).toBe(covers(all, at) && !covers(taken, at));
      }),
    );
  });
});

describe('what is missing of a replay', () => {
  const hour = span(0, 60);

  it('is what no encoder sent, and not what was taken out for rights', () => {
    const removed = [span(30, 32)];
    expect(gapsIn(hour, { sound: [span(0, 10), span(12, 30), span(32, 60)], removed, isOpen: false })).toEqual([
      span(10, 12),
    ]);
  });

  it('is nothing yet where the sound is still to come', () => {
    expect(gapsIn(hour, { sound: [span(0, 20)], removed: [], isOpen: true })).toEqual([]);
    expect(gapsIn(hour, { sound: [span(0, 20)], removed: [], isOpen: false })).toEqual([span(20, 60)]);
  });

  it('is no segment that was cut with a part taken out', () => {
    const sound = [{ from: 0, to: 10 * MINUTE - 3_000 }, span(12, 60)];
    expect(gapsIn(hour, { sound, removed: [span(10, 12)], isOpen: false })).toEqual([]);
  });

  it('says why it was taken out, and that of the earlier where two overlap', () => {
    const removal = (from: number, to: number, why: 'rights' | 'law') => ({
      startsAt: new Date(from * MINUTE),
      endsAt: new Date(to * MINUTE),
      why,
    });
    expect(removedIn(hour, [removal(20, 30, 'law'), removal(-5, 25, 'rights'), removal(70, 80, 'law')])).toEqual([
      { ...span(0, 25), why: 'rights' },
      { ...span(25, 30), why: 'law' },
    ]);
  });
});

describe('what was not heard', () => {
  it('is the sound without what was heard of it, and no breath between two spells', () => {
    const heard = [span(0, 10), { from: 10 * MINUTE + 4_000, to: 20 * MINUTE }, span(40, 50)];
    expect(unheardIn([span(0, 30), span(35, 60)], heard)).toEqual([span(20, 30), span(35, 40), span(50, 60)]);
  });
});
