import { notify } from '#app/components/dialogs.ts';
import { paths } from '#app/paths.ts';
import controls from '#app/player/controls.module.css';
import { PlayButton } from '#app/player/play-button.tsx';
import { goLive, playLive, resumeWhereSlept, seekTo, startOver, toggle } from '#app/player/player-store.ts';
import { noteLine } from '#app/player/player-status.ts';
import { ProgrammeDial } from '#app/player/programme-dial.tsx';
import { SleepMenu } from '#app/player/sleep-menu.tsx';
import { VolumeControl } from '#app/player/volume-control.tsx';
import { channelText } from '#app/text/zh-hk/channels.ts';
import { liveText } from '#app/text/zh-hk/live.ts';
import { playerText } from '#app/text/zh-hk/player.ts';
import { Icon } from '#app/ui/icon.tsx';
import styles from './controls.module.css';
import type { HeroProps } from './hero.tsx';

/** The dial and the buttons under it. What they do to a channel that is not heard yet begins to play it. */
export function Controls({ channelId, kind, live }: HeroProps) {
  const { snapshot, own, shown, atMs, liveMs, oldestMs, behindMs, nowMs } = live;
  const { player, volume } = snapshot;
  const active = own && player.phase !== 'idle';
  const playFrom = (instantMs: number) => playLive(channelId, kind, new Date(instantMs));
  const failed = own && player.phase === 'failed';

  const share = async () => {
    const data = {
      title: shown?.title ?? channelText[channelId].name,
      url: new URL(paths.live(channelId), location.href).href,
    };
    try {
      if ('share' in navigator && navigator.canShare?.(data)) return await navigator.share(data);
      await navigator.clipboard.writeText(data.url);
      notify(liveText.shared);
    } catch (error) {
      // Closing the sheet is not a failure.
      if (!(error instanceof DOMException && error.name === 'AbortError')) notify(liveText.shareFailed);
    }
  };

  return (
    <fieldset className={styles.controls} aria-label={playerText.controls}>
      {shown !== null && (
        <ProgrammeDial
          startsAtMs={shown.startsAtMs}
          endsAtMs={shown.endsAtMs}
          atMs={atMs}
          liveMs={liveMs}
          oldestMs={oldestMs}
          behindMs={behindMs}
          onSeek={(instantMs) => (active ? seekTo(instantMs) : playFrom(instantMs))}
          onLive={() => (active ? goLive() : playLive(channelId, kind))}
        />
      )}
      <div className={styles.row}>
        <div className={styles.left}>
          <VolumeControl volume={volume} />
        </div>
        <div className={styles.centre}>
          <button
            type="button"
            className={styles.ghost}
            disabled={shown === null || shown.startsAtMs < oldestMs}
            onClick={() => {
              if (shown === null) return;
              if (active) startOver(new Date(shown.startsAtMs));
              else playFrom(shown.startsAtMs);
            }}
          >
            <Icon name="rotate-ccw" />
            {playerText.startOver}
          </button>
          <PlayButton
            phase={own ? player.phase : 'idle'}
            className={styles.play}
            onPress={() => (active ? toggle() : playLive(channelId, kind))}
          />
          <button type="button" className={styles.ghost} disabled={behindMs === 0} onClick={goLive}>
            {playerText.goLive}
          </button>
        </div>
        <div className={styles.right}>
          <SleepMenu sleep={player.sleep} leftMs={snapshot.sleepLeftMs} className={styles.sleep} showLeft />
          <button type="button" className={controls.icon} aria-label={liveText.share} onClick={() => void share()}>
            <Icon name="share-2" />
          </button>
        </div>
      </div>
      <div className={styles.note}>
        {own && player.sleptAt !== null ? (
          <button type="button" onClick={resumeWhereSlept}>
            {playerText.sleepBack}
          </button>
        ) : (
          <p className={failed ? styles.failed : undefined}>{active && noteLine(snapshot)}</p>
        )}
      </div>
      <time className="vh" data-heard={own ? Math.round(atMs) : undefined} dateTime={new Date(nowMs).toISOString()} />
    </fieldset>
  );
}
