import { sayHowLongAgo } from './how-long-ago.ts';

/**
 * When something was published. The HTML says the day and the hour, so a kept page stays true; the browser says how
 * long ago where that is shorter (`how-long-ago.ts`).
 */
export function PublishedTime({
  atMs,
  words,
}: {
  atMs: number;
  /** The instant in words that stay true. */ words: string;
}) {
  return (
    <time ref={sayHowLongAgo} dateTime={new Date(atMs).toISOString()} data-published={words}>
      {words}
    </time>
  );
}
