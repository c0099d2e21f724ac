import { content } from '#app/text/zh-hk/content.ts';
import { clockHk, dayHkOf } from '#shared/hk-time.ts';
import { isHydrated } from '#app/ui/is-hydrated.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Time since `atMs` in whole minutes, if that is shorter than the absolute text. */
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

/** For times rendered after the page became interactive; those of the server's HTML are updated when it is idle. */
export function sayHowLongAgo(time: HTMLTimeElement | null): void {
  if (time !== null && isHydrated()) say(time);
}

/**
 * Keeps the relative times of a page current, including those in HTML that is never hydrated: one timer a minute for
 * all.
 */
export function keepTimesTrue(): void {
  const look = () => document.querySelectorAll<HTMLTimeElement>('time[data-published]').forEach(say);
  look();
  setInterval(look, MINUTE_MS);
}
