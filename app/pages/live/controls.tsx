import { lazy, Suspense } from 'react';
import { notify } from '#app/components/shell/dialogs.ts';
import controls from '#app/player/controls/controls.module.css';
import { heardAgainFrom } from '#app/player/channel/available-sound.ts';
import { goLive, playLive, resumeWhereSlept, seekLive, startOver, stationNowMs } from '#app/player/player.store.ts';
import { noteLine } from '#app/player/player.status.ts';
import { ProgrammeDial } from '#app/player/controls/programme-dial.tsx';
import { SleepMenu } from '#app/player/controls/sleep-menu.tsx';
import { VolumeControl } from '#app/player/controls/volume-control.tsx';
import { liveText } from '#app/text/zh-hk/live.ts';
import { playerText } from '#app/text/zh-hk/player.ts';
import { Icon } from '#app/ui/icon.tsx';
import styles from './controls.module.css';
import { clockHk } from '#shared/hk-time.ts';
import type { HeroProps } from './hero-props.ts';
import { KindSwitch } from './kind-switch.tsx';
import { loadParts } from './load-parts.ts';

/** Only for the channel that plays, which continues without them. */
const PlayingControls = lazy(() =>
  import('./captions/playing-controls.tsx')
    .then((module) => ({ default: module.PlayingControls }))
    .catch(() => ({ default: () => null })),
);

/** The dial, its note, and the buttons below. On a channel that is not playing they start it. */
export function Controls({ channelId, kind, live }: HeroProps) {
  const { snapshot, own, shown, atMs, liveMs, oldestMs, behindMs, nowMs, kept } = live;
  const { player, volume } = snapshot;
  const playFrom = (instantMs: number) => playLive(channelId, kind, new Date(instantMs));
  const failed = own?.phase === 'failed';
  const fromMs = shown === null || kept === null ? null : heardAgainFrom(kept, shown.startsAtMs, liveMs);
  const keptWords = shown === null || kept === null ? '' : wordsOfKept(shown.startsAtMs, liveMs, fromMs);

  const share = () =>
    loadParts()
      .then(({ shareLive }) => shareLive(channelId, shown?.title, own && atMs))
      .catch(() => notify(liveText.shareFailed, 'info'));

  return (
    <div className={styles.controls}>
      {shown !== null && (
        <ProgrammeDial
          startsAtMs={shown.startsAtMs}
          endsAtMs={shown.endsAtMs}
          atMs={atMs}
          liveMs={liveMs}
          kept={kept}
          behindMs={behindMs}
          onSeek={(instantMs) => (own ? seekLive(instantMs) : playFrom(instantMs))}
          onLive={() => (own ? goLive() : playLive(channelId, kind))}
        />
      )}
      <div className={styles.note} data-note>
        {own && player.sleptAt !== null ? (
          <button type="button" onClick={resumeWhereSlept}>
            {playerText.sleepBack}
          </button>
        ) : (
          <p className={failed ? styles.failed : undefined}>{(own && noteLine(own, stationNowMs())) || keptWords}</p>
        )}
      </div>
      <div className={styles.row}>
        <div className={styles.left}>
          <VolumeControl volume={volume} />
        </div>
        <div className={styles.centre}>
          <button
            type="button"
            className={styles.ghost}
            disabled={shown === null || fromMs === null}
            onClick={() => {
              if (shown === null) return;
              // For a show that began before the rewind window, its available part.
              const startsAtMs = Math.max(shown.startsAtMs, oldestMs);
              if (own) startOver(new Date(startsAtMs));
              else playFrom(startsAtMs);
            }}
          >
            <Icon name="rotate-ccw" />
            {playerText.startOver}
          </button>
          <button type="button" className={styles.ghost} disabled={behindMs === 0} onClick={goLive}>
            {playerText.goLive}
          </button>
          {own && (
            <Suspense>
              <PlayingControls channelId={channelId} session={own} behindMs={behindMs} className={styles.ghost} />
            </Suspense>
          )}
        </div>
        <div className={styles.right}>
          <KindSwitch channelId={channelId} kind={kind} live={live} />
          <span className={styles.small}>
            <SleepMenu sleep={player.sleep} leftMs={snapshot.sleepLeftMs} className={styles.sleep} showLeft />
            <button type="button" className={controls.icon} aria-label={liveText.share} onClick={() => void share()}>
              <Icon name="share-2" />
            </button>
          </span>
        </div>
      </div>
      <time className="vh" data-heard={own ? Math.round(atMs) : undefined} dateTime={new Date(nowMs).toISOString()} />
    </div>
  );
}

/** A show that has just begun needs no note about availability. */
const HAS_BEGUN_MS = 120_000;

/** Why a show cannot be played from its start; shown while it is not playing. */
function wordsOfKept(startsAtMs: number, liveMs: number, fromMs: number | null): string {
  if (liveMs - startsAtMs < HAS_BEGUN_MS) return '';
  if (fromMs === null) return liveText.nothingKept;
  return fromMs > startsAtMs ? liveText.notKeptBefore(clockHk(new Date(fromMs))) : '';
}
