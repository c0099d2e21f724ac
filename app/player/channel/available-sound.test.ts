import { describe, expect, it } from 'vitest';
import { heardAgainFrom, holesWithin, nearestAvailable, spansOfReply } from './available-sound.ts';

const MINUTE = 60_000;
/** Available from minute 10 to 20 and from 30 on; audio arrives at minute 60. */
const spans = spansOfReply({
  at: 60 * MINUTE,
  spans: [
    [10 * MINUTE, 20 * MINUTE],
    [30 * MINUTE, 60 * MINUTE - 4_000],
  ],
});
const again = (from: number, to: number) => {
  const atMs = heardAgainFrom(spans, from * MINUTE, to * MINUTE);
  return atMs === null ? null : atMs / MINUTE;
};

describe('a show that is over', () => {
  it('is offered from its start where that is kept', () => {
    expect([again(10, 20), again(12, 18), again(30, 50)]).toEqual([10, 12, 30]);
  });

  it('is offered from the first that is kept of it', () => expect([again(5, 18), again(15, 40)]).toEqual([10, 15]));

  it('is not offered when nothing of it is kept, nor for the end of it that meets another', () => {
    expect([again(0, 10), again(20, 30), again(21, 29)]).toEqual([null, null, null]);
    expect(heardAgainFrom(spans, 0, 10 * MINUTE + 59_000)).toBeNull();
    // A show that has just begun is available from its start.
    expect(heardAgainFrom(spans, 10 * MINUTE, 10 * MINUTE + 5_000)).toBe(10 * MINUTE);
    expect(heardAgainFrom([], 0, MINUTE)).toBeNull();
  });
});

describe('the ruler', () => {
  it('has holes where nothing is kept, and none where sound comes in', () => {
    const holes = holesWithin(spans, 0, 61 * MINUTE).map(({ fromMs, toMs }) => [fromMs / MINUTE, toMs / MINUTE]);
    expect(holes).toEqual([
      [0, 10],
      [20, 30],
    ]);
    expect(holesWithin([], 0, 5)).toEqual([{ fromMs: 0, toMs: 5 }]);
  });

  it('ends in a hole when sound has stopped coming in', () => {
    const silent = spansOfReply({ at: 60 * MINUTE, spans: [[0, 50 * MINUTE]] });
    expect(holesWithin(silent, 0, 60 * MINUTE)).toEqual([{ fromMs: 50 * MINUTE, toMs: 60 * MINUTE }]);
  });

  it('leads out of a hole on the side to which one goes', () => {
    const near = (at: number, back?: boolean) => nearestAvailable(spans, at * MINUTE, back) / MINUTE;
    expect([near(15), near(25), near(25, true), near(5), near(5, true), near(59)]).toEqual([15, 30, 20, 10, 10, 59]);
  });
});
