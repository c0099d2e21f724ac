import { useState } from 'react';
import { PlayButton } from '#app/player/controls/play-button.tsx';
import { ReplayProgress } from '#app/player/controls/replay-progress.tsx';
import { SpeedMenu } from '#app/player/controls/speed-menu.tsx';
import { ReplayStep } from '#app/player/controls/replay-step.tsx';
import type { VodSession } from '#app/player/player.state.ts';
import { resumeLive, resumeWhereSlept, toggle, type PlayerSnapshot } from '#app/player/player.store.ts';
import { bookmarkHeard } from '#app/player/replay/bookmark-heard.ts';
import { mendedAt, replayLine } from '#app/player/replay/replay-line.ts';
import { sleepAtEndOf, stepTo } from '#app/player/replay/replay-controls.ts';
import type { ReplaySource } from '#app/player/sources/replay.ts';
import { playerText } from '#app/text/zh-hk/player.ts';
import { replayText } from '#app/text/zh-hk/replay.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { Icon } from '#app/ui/icon.tsx';
import { isChannelId } from '#shared/enums.ts';
import { BarNowPlaying } from './bar-now-playing.tsx';
import { BarEnd } from './bar-end.tsx';
import { BookmarkNote } from './bookmark-note.tsx';
import styles from './bar.module.css';
import { ReplayPanel } from './replay-panel.tsx';
import { useElsewhere } from './use-elsewhere.ts';
import { useReplayPrompts } from './use-replay-prompts.ts';
import { useTelling } from './use-telling.ts';

/** Bar contents while a replay plays. Everything else opens in a panel over the page. */
export function ReplayBar({
  snapshot,
  session,
  source,
}: {
  snapshot: PlayerSnapshot;
  session: VodSession;
  source: ReplaySource;
}) {
  const { player, nowPlaying } = snapshot;
  const streamId = source.details?.streamId ?? 0;
  const { phase, positionMs, durationMs, ended, speed } = session;
  const [open, setOpen] = useState(false);
  useReplayPrompts(session, source);
  const telling = useTelling();
  const isElsewhere = useElsewhere();
  const said = replayLine(session, source) || (isElsewhere ? replayText.elsewhere.playing : '');
  const mended = mendedAt(session);
  const line =
    said ||
    [
      source.from || (source.details && timeText.date(source.details.dayHk)),
      speed === 1 ? '' : replayText.speedOf(speed),
    ]
      .filter(Boolean)
      .join(' ');
  const isOver = (ended && phase === 'paused') || phase === 'failed';
  const live = isOver && player.aside !== null && (
    <button type="button" className={styles.live} onClick={resumeLive}>
      {playerText.goLive}
    </button>
  );
  const slept = player.sleptAt?.source.timeline === 'vod';
  return (
    <>
      <div className={styles.progress} aria-hidden="true">
        <b style={{ width: `${durationMs > 0 ? (positionMs / durationMs) * 100 : 0}%` }} />
      </div>
      <div className={styles.what}>
        <i />
        <span className={styles.art}>
          {source.art.src && (
            <img src={source.art.src} srcSet={source.art.srcset} sizes="100px" width={640} height={360} alt="" />
          )}
        </span>
        <div className={styles.words}>
          <b>{source.page === '' ? source.title : <a href={source.page}>{source.title}</a>}</b>
          <span className={phase === 'failed' ? styles.note : undefined}>
            {mended ? <a href={mended}>{line}</a> : line}
          </span>
          {isChannelId(streamId) && phase !== 'failed' && (
            <span className={styles.sounds}>
              {nowPlaying !== null && <BarNowPlaying channelId={streamId} mark={nowPlaying} />}
            </span>
          )}
        </div>
      </div>
      <div className={styles.centre}>
        <div className={styles.buttons}>
          <button
            type="button"
            className={styles.icon}
            aria-label={replayText.previous}
            onClick={() => stepTo('previous')}
          >
            <Icon name="skip-back" />
          </button>
          <ReplayStep to="back" className={styles.icon} />
          <PlayButton phase={phase} onPress={toggle} className={styles.small} />
          <ReplayStep to="on" className={styles.icon} />
          <button
            type="button"
            className={styles.icon}
            aria-label={replayText.following}
            disabled={!source.next}
            onClick={() => stepTo('next')}
          >
            <Icon name="skip-forward" />
          </button>
          {live}
        </div>
        <div className={styles.time}>
          {slept ? (
            <p>
              <button type="button" className={`${styles.live} ${styles.back}`} onClick={resumeWhereSlept}>
                {replayText.sleepBackToSet}
              </button>
            </p>
          ) : (
            <ReplayProgress session={session} source={source} />
          )}
        </div>
      </div>
      <BarEnd
        snapshot={snapshot}
        phase={phase}
        sleepAtEnd={sleepAtEndOf(source)}
        acts={
          <>
            <SpeedMenu speed={speed} className={styles.icon} />
            <button
              type="button"
              className={styles.icon}
              aria-label={replayText.bookmark.add}
              aria-keyshortcuts="B"
              disabled={source.details === null}
              onClick={() => void bookmarkHeard(telling)}
            >
              <Icon name="bookmark" />
            </button>
          </>
        }
        expand={
          <button type="button" className={styles.icon} aria-label={replayText.open} onClick={() => setOpen(true)}>
            <Icon name="chevron-up" />
          </button>
        }
      >
        {live}
      </BarEnd>
      {!open && <BookmarkNote sourceKey={source.key} isOver />}
      {open && <ReplayPanel snapshot={snapshot} session={session} source={source} onClose={() => setOpen(false)} />}
    </>
  );
}
