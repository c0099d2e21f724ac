import { useState, type CSSProperties } from 'react';
import { paths } from '#app/paths.ts';
import type { LiveItem } from '#app/player/channel/live-item.ts';
import controls from '#app/player/controls/controls.module.css';
import { PlayButton } from '#app/player/controls/play-button.tsx';
import { ChaseButton } from '#app/player/controls/chase-button.tsx';
import { meetsLiveAtMs } from '#app/player/live-session.ts';
import { behindLiveMs, livePositionAt, type ChannelSession, type LiveSession } from '#app/player/player.state.ts';
import { liveLine, noticeLine } from '#app/player/player.status.ts';
import {
  goLive,
  resumeWhereSlept,
  seekLive,
  startOver,
  stationNowMs,
  toggle,
  type PlayerSnapshot,
} from '#app/player/player.store.ts';
import { channelText } from '#app/text/zh-hk/channels.ts';
import { playerText } from '#app/text/zh-hk/player.ts';
import { replayText } from '#app/text/zh-hk/replay.ts';
import { Icon } from '#app/ui/icon.tsx';
import { Numeral } from '#app/ui/numeral.tsx';
import { clockHk } from '#shared/hk-time.ts';
import { BarNowPlaying } from './bar-now-playing.tsx';
import { BarEnd, PageLink } from './bar-end.tsx';
import styles from './bar.module.css';

const STEP_SECONDS = 15;

/** Bar contents while a channel plays. */
export function LiveBar({ snapshot, session }: { snapshot: PlayerSnapshot; session: ChannelSession }) {
  const { player, item, nowPlaying } = snapshot;
  const { phase, heardAtMs, source } = session;
  const { channelId } = source;
  const name = channelText[channelId].name;
  const failed = phase === 'failed';
  const nowMs = stationNowMs();
  const behind = behindLiveMs(session, nowMs) > 0;
  const note = noticeLine(session);
  const meetsAtMs = meetsLiveAtMs(session, nowMs);
  const chasing = session.speed > 1 && meetsAtMs !== null;
  const line = note || (chasing && replayText.catchUp.now(clockHk(new Date(meetsAtMs)))) || liveLine(session, nowMs);
  const onAir = phase === 'playing' && !behind;
  const title = failed ? playerText.failed : (item?.title ?? name);
  const livePath = source.media === 'video' ? paths.liveVideo(channelId) : paths.live(channelId);

  return (
    <>
      <div className={styles.progress} aria-hidden="true">
        <b style={{ width: `${shareHeard(session, item)}%` }} />
      </div>
      <div className={styles.what}>
        <i />
        <span className={styles.art}>
          {item && <img src={item.art.src} srcSet={item.art.srcset} sizes="100px" width={640} height={360} alt="" />}
        </span>
        <div className={styles.words}>
          <b>
            <a href={livePath}>{title}</a>
          </b>
          <span className={note === '' && !failed ? undefined : styles.note}>
            <Numeral channel={channelId} />
            {onAir && <em className={styles.badge}>{playerText.status.onAir}</em>}
            {!failed && heardAtMs !== null && <time className={styles.clock}>{clockHk(new Date(heardAtMs))}</time>}
            {line}
          </span>
          {note === '' && !failed && (
            <span className={styles.sounds}>
              {nowPlaying === null ? (item?.hosts ?? '') : <BarNowPlaying channelId={channelId} mark={nowPlaying} />}
            </span>
          )}
        </div>
      </div>
      <div className={styles.centre}>
        <div className={styles.buttons}>
          {!failed && (
            <button
              type="button"
              className={styles.icon}
              aria-label={playerText.startOver}
              disabled={item === null}
              onClick={() => startOver()}
            >
              <Icon name="rotate-ccw" />
            </button>
          )}
          <PlayButton phase={phase} onPress={toggle} className={styles.small} />
          {behind && !failed && (
            <button type="button" className={styles.live} onClick={goLive}>
              {playerText.goLive}
            </button>
          )}
          {!failed && <ChaseButton session={session} className={styles.live} />}
        </div>
        <div className={styles.time}>
          {player.sleptAt !== null ? (
            <p>
              <button type="button" className={`${styles.live} ${styles.back}`} onClick={resumeWhereSlept}>
                {playerText.sleepBack}
              </button>
            </p>
          ) : (
            !failed && item && <Progress session={session} item={item} />
          )}
        </div>
      </div>
      <BarEnd snapshot={snapshot} phase={phase} expand={<PageLink page={livePath} label={playerText.expand(name)} />} />
    </>
  );
}

function shareHeard({ heardAtMs }: LiveSession, item: LiveItem | null): number {
  if (item === null || heardAtMs === null) return 0;
  return Math.min(Math.max(((heardAtMs - item.startsAtMs) / (item.endsAtMs - item.startsAtMs)) * 100, 0), 100);
}

/** The programme as a slider from its start to its end, limited to the live edge. */
function Progress({ session, item }: { session: LiveSession; item: LiveItem }) {
  const lengthS = Math.round((item.endsAtMs - item.startsAtMs) / 1000);
  const liveMs = livePositionAt(session, stationNowMs());
  const heardMs = Math.min(Math.max(session.heardAtMs ?? liveMs, item.startsAtMs), item.endsAtMs);
  const [draftS, setDraftS] = useState<number | null>(null);
  const land = () => {
    if (draftS === null) return;
    const instantMs = item.startsAtMs + draftS * 1000;
    setDraftS(null);
    if (instantMs >= liveMs) goLive();
    else seekLive(instantMs);
  };
  return (
    <>
      <span>{clockHk(new Date(item.startsAtMs))}</span>
      <input
        type="range"
        className={controls.range}
        aria-label={playerText.dial}
        aria-valuetext={playerText.dialValue(
          clockHk(new Date(heardMs)),
          heardMs - item.startsAtMs,
          behindLiveMs(session, stationNowMs()),
        )}
        min={0}
        max={lengthS}
        step={STEP_SECONDS}
        value={draftS ?? Math.round((heardMs - item.startsAtMs) / 1000)}
        style={{ '--filled': `${shareHeard(session, item)}%` } as CSSProperties}
        // Commit at the end of a drag only.
        onChange={(event) => setDraftS(Number(event.currentTarget.value))}
        onPointerUp={land}
        onKeyUp={land}
        onBlur={land}
      />
      <span>{clockHk(new Date(item.endsAtMs))}</span>
    </>
  );
}
