import { eventPlayerText } from '#app/text/zh-hk/event-player.ts';
import { clockHk } from '#shared/hk-time.ts';
import type { StripMessage } from './event-player.types.ts';
import styles from './event.module.css';

const SHOWN = 3;

/**
 * The station's messages, newest first, below the picture. A live region; its container is there from the start, with
 * room for a message that may come while the event is on the air.
 */
export function MessageStrip({ messages, isOnAir }: { messages: readonly StripMessage[]; isOnAir: boolean }) {
  return (
    <section className={styles.strip} data-on-air={isOnAir || undefined} aria-label={eventPlayerText.messages}>
      <ol aria-live="polite">
        {messages
          .slice(-SHOWN)
          .toReversed()
          .map(({ id, atMs, words }) => (
            <li key={id}>
              <time dateTime={new Date(atMs).toISOString()}>{clockHk(new Date(atMs))}</time>
              {words}
            </li>
          ))}
      </ol>
    </section>
  );
}
