import type { CSSProperties } from 'react';
import { playerText } from '#app/text/zh-hk/player.ts';
import { Icon } from '#app/ui/icon.tsx';
import styles from './controls.module.css';
import { setVolume, toggleMute } from '#app/player/player.store.ts';
import { usePlayer } from '#app/player/use-player.ts';
import type { Volume } from '#app/player/system/volume.ts';

export function VolumeControl({ volume, mutable = true }: { volume: Volume; mutable?: boolean }) {
  const { hasVolume } = usePlayer();
  const percent = Math.round(volume.level * 100);
  const silent = volume.muted || percent === 0;
  return (
    <>
      {mutable && (
        <button
          type="button"
          className={styles.icon}
          aria-label={silent ? playerText.unmute : playerText.mute}
          onClick={toggleMute}
        >
          <Icon name={silent ? 'volume-x' : 'volume-2'} />
        </button>
      )}
      {hasVolume && (
        <input
          type="range"
          className={styles.range}
          aria-label={playerText.volume}
          aria-valuetext={playerText.volumeValue(percent, volume.muted)}
          min={0}
          max={100}
          step={5}
          value={volume.muted ? 0 : percent}
          style={{ '--filled': `${volume.muted ? 0 : percent}%` } as CSSProperties}
          onChange={(event) => setVolume(Number(event.currentTarget.value) / 100)}
        />
      )}
    </>
  );
}
