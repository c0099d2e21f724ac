import { useEffect, useRef, useState, type CSSProperties } from 'react';
import { useLocation } from 'react-router';
import { reserveBottomInset } from '#app/components/shell/bottom-inset.ts';
import { paths } from '#app/paths.ts';
import { channelText } from '#app/text/zh-hk/channels.ts';
import { playerText } from '#app/text/zh-hk/player.ts';
import { Icon } from '#app/ui/icon.tsx';
import { Numeral } from '#app/ui/numeral.tsx';
import { clockHk } from '#shared/hk-time.ts';
import type { ChannelId } from '#shared/enums.ts';
import controls from '#app/player/controls/controls.module.css';
import styles from './player-bar.module.css';
import type { LiveItem } from '#app/player/channel/live-item.ts';
import { behindLiveMs, livePositionAt, type PlayerState } from '#app/player/player.machine.ts';
import {
  close,
  goLive,
  resumeWhereSlept,
  seekTo,
  startOver,
  stationNowMs,
  toggle,
  type PlayerSnapshot,
} from '#app/player/player.store.ts';
import { RecordingBar } from './vod-bar.tsx';
import { recordingFace } from '#app/player/recording-status.ts';
import { toggleRecording } from '#app/player/recording-store.ts';
import { PlayButton } from '#app/player/controls/play-button.tsx';
import { faceOf, noticeLine, statusLine } from '#app/player/player.status.ts';
import { SleepMenu } from '#app/player/controls/sleep-menu.tsx';
import { usePlayer } from '#app/player/use-player.ts';
import { VolumeControl } from '#app/player/controls/volume-control.tsx';

const STEP_SECONDS = 15;

/** Whether the page itself has the full controls of a channel. */
function isLivePageOf(pathname: string, channelId: ChannelId): boolean {
  const base = paths.live(channelId);
  return pathname === base || pathname.startsWith(`${base}/`);
}

/** The player at the foot of every page, once something was played; a channel's own live page has its controls itself. */
export function MiniPlayer() {
  const snapshot = usePlayer();
  const { pathname } = useLocation();
  const { recording, player } = snapshot;
  const { source } = recording;
  const channelId = source !== null || player.channelId === null ? null : player.channelId;
  const box = useRef<HTMLElement>(null);
  const shown = source !== null || (channelId !== null && !isLivePageOf(pathname, channelId));

  useEffect(() => (shown && box.current ? reserveBottomInset('player', box.current) : undefined), [shown]);

  const press = source === null ? toggle : toggleRecording;
  useEffect(() => {
    // Space on a button is that button's; elsewhere in the player it plays and pauses.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== ' ' || (event.target instanceof Element && event.target.closest('button'))) return;
      event.preventDefault();
      press();
    };
    const section = box.current;
    section?.addEventListener('keydown', onKeyDown);
    return () => section?.removeEventListener('keydown', onKeyDown);
  }, [shown, press]);

  if (!shown) return null;
  return (
    <section
      ref={box}
      className={styles.bar}
      data-channel={channelId}
      data-player={source === null ? faceOf(snapshot) : recordingFace(recording)}
      aria-label={playerText.player}
    >
      {source === null ? (
        channelId !== null && <LiveBar snapshot={snapshot} channelId={channelId} />
      ) : (
        <RecordingBar snapshot={snapshot} source={source} />
      )}
    </section>
  );
}

function LiveBar({ snapshot, channelId }: { snapshot: PlayerSnapshot; channelId: ChannelId }) {
  const { player, item, volume } = snapshot;
  const name = channelText[channelId].name;
  const failed = player.phase === 'failed';
  const behind = behindLiveMs(player, stationNowMs()) > 0;
  const note = noticeLine(player);
  const line = note || statusLine(snapshot) || item?.hosts || '';
  const onAir = player.phase === 'playing' && !behind;
  const title = failed ? playerText.failed : (item?.title ?? name);
  const livePath = player.kind === 'video' ? paths.liveVideo(channelId) : paths.live(channelId);

  return (
    <>
      <div className={styles.progress} aria-hidden="true">
        <b style={{ width: `${shareHeard(player, item)}%` }} />
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
            {!failed && player.heardAtMs !== null && (
              <time className={styles.clock}>{clockHk(new Date(player.heardAtMs))}</time>
            )}
            {line}
          </span>
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
          <PlayButton phase={player.phase} onPress={toggle} className={styles.small} />
          {behind && !failed && (
            <button type="button" className={styles.live} onClick={goLive}>
              {playerText.goLive}
            </button>
          )}
        </div>
        <div className={styles.time}>
          {player.sleptAt !== null ? (
            <p>
              <button type="button" className={`${styles.live} ${styles.back}`} onClick={resumeWhereSlept}>
                {playerText.sleepBack}
              </button>
            </p>
          ) : (
            !failed && item && <Progress player={player} item={item} />
          )}
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
          <PlayButton phase={player.phase} onPress={toggle} className={styles.small} />
        </span>
        <a className={styles.icon} href={livePath} aria-label={playerText.expand(name)}>
          <Icon name="chevron-up" />
        </a>
        <button type="button" className={styles.icon} data-wide aria-label={playerText.close} onClick={close}>
          <Icon name="x" />
        </button>
      </div>
    </>
  );
}

function shareHeard(player: PlayerState, item: LiveItem | null): number {
  if (item === null || player.heardAtMs === null) return 0;
  return Math.min(Math.max(((player.heardAtMs - item.startsAtMs) / (item.endsAtMs - item.startsAtMs)) * 100, 0), 100);
}

/** The programme as a slider between its start and end; no further than live. */
function Progress({ player, item }: { player: PlayerState; item: LiveItem }) {
  const lengthS = Math.round((item.endsAtMs - item.startsAtMs) / 1000);
  const liveMs = livePositionAt(player, stationNowMs());
  const heardMs = Math.min(Math.max(player.heardAtMs ?? liveMs, item.startsAtMs), item.endsAtMs);
  const [draftS, setDraftS] = useState<number | null>(null);
  const land = () => {
    if (draftS === null) return;
    const instantMs = item.startsAtMs + draftS * 1000;
    setDraftS(null);
    if (instantMs >= liveMs) goLive();
    else seekTo(instantMs);
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
          behindLiveMs(player, stationNowMs()),
        )}
        min={0}
        max={lengthS}
        step={STEP_SECONDS}
        value={draftS ?? Math.round((heardMs - item.startsAtMs) / 1000)}
        style={{ '--filled': `${shareHeard(player, item)}%` } as CSSProperties}
        // A drag passes many places and means the last.
        onChange={(event) => setDraftS(Number(event.currentTarget.value))}
        onPointerUp={land}
        onKeyUp={land}
        onBlur={land}
      />
      <span>{clockHk(new Date(item.endsAtMs))}</span>
    </>
  );
}
