import type { VodSession } from '#app/player/player.state.ts';
import type { ReplaySource } from '#app/player/sources/replay.ts';
import styles from './replay-progress.module.css';
import { VodProgress } from './vod-progress.tsx';

/** Slider of a section. Gaps are hatched and skipped. */
export function ReplayProgress({ session, source: { details } }: { session: VodSession; source: ReplaySource }) {
  const { durationMs } = session;
  const percent = (ms: number) => `${((ms / Math.max(durationMs, 1)) * 100).toFixed(2)}%`;
  const holes = details?.missing.map(({ fromMs, toMs }) => (
    <i
      key={fromMs}
      className={styles.hole}
      style={{ left: percent(fromMs - details.startsAtMs), width: percent(toMs - fromMs) }}
      data-hole
    />
  ));
  return <VodProgress session={session}>{holes}</VodProgress>;
}
