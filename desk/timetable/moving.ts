import { addDaysHk, dayHkOf, minuteHkOf, MINUTES_A_DAY, type DayHk } from '#shared/hk-time.ts';
import { blockOf, dayOfItem, rowChange, rowsAsShown, type DraftedRow, type Week, type WeekItem } from './drafting.ts';

/** Minutes by which a key moves a block. */
const STEP_MINUTES = 15;

/** How far a block was moved: its start and end, or its end alone, by minutes; or all of it by days. */
export interface Move {
  minutes: number;
  endMinutes: number;
  days: number;
}
export const NO_MOVE: Move = { minutes: 0, endMinutes: 0, days: 0 };

/** What a key adds to a move; null for other keys. */
export function moveOfKey({ key, altKey, shiftKey }: Pick<KeyboardEvent, 'key' | 'altKey' | 'shiftKey'>): Move | null {
  if (!altKey) return null;
  const minutes = { ArrowDown: STEP_MINUTES, ArrowUp: 0 - STEP_MINUTES }[key];
  if (minutes !== undefined) return shiftKey ? { ...NO_MOVE, endMinutes: minutes } : { ...NO_MOVE, minutes };
  const days = { ArrowRight: 1, ArrowLeft: -1 }[key];
  return days === undefined || shiftKey ? null : { ...NO_MOVE, days };
}

export const movedBy = (a: Move, b: Move): Move => ({
  minutes: a.minutes + b.minutes,
  endMinutes: a.endMinutes + b.endMinutes,
  days: a.days + b.days,
});

interface Moved {
  rows: DraftedRow[];
  day: DayHk;
  startMinute: number;
  endMinute: number;
  isWeekly: boolean;
}

const weekdaysLater = (mask: number, days: number): number => {
  const by = ((days % 7) + 7) % 7;
  return ((mask << by) | (mask >> (7 - by))) & 127;
};

/**
 * The rows to save for a block that was moved: an override itself, a weekly row from that day on. Null for the filler, and
 * for a block that would be empty or longer than a day.
 */
export function movedBlock(week: Week, item: WeekItem, move: Move, today: DayHk): Moved | null {
  const block = blockOf(rowsAsShown(week), item);
  if (block === null) return null;
  const { id: _, ...values } = block.row;
  const length = values.endMinute - values.startMinute + move.endMinutes;
  if (length <= 0 || length > MINUTES_A_DAY) return null;
  const minute = values.startMinute + move.minutes;
  // Past midnight a block belongs to the day before or after.
  const days = move.days + Math.floor(minute / MINUTES_A_DAY);
  const startMinute = minute - Math.floor(minute / MINUTES_A_DAY) * MINUTES_A_DAY;
  const minutes = { startMinute, endMinute: startMinute + length };
  const day = dayOfItem(item, values.startMinute);
  const moved = { day: addDaysHk(day, days), ...minutes };
  if (block.kind === 'override') {
    const { dayFrom, dayTo } = block.row;
    const on = { dayFrom: addDaysHk(dayFrom, days), dayTo: addDaysHk(dayTo, days) };
    return { ...moved, rows: rowChange(week, block, { ...values, ...minutes, ...on }, day), isWeekly: false };
  }
  const weekdayBitwise = weekdaysLater(block.row.weekdayBitwise, days);
  const first = days < 0 ? moved.day : day;
  const from = first > today ? first : today;
  return { ...moved, rows: rowChange(week, block, { ...values, ...minutes, weekdayBitwise }, from), isWeekly: true };
}

/** Whether an item is what a moved block became. */
export const isMoved = (item: WeekItem, { day, startMinute }: Pick<Moved, 'day' | 'startMinute'>): boolean => {
  const startsAt = new Date(item.start_ts * 1000);
  return item.source !== 'filler' && dayHkOf(startsAt) === day && minuteHkOf(startsAt) === startMinute;
};
