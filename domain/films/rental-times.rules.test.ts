import { describe, expect, it } from 'vitest';
import {
  endOf,
  firstSpan,
  isTooLong,
  leftMs,
  lostMs,
  mustFinishBy,
  outageSince,
  startOf,
  stateOf,
  watchByOf,
  type RentalTimes,
} from './rental-times.rules.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const RENTED_AT = new Date('2026-11-01T12:00:00.000Z');
const after = (ms: number) => new Date(RENTED_AT.getTime() + ms);

const rental = (given: Partial<RentalTimes> = {}): RentalTimes => ({
  rentedAt: RENTED_AT,
  watchBy: watchByOf(RENTED_AT, 30),
  watchHours: 48,
  startedAt: null,
  givenBackMs: 0,
  endedAt: null,
  ...given,
});

describe('30 days from the payment', () => {
  it('lasts to the last millisecond and not one longer', () => {
    expect(stateOf(rental(), after(30 * DAY_MS - MINUTE_MS))).toBe('notStarted');
    expect(stateOf(rental(), after(30 * DAY_MS - 1))).toBe('notStarted');
    expect(stateOf(rental(), after(30 * DAY_MS))).toBe('over');
  });

  it('counts elapsed time: a film of other days has other days', () => {
    expect(watchByOf(RENTED_AT, 7)).toEqual(after(7 * DAY_MS));
  });
});

describe('48 hours from the first moving picture', () => {
  const startedAt = after(5 * DAY_MS);
  const begun = rental({ startedAt });

  it('last to the last millisecond and not one longer', () => {
    expect(stateOf(begun, after(5 * DAY_MS + 48 * HOUR_MS - MINUTE_MS))).toBe('inUse');
    expect(stateOf(begun, after(5 * DAY_MS + 48 * HOUR_MS - 1))).toBe('inUse');
    expect(stateOf(begun, after(5 * DAY_MS + 48 * HOUR_MS))).toBe('over');
  });

  it('never run past day 30: the earlier end counts', () => {
    const late = rental({ startedAt: after(30 * DAY_MS - MINUTE_MS) });
    expect(endOf(late)).toEqual(after(30 * DAY_MS));
    expect(stateOf(late, after(30 * DAY_MS - 1))).toBe('inUse');
    expect(stateOf(late, after(30 * DAY_MS))).toBe('over');
  });

  it('and the 30 days may end at the same instant', () => {
    const both = rental({ startedAt: after(28 * DAY_MS) });
    expect(endOf(both)).toEqual(after(30 * DAY_MS));
    expect(stateOf(both, after(30 * DAY_MS - 1))).toBe('inUse');
    expect(stateOf(both, after(30 * DAY_MS))).toBe('over');
  });
});

describe('a clock of ours that was set back', () => {
  it('begins no hours before the rental', () => {
    expect(startOf(rental(), after(-HOUR_MS))).toEqual(RENTED_AT);
    expect(startOf(rental(), after(HOUR_MS))).toEqual(after(HOUR_MS));
  });

  it('tells nobody of more time than a rental has', () => {
    expect(leftMs(rental(), after(-HOUR_MS))).toBe(30 * DAY_MS);
    expect(leftMs(rental({ startedAt: after(HOUR_MS) }), RENTED_AT)).toBe(48 * HOUR_MS);
  });

  it('brings nothing back that was ended by hand', () => {
    expect(stateOf(rental({ endedAt: after(HOUR_MS) }), RENTED_AT)).toBe('over');
    expect(leftMs(rental({ endedAt: after(HOUR_MS) }), RENTED_AT)).toBe(0);
  });

  it('makes no outage', () => {
    expect(outageSince(after(HOUR_MS), RENTED_AT)).toBeNull();
  });
});

describe('before the press', () => {
  it('says by when a film must be finished: the hours from now, and day 30 where that comes first', () => {
    expect(mustFinishBy(rental(), after(DAY_MS))).toEqual(after(3 * DAY_MS));
    expect(mustFinishBy(rental(), after(29 * DAY_MS))).toEqual(after(30 * DAY_MS));
    expect(mustFinishBy(rental({ startedAt: after(HOUR_MS) }), after(DAY_MS))).toEqual(after(49 * HOUR_MS));
  });

  it('warns of a film that is longer than what is left', () => {
    const now = after(30 * DAY_MS - HOUR_MS);
    expect(isTooLong(rental(), HOUR_MS, now)).toBe(false);
    expect(isTooLong(rental(), HOUR_MS + 1, now)).toBe(true);
  });

  it('opens one minute: from the beginning, or from the position that is resumed', () => {
    const film = { startsAt: after(0), endsAt: after(90 * MINUTE_MS) };
    expect(firstSpan(film, null)).toEqual({ startsAt: after(0), endsAt: after(MINUTE_MS) });
    expect(firstSpan(film, after(40 * MINUTE_MS))).toEqual({
      startsAt: after(40 * MINUTE_MS),
      endsAt: after(41 * MINUTE_MS),
    });
    expect(firstSpan(film, film.endsAt)).toEqual({ startsAt: after(0), endsAt: after(MINUTE_MS) });
    expect(firstSpan({ startsAt: after(0), endsAt: after(30_000) }, null).endsAt).toEqual(after(30_000));
  });
});

describe('time lost by our fault', () => {
  const begun = rental({ startedAt: after(DAY_MS) });
  const outage = (fromMs: number, toMs: number) => ({ startsAt: after(fromMs), endsAt: after(toMs) });

  it('is what of an outage fell into the hours that ran', () => {
    expect(lostMs(begun, outage(DAY_MS + HOUR_MS, DAY_MS + 2 * HOUR_MS))).toBe(HOUR_MS);
    expect(lostMs(begun, outage(0, DAY_MS + HOUR_MS))).toBe(HOUR_MS);
    expect(lostMs(begun, outage(3 * DAY_MS - MINUTE_MS, 4 * DAY_MS))).toBe(MINUTE_MS);
    expect(lostMs(begun, outage(4 * DAY_MS, 5 * DAY_MS))).toBe(0);
  });

  it('is none of a film that was not begun, or was given back', () => {
    expect(lostMs(rental(), outage(0, DAY_MS))).toBe(0);
    expect(lostMs({ ...begun, endedAt: after(2 * DAY_MS) }, outage(DAY_MS, 2 * DAY_MS))).toBe(0);
  });

  it('comes behind the end, whichever of the two that is', () => {
    expect(endOf({ ...begun, givenBackMs: HOUR_MS })).toEqual(after(3 * DAY_MS + HOUR_MS));
    expect(endOf(rental({ startedAt: after(29 * DAY_MS), givenBackMs: HOUR_MS }))).toEqual(
      after(30 * DAY_MS + HOUR_MS),
    );
  });

  it('is noted when a look comes much too late, and not for one that was missed', () => {
    expect(outageSince(null, RENTED_AT)).toBeNull();
    expect(outageSince(RENTED_AT, after(3 * MINUTE_MS))).toBeNull();
    expect(outageSince(RENTED_AT, after(4 * MINUTE_MS))).toEqual({ startsAt: RENTED_AT, endsAt: after(4 * MINUTE_MS) });
  });
});
