import { timeText } from '#app/text/zh-hk/time.ts';
import type { ChannelId } from '#shared/enums.ts';
import { clockOfMinute } from '#shared/hk-time.ts';

export interface ScheduleRow {
  channelId: ChannelId;
  weekdayBitwise: number;
  startMinute: number;
  endMinute: number;
  horseRacingSkip: boolean;
}

/** A line of the air times. */
export interface ScheduleLine {
  channelId: ChannelId;
  /** 星期一至五 */
  days: string;
  /** 14:00 – 17:00 */
  time: string;
  racingSkip: boolean;
}

/** The displayed week starts on Monday, that of the mask on Sunday. */
const WEEK = [1, 2, 3, 4, 5, 6, 0];

/** 每日, 星期一至五, 星期六、日, 星期一、三至五: the days of a mask (Sunday 1) in words. */
export function weekdayWords(mask: number): string {
  const days = WEEK.map((weekday) => (mask & (1 << weekday)) !== 0);
  if (days.every(Boolean)) return timeText.everyDay;
  const runs: string[] = [];
  for (let i = 0; i < WEEK.length; i++) {
    if (!days[i]) continue;
    let last = i;
    while (days[last + 1]) last += 1;
    const name = (at: number) => timeText.shortWeekday(WEEK[at] ?? 0);
    if (last - i >= 2) runs.push(timeText.spokenRange(name(i), name(last)));
    else for (let day = i; day <= last; day++) runs.push(name(day));
    i = last;
  }
  return runs.length === 0 ? '' : timeText.weekdays(runs);
}

/** The base rows of a programme as lines: rows of one channel with the same times are merged. */
export function scheduleLines(rows: readonly ScheduleRow[]): ScheduleLine[] {
  const merged = new Map<string, ScheduleRow>();
  for (const row of rows) {
    const key = `${row.channelId} ${row.startMinute} ${row.endMinute} ${row.horseRacingSkip}`;
    const same = merged.get(key);
    if (same) merged.set(key, { ...same, weekdayBitwise: same.weekdayBitwise | row.weekdayBitwise });
    else merged.set(key, row);
  }
  return [...merged.values()].map((row) => ({
    channelId: row.channelId,
    days: weekdayWords(row.weekdayBitwise),
    time: timeText.range(clockOfMinute(row.startMinute), clockOfMinute(row.endMinute)),
    racingSkip: row.horseRacingSkip,
  }));
}
