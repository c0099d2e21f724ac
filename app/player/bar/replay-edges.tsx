import { exactClock } from '#app/text/zh-hk/exact-clock.ts';
import type { ReplayDetails } from '#app/player/sources/replay.ts';
import { replayText } from '#app/text/zh-hk/replay.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import styles from './replay-edges.module.css';

/** Actual air times of a section, and what of it is unavailable, with reasons. */
export function ReplayEdges({ sectionId, details }: { sectionId: number; details: ReplayDetails }) {
  const { dayHk, parts, missing } = details;
  // For a free preview too: the audio ends early, the broadcast did not.
  const { startsAtMs, endsAtMs } = parts.find((part) => part.sectionId === sectionId) ?? details;
  return (
    <div className={styles.edges}>
      <p>{replayText.aired(timeText.date(dayHk), timeText.range(exactClock(startsAtMs), exactClock(endsAtMs)))}</p>
      {missing.length > 0 && (
        <ul aria-label={replayText.missingTitle}>
          {missing.map(({ fromMs, toMs, why }) => (
            <li key={fromMs}>
              <i aria-hidden="true" />
              {timeText.range(exactClock(fromMs), exactClock(toMs))} {replayText.missing[why]}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
