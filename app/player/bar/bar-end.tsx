import type { ReactNode } from 'react';
import controls from '#app/player/controls/controls.module.css';
import { PlayButton } from '#app/player/controls/play-button.tsx';
import { SleepMenu, type SleepAtEnd } from '#app/player/controls/sleep-menu.tsx';
import { VolumeControl } from '#app/player/controls/volume-control.tsx';
import { close, toggle, type PlayerSnapshot } from '#app/player/player.store.ts';
import { playerText } from '#app/text/zh-hk/player.ts';
import { Icon } from '#app/ui/icon.tsx';
import styles from './bar.module.css';

/**
 * Right end of the bar, the same for every kind of source. On a phone it holds the play button only, preceded by
 * `children`.
 */
export function BarEnd({
  snapshot: { player, sleepLeftMs, volume },
  phase,
  acts,
  expand,
  sleepAtEnd,
  children,
}: {
  snapshot: PlayerSnapshot;
  phase: Parameters<typeof PlayButton>[0]['phase'];
  /** Actions of a VOD source. On narrow screens they replace the volume control. */
  acts?: ReactNode;
  /** Button that opens the full player. */
  expand: ReactNode;
  sleepAtEnd?: SleepAtEnd | undefined;
  children?: ReactNode;
}) {
  return (
    <div className={styles.right}>
      {acts && <span className={`${styles.wide} ${styles.acts}`}>{acts}</span>}
      <span className={styles.wide}>
        <SleepMenu sleep={player.sleep} leftMs={sleepLeftMs} className={controls.icon} atEnd={sleepAtEnd} />
      </span>
      <span className={`${styles.wide} ${styles.volume}`}>
        <VolumeControl volume={volume} mutable={false} />
      </span>
      <span className={styles.narrow}>
        {children}
        <PlayButton phase={phase} onPress={toggle} className={styles.small} />
      </span>
      {expand}
      <button type="button" className={styles.icon} data-wide aria-label={playerText.close} onClick={close}>
        <Icon name="x" />
      </button>
    </div>
  );
}

/** Link to the page of what plays. */
export const PageLink = ({ page, label }: { page: string; label: string }) => (
  <a className={styles.icon} href={page} aria-label={label}>
    <Icon name="chevron-up" />
  </a>
);
