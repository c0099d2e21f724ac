import { meetsLiveAtMs } from '#app/player/live-session.ts';
import type { LiveSession } from '#app/player/player.state.ts';
import { stationNowMs } from '#app/player/player.store.ts';
import { toggleChase } from '#app/player/replay/catch-up.ts';
import { replayText } from '#app/text/zh-hk/replay.ts';
import { clockHk } from '#shared/hk-time.ts';
import styles from './chase-button.module.css';

/**
 * For playback behind live: plays faster until it meets live, with the clock time of the meeting. Pressing again stops
 * it.
 */
export function ChaseButton({ session, className = '' }: { session: LiveSession; className?: string | undefined }) {
  const meetsAtMs = meetsLiveAtMs(session, stationNowMs());
  if (meetsAtMs === null) return null;
  return (
    <button
      type="button"
      className={`${className} ${styles.chase}`}
      aria-pressed={session.speed > 1}
      onClick={() => toggleChase(session)}
    >
      {replayText.catchUp.offer(clockHk(new Date(meetsAtMs)))}
    </button>
  );
}
