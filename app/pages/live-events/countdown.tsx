import { liveEventsText, type TimeLeft } from '#app/text/zh-hk/live-events.ts';
import { useStationSecond } from '#app/components/hooks/use-station-second.ts';
import styles from './live-event.module.css';

function timeLeft(ms: number): TimeLeft {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  return {
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3_600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  };
}

const PARTS = ['days', 'hours', 'minutes', 'seconds'] as const;

/** By station time. A timer is not announced; on request, screen readers get it to the minute. */
export function Countdown({ untilMs, serverNowMs }: { untilMs: number; serverNowMs: number }) {
  const left = timeLeft(untilMs - useStationSecond(serverNowMs));
  return (
    <div className={styles.countdown} role="timer" aria-label={liveEventsText.leftSpoken(left)}>
      {PARTS.map((part) => (
        <div key={part} aria-hidden="true">
          <b>{String(left[part]).padStart(2, '0')}</b>
          <span>{liveEventsText.left[part]}</span>
        </div>
      ))}
    </div>
  );
}
