import { playerText } from '#app/text/zh-hk/player.ts';
import { Icon } from '#app/ui/icon.tsx';
import controls from '#app/player/controls/controls.module.css';
import styles from './player-bar.module.css';
import { PlayButton } from '#app/player/controls/play-button.tsx';
import { resume, type PlayerSnapshot } from '#app/player/player.store.ts';
import type { RecordingSource } from '#app/player/vod-session.ts';
import { RecordingProgress } from '#app/player/controls/vod-progress.tsx';
import { recordingLine } from '#app/player/recording-status.ts';
import { closeRecording, skipRecording, toggleRecording } from '#app/player/recording-store.ts';
import { SleepMenu } from '#app/player/controls/sleep-menu.tsx';
import { VolumeControl } from '#app/player/controls/volume-control.tsx';

const STEP_SECONDS = 15;

/** What the mini-player holds while a recording has the element. */
export function RecordingBar({ snapshot, source }: { snapshot: PlayerSnapshot; source: RecordingSource }) {
  const { recording, player, volume } = snapshot;
  const { phase, positionMs, durationMs } = recording;
  const said = phase === 'playing' ? '' : recordingLine(recording);
  const isOver = (recording.ended && phase === 'paused') || phase === 'failed';
  const back = isOver && player.channelId !== null && (
    <button type="button" className={styles.live} onClick={resume}>
      {playerText.goLive}
    </button>
  );
  return (
    <>
      <div className={styles.progress} aria-hidden="true">
        <b style={{ width: `${durationMs > 0 ? (positionMs / durationMs) * 100 : 0}%` }} />
      </div>
      <div className={styles.what}>
        <i />
        <span className={styles.art}>
          <img src={source.art.src} srcSet={source.art.srcset} sizes="100px" width={640} height={360} alt="" />
        </span>
        <div className={styles.words}>
          <b>
            <a href={source.page}>{source.title}</a>
          </b>
          <span>{said || source.from}</span>
        </div>
      </div>
      <div className={styles.centre}>
        <div className={styles.buttons}>
          <button
            type="button"
            className={styles.icon}
            aria-label={playerText.back15}
            onClick={() => skipRecording(-STEP_SECONDS)}
          >
            <Icon name="rotate-ccw" />
          </button>
          <PlayButton phase={phase} onPress={toggleRecording} className={styles.small} />
          <button
            type="button"
            className={styles.icon}
            aria-label={playerText.forward15}
            onClick={() => skipRecording(STEP_SECONDS)}
          >
            <Icon name="rotate-cw" />
          </button>
          {back}
        </div>
        <div className={styles.time}>
          <RecordingProgress recording={recording} />
        </div>
      </div>
      <div className={styles.right}>
        <span className={styles.wide}>
          <SleepMenu sleep={player.sleep} leftMs={snapshot.sleepLeftMs} className={controls.icon} />
        </span>
        <span className={`${styles.wide} ${styles.volume}`}>
          <VolumeControl volume={volume} mutable={false} />
        </span>
        <span className={styles.narrow}>
          {back}
          <PlayButton phase={phase} onPress={toggleRecording} className={styles.small} />
        </span>
        <a className={styles.icon} href={source.page} aria-label={playerText.openPage(source.title)}>
          <Icon name="chevron-up" />
        </a>
        <button type="button" className={styles.icon} data-wide aria-label={playerText.close} onClick={closeRecording}>
          <Icon name="x" />
        </button>
      </div>
    </>
  );
}
