import { STATION_DAY_STARTS_MINUTE } from '#shared/station-day.ts';

export type DayPart = 'dawn' | 'morning' | 'afternoon' | 'evening' | 'smallHours';

/** Parts of the broadcast day with their starting minute; after midnight comes last. */
const STARTS: [DayPart, number][] = [
  ['smallHours', 0],
  ['dawn', STATION_DAY_STARTS_MINUTE],
  ['morning', 390],
  ['afternoon', 720],
  ['evening', 1140],
];

export function dayPartOf(minute: number): DayPart {
  return STARTS.findLast(([, start]) => minute >= start)?.[0] ?? 'smallHours';
}

/** Items by part, in broadcast order; parts without items are omitted. */
export function groupByPart<T>(items: readonly T[], minuteOf: (item: T) => number): { part: DayPart; items: T[] }[] {
  const groups: { part: DayPart; items: T[] }[] = [];
  for (const item of items) {
    const part = dayPartOf(minuteOf(item));
    const last = groups.at(-1);
    if (last?.part === part) last.items.push(item);
    else groups.push({ part, items: [item] });
  }
  return groups;
}
