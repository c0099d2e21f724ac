import { liveEventsText as text } from '#app/text/zh-hk/live-events.ts';
import type { EntryWire } from '#domain/events/events.schema.ts';
import { useStationSecond } from '#app/components/hooks/use-station-second.ts';
import styles from './live-event.module.css';

const GROUPED = new Intl.NumberFormat('en');

/** Visitors ahead, and the estimated wait. A polite live region. */
export function WaitingRoom({ entry, serverNowMs }: { entry: EntryWire; serverNowMs: number }) {
  const nowMs = useStationSecond(serverNowMs);
  const minutes = Math.max(0, Math.round((entry.turn_ts * 1_000 - nowMs) / 60_000));
  return (
    <div className={styles.room}>
      <p className={styles.dot}>{text.roomTitle}</p>
      <div aria-live="polite" aria-atomic="true">
        {entry.ahead === 0 ? (
          <p className={styles.roomSoon}>{text.roomSoon}</p>
        ) : (
          <>
            <p className={styles.hint}>{text.roomAhead}</p>
            <p className={styles.roomNumber}>
              {GROUPED.format(entry.ahead)}
              <span className="vh">{text.people}</span>
            </p>
            <p className={styles.hint}>
              <span aria-hidden="true">{text.people}　</span>
              {text.about(minutes)}
            </p>
          </>
        )}
      </div>
      <p className={styles.roomWords}>{text.roomWords}</p>
    </div>
  );
}
