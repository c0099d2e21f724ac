import { content } from '#app/text/zh-hk/content.ts';
import { clockHk, dayHkOf } from '#shared/hk-time.ts';
import { isHydrated } from '#app/ui/is-hydrated.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How long before `nowMs` something was, in whole minutes, where that says more than the words that stay true. */
export function howLongAgo(atMs: number, nowMs: number, words: string): string {
  const ageMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS + MINUTE_MS - atMs;
  if (ageMs < 0) return words;
  if (ageMs < MINUTE_MS) return content.justNow;
  if (ageMs < HOUR_MS) return content.minutesAgo(Math.floor(ageMs / MINUTE_MS));
  const at = new Date(atMs);
  return dayHkOf(at) === dayHkOf(new Date(nowMs)) ? clockHk(at) : words;
}

function say(time: HTMLTimeElement): void {
  const words = howLongAgo(Date.parse(time.dateTime), Date.now(), time.dataset.published ?? '');
  if (time.textContent !== words) time.textContent = words;
}

/** For a time that is drawn on a page that answers already; those of the server's HTML are said when it is at rest. */
export function sayHowLongAgo(time: HTMLTimeElement | null): void {
  if (time !== null && isHydrated()) say(time);
}

/** Keeps the times of a page true, also those in HTML that no script goes through: once a minute for all of them. */
export function keepTimesTrue(): void {
  const look = () => document.querySelectorAll<HTMLTimeElement>('time[data-published]').forEach(say);
  look();
  setInterval(look, MINUTE_MS);
}
