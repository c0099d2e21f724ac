import type { Interval } from './timetable.rules.ts';

export interface AsRunItem extends Interval {
  programId: number;
}

/**
 * The part of an item the clock may record beside the staff's records: nothing if they already contain this programme,
 * otherwise what remains around them.
 */
export function withoutStaff(item: AsRunItem, staff: readonly AsRunItem[]): AsRunItem[] {
  const overlapping = staff.filter((row) => row.startsAt < item.endsAt && row.endsAt > item.startsAt);
  if (overlapping.some((row) => row.programId === item.programId)) return [];
  let rest = [item];
  for (const row of overlapping) {
    rest = rest.flatMap((piece) => {
      if (row.endsAt <= piece.startsAt || row.startsAt >= piece.endsAt) return [piece];
      const before = { ...piece, endsAt: row.startsAt };
      const after = { ...piece, startsAt: row.endsAt };
      return [before, after].filter((part) => part.endsAt > part.startsAt);
    });
  }
  return rest;
}
