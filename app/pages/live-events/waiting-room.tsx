import { liveEventsText as text } from '#app/text/zh-hk/live-events.ts';
import type { PlaceWire } from '#domain/events/events.schema.ts';
import { useStationSecond } from '#app/components/hooks/use-station-second.ts';
import styles from './live-event.module.css';

const GROUPED = new Intl.NumberFormat('en');

/** Visitors ahead, and the estimated wait. A polite live region. */
export function WaitingRoom({ place, serverNowMs }: { place: PlaceWire; serverNowMs: number }) {
  const nowMs = useStationSecond(serverNowMs);
  const minutes = Math.max(0, Math.round((place.turn_ts * 1_000 - nowMs) / 60_000));
  return (
    <div className={styles.room}>
      <p className={styles.dot}>{text.roomTitle}</p>
      <div aria-live="polite" aria-atomic="true">
        {place.ahead === 0 ? (
          <p className={styles.roomSoon}>{text.roomSoon}</p>
        ) : (
          <>
            <p className={styles.hint}>{text.roomAhead}</p>
            <p className={styles.roomNumber}>
              {GROUPED.format(place.ahead)}
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
