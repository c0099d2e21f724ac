import { sayHowLongAgo } from './how-long-ago.ts';

/**
 * Time of publication. The HTML contains the absolute date and time, so cached pages stay correct; the browser replaces
 * it with a relative time where that is shorter (`how-long-ago.ts`).
 */
export function PublishedTime({ atMs, words }: { atMs: number; /** The absolute time in words. */ words: string }) {
  return (
    <time ref={sayHowLongAgo} dateTime={new Date(atMs).toISOString()} data-published={words}>
      {words}
    </time>
  );
}
