import { expect, it } from 'vitest';
import {
  anchoredMonth,
  anchorOf,
  daysOfCents,
  endOfDays,
  endOfPeriod,
  lastDayOf,
  midnightFrom,
  movedUp,
  nextOfCalendar,
  startBehind,
  wholeDays,
} from './plan-times.rules.ts';

const at = (text: string) => new Date(`${text}+08:00`);

it('gives the rest of the day of payment and then as many whole Hong Kong days as were paid', () => {
  expect(endOfDays(at('2026-11-21T23:50:00'), 250)).toEqual(at('2027-07-30T00:00:00'));
  expect(endOfDays(at('2026-11-21T00:00:00'), 250)).toEqual(at('2027-07-29T00:00:00'));
  for (const hour of ['00:00:00', '00:00:01', '12:00:00', '23:59:59'])
    for (const days of [1, 30, 250, 365]) {
      const startsAt = at(`2026-11-21T${hour}`);
      expect(wholeDays({ startsAt, endsAt: endOfDays(startsAt, days) })).toBe(days);
    }
});

it('keeps the anchor of a series of months: 31 Jan, 28 Feb, 31 Mar; 29 Feb of a leap year (section 8.13)', () => {
  const ends = [at('2027-01-31T14:00:00')];
  const anchor = anchorOf(ends[0]!);
  expect(anchor).toBe(31);
  for (let n = 0; n < 4; n++) ends.push(endOfPeriod(ends.at(-1)!, 1, anchor));
  expect(ends.slice(1).map(lastDayOf)).toEqual(['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']);
  expect(anchoredMonth('2028-01-31', 1, 31)).toBe('2028-02-29');
  expect(anchoredMonth('2028-02-29', 12, 29)).toBe('2029-02-28');
  expect(anchoredMonth('2026-11-30', 1, 30)).toBe('2026-12-30');
});

it('lets no instant lie between a period and the next one', () => {
  let startsAt = at('2026-08-31T09:15:00');
  const anchor = anchorOf(startsAt);
  for (let n = 0; n < 36; n++) {
    const endsAt = endOfPeriod(startsAt, 1, anchor);
    expect(endsAt).toEqual(midnightFrom(endsAt));
    expect(wholeDays({ startsAt, endsAt })).toBeGreaterThanOrEqual(28);
    expect(wholeDays({ startsAt, endsAt })).toBeLessThanOrEqual(31);
    startsAt = endsAt;
  }
});

it('takes the days that cents paid for, rounded up', () => {
  expect(daysOfCents(250, 38_800, 38_800)).toBe(250);
  expect(daysOfCents(250, 38_800, 19_400)).toBe(125);
  expect(daysOfCents(250, 38_800, 1)).toBe(1);
});

const now = at('2026-11-21T12:00:00');
const time = (id: number, source: string, startsAt: string, endsAt: string) => ({
  id,
  source,
  startsAt: at(startsAt),
  endsAt: at(endsAt),
});

it('queues behind what was paid for, and not behind what is heard on grace', () => {
  expect(startBehind([], now)).toEqual(now);
  const paid = time(1, 'order', '2026-11-01T00:00:00', '2026-12-01T00:00:00');
  const over = time(2, 'order', '2026-01-01T00:00:00', '2026-02-01T00:00:00');
  const grace = time(3, 'grace', '2026-12-01T00:00:00', '2026-12-09T00:00:00');
  expect(startBehind([over], now)).toEqual(now);
  expect(startBehind([over, paid, grace], now)).toEqual(paid.endsAt);
});

it('moves up what waits when the time before it was taken back, with as many days as it had', () => {
  const waiting = time(2, 'order', '2027-01-01T00:00:00', '2027-01-31T00:00:00');
  const last = time(3, 'code', '2027-01-31T00:00:00', '2027-02-10T00:00:00');
  const moved = movedUp([last, waiting], now);
  expect(moved.map(({ id }) => id)).toEqual([2, 3]);
  expect(moved[0]!.startsAt).toEqual(now);
  expect(moved.map(wholeDays)).toEqual([30, 10]);
  expect(moved[1]!.startsAt).toEqual(moved[0]!.endsAt);
  const running = time(1, 'order', '2026-11-01T00:00:00', '2027-01-01T00:00:00');
  expect(movedUp([running, waiting, last], now)).toEqual([]);
});

it('tells the next charge of a provider’s own calendar by the day on which it was begun', () => {
  expect(nextOfCalendar('2026-01-31', 1, '2026-01-31')).toBe('2026-02-28');
  expect(nextOfCalendar('2026-01-31', 1, '2026-02-28')).toBe('2026-03-31');
  expect(nextOfCalendar('2024-02-29', 12, '2026-11-22')).toBe('2027-02-28');
});
