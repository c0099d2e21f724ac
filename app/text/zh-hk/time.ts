import { addDaysHk, instantHk, weekdayHk, type DayHk } from '#shared/hk-time.ts';
import { dayHeadingOf, type DayHeading } from '#shared/station-day.ts';

const WEEKDAYS = ['星期日', '星期一', '星期二', '星期三', '星期四', '星期五', '星期六'] as const;
const SHORT = ['日', '一', '二', '三', '四', '五', '六'] as const;

/** Dates and times. `weekday` counts from Sunday 0. */
export const timeText = {
  weekday: (weekday: number): string => WEEKDAYS[weekday] ?? '',
  shortWeekday: (weekday: number): string => SHORT[weekday] ?? '',
  everyDay: '每日',
  /** 星期一、三至五 from short weekday names and ranges. */
  weekdays: (parts: string[]) => `星期${parts.join('、')}`,
  today: '今日',
  tomorrow: '聽日',
  yesterday: '尋日',
  range: (from: string, to: string) => `${from} – ${to}`,
  spokenRange: (from: string, to: string) => `${from}至${to}`,
  /** 今日, 聽日, 尋日, 星期三 within a week, else the date. */
  relativeDay: (day: DayHk, today: DayHk): string => {
    if (day === today) return '今日';
    if (day === addDaysHk(today, 1)) return '聽日';
    if (day === addDaysHk(today, -1)) return '尋日';
    return day > today && day < addDaysHk(today, 7) ? (WEEKDAYS[weekdayHk(day)] ?? '') : timeText.date(day);
  },
  /** 尋晚, 今日凌晨, 聽日凌晨, 11月25日凌晨: the heading where a list continues after midnight. */
  dayHeading: ({ day, part }: DayHeading, today: DayHk): string => {
    if (part === 'evening') return '尋晚';
    const isNear = day >= addDaysHk(today, -1) && day <= addDaysHk(today, 1);
    if (part === 'smallHours') return `${isNear ? timeText.relativeDay(day, today) : timeText.date(day)}凌晨`;
    return timeText.relativeDay(day, today);
  },
  /**
   * The day of a past show: 今日, 尋晚, 今日凌晨; before yesterday, the date of its broadcast day, 11月25日. `today` is the
   * date, which changes at midnight.
   */
  showDay: ({ day, startsAtMs }: { day: DayHk; startsAtMs: number }, today: DayHk): string => {
    const heading = dayHeadingOf(new Date(startsAtMs), instantHk(today, 0));
    return heading.day < addDaysHk(today, -1) ? timeText.date(day) : timeText.dayHeading(heading, today);
  },
  /** 11月22日 and 星期日, separated by an ideographic space. */
  dateAndWeekday: (day: DayHk): string => `${timeText.date(day)}　${WEEKDAYS[weekdayHk(day)] ?? ''}`,
  /** 00:30 on another day than that of the heading: 聽日凌晨 00:30. */
  clockOf: (heading: DayHeading, today: DayHk, clock: string): string =>
    heading.day === today && heading.part === 'day' ? clock : `${timeText.dayHeading(heading, today)} ${clock}`,
  year: (year: string): string => `${year}年`,
  /** 11月22日 */
  date: (day: DayHk): string => `${Number(day.slice(5, 7))}月${Number(day.slice(8))}日`,
  /** 2026年11月22日（星期日） */
  fullDate: (day: DayHk): string =>
    `${Number(day.slice(0, 4))}年${timeText.date(day)}（${WEEKDAYS[weekdayHk(day)] ?? ''}）`,
  dayOfMonth: (day: DayHk): string => String(Number(day.slice(8))),
};
