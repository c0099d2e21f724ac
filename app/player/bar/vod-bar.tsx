import { PlayButton } from '#app/player/controls/play-button.tsx';
import { VodProgress } from '#app/player/controls/vod-progress.tsx';
import type { VodSession } from '#app/player/player.state.ts';
import { vodLine } from '#app/player/player.status.ts';
import { resumeLive, skip, toggle, type PlayerSnapshot } from '#app/player/player.store.ts';
import { playerText } from '#app/text/zh-hk/player.ts';
import { Icon } from '#app/ui/icon.tsx';
import { BarEnd, PageLink } from './bar-end.tsx';
import styles from './bar.module.css';

const STEP_SECONDS = 15;

/** Bar contents while a VOD source plays. */
export function VodBar({ snapshot, session }: { snapshot: PlayerSnapshot; session: VodSession }) {
  const { player } = snapshot;
  const { source, phase, positionMs, durationMs, ended } = session;
  const said = phase === 'playing' ? '' : vodLine(session);
  const isOver = (ended && phase === 'paused') || phase === 'failed';
  const back = isOver && player.aside !== null && (
    <button type="button" className={styles.live} onClick={resumeLive}>
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
            onClick={() => skip(-STEP_SECONDS)}
          >
            <Icon name="rotate-ccw" />
          </button>
          <PlayButton phase={phase} onPress={toggle} className={styles.small} />
          <button
            type="button"
            className={styles.icon}
            aria-label={playerText.forward15}
            onClick={() => skip(STEP_SECONDS)}
          >
            <Icon name="rotate-cw" />
          </button>
          {back}
        </div>
        <div className={styles.time}>
          <VodProgress session={session} />
        </div>
      </div>
      <BarEnd
        snapshot={snapshot}
        phase={phase}
        expand={<PageLink page={source.page} label={playerText.openPage(source.title)} />}
      >
        {back}
      </BarEnd>
    </>
  );
}
