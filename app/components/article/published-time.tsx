import { content } from '#app/text/zh-hk/content.ts';
import { useLateValue } from '#app/ui/use-late-value.ts';
import { clockHk, dayHkOf } from '#shared/hk-time.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for every time on the page. */
function onMinute(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, MINUTE_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

const thisMinute = () => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;

function near(atMs: number, nowMs: number, words: string): string {
  const ageMs = nowMs + MINUTE_MS - atMs;
  if (ageMs < 0) return words;
  if (ageMs < MINUTE_MS) return content.justNow;
  if (ageMs < HOUR_MS) return content.minutesAgo(Math.floor(ageMs / MINUTE_MS));
  const at = new Date(atMs);
  return dayHkOf(at) === dayHkOf(new Date(nowMs)) ? clockHk(at) : words;
}

/**
 * When something was published. The HTML says the day and the hour, so a kept page stays true; the browser says how
 * long ago where that is shorter.
 */
export function PublishedTime({
  atMs,
  words,
}: {
  atMs: number;
  /** The instant in words that stay true. */ words: string;
}) {
  const nowMs = useLateValue<number | null>(onMinute, thisMinute, null);
  return <time dateTime={new Date(atMs).toISOString()}>{nowMs === null ? words : near(atMs, nowMs, words)}</time>;
}
