import { moneyText } from '#app/text/zh-hk/desk-money.ts';

const MINUTES_AN_HOUR = 60;
const MINUTES_A_DAY = 24 * MINUTES_AN_HOUR;

/** How long ago an instant in Unix seconds was. */
export function ageText(seconds: number, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() / 1000 - seconds) / 60));
  if (minutes < MINUTES_AN_HOUR) return moneyText.age.minutes(minutes);
  if (minutes < 2 * MINUTES_A_DAY) return moneyText.age.hours(Math.floor(minutes / MINUTES_AN_HOUR));
  return moneyText.age.days(Math.floor(minutes / MINUTES_A_DAY));
}
