import { dayHkOf, isDayHk } from '#shared/hk-time.ts';
import { call } from '../call.ts';
import { filterOf } from '../lists/filter-of.ts';
import type { Days } from './figure-types.ts';

export type DayFilter = Partial<Record<'day' | 'with', string>>;

/** A day, and another that it is compared with. */
export interface TwoDays<T extends Days> {
  shown: T;
  other: T | null;
  /** As in the address. */
  filter: DayFilter;
}

/** The days of an address. Invalid and future days are left out. */
export function daysOf(url: string): DayFilter {
  const today = dayHkOf(new Date());
  const given = Object.entries(filterOf(url, ['day', 'with']));
  return Object.fromEntries(given.filter(([, day = '']) => isDayHk(day) && day <= today));
}

/** Reads a part of the figures for the days of an address. */
export async function loadTwoDays<T extends Days>(
  part: 'listening' | 'content' | 'ads',
  { url, signal }: Request,
): Promise<TwoDays<T>> {
  const filter = daysOf(url);
  const read = (day: string | undefined) =>
    call<T>(`/api/staff/figures/${part}?${new URLSearchParams(day === undefined ? {} : { day })}`, undefined, signal);
  const [shown, other] = await Promise.all([read(filter.day), filter.with === undefined ? null : read(filter.with)]);
  return { shown, other, filter };
}
