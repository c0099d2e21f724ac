import { addDaysHk, weekdayHk, type DayHk } from '#shared/hk-time.ts';

const WEEKDAYS = ['星期日', '星期一', '星期二', '星期三', '星期四', '星期五', '星期六'] as const;
const SHORT = ['日', '一', '二', '三', '四', '五', '六'] as const;

/** Words of days and times. `weekday` counts from Sunday 0. */
export const timeText = {
  weekday: (weekday: number): string => WEEKDAYS[weekday] ?? '',
  shortWeekday: (weekday: number): string => SHORT[weekday] ?? '',
  everyDay: '每日',
  /** 星期一、三至五 from short names and ranges of them. */
  weekdays: (parts: string[]) => `星期${parts.join('、')}`,
  today: '今日',
  tomorrow: '聽日',
  yesterday: '尋日',
  range: (from: string, to: string) => `${from} – ${to}`,
  spokenRange: (from: string, to: string) => `${from}至${to}`,
  /** 今日, 聽日, 尋日, 星期三 within a week, otherwise the date. */
  relativeDay: (day: DayHk, today: DayHk): string => {
    if (day === today) return '今日';
    if (day === addDaysHk(today, 1)) return '聽日';
    if (day === addDaysHk(today, -1)) return '尋日';
    return day > today && day < addDaysHk(today, 7) ? (WEEKDAYS[weekdayHk(day)] ?? '') : timeText.date(day);
  },
  year: (year: string): string => `${year}年`,
  /** 11月22日 */
  date: (day: DayHk): string => `${Number(day.slice(5, 7))}月${Number(day.slice(8))}日`,
  /** 2026年11月22日（星期日） */
  fullDate: (day: DayHk): string =>
    `${Number(day.slice(0, 4))}年${timeText.date(day)}（${WEEKDAYS[weekdayHk(day)] ?? ''}）`,
  dayOfMonth: (day: DayHk): string => String(Number(day.slice(8))),
};
