import { pause } from '#app/player/player.store.ts';
import { useSoundingSection } from '#app/player/sounding-section.ts';
import { playReplay } from '#app/player/use-player.ts';
import { libraryText } from '#app/text/zh-hk/library.ts';
import { Icon } from '#app/ui/icon.tsx';
import styles from './library-buttons.module.css';

/**
 * Plays a section, from an instant of its stream or from where it was left; toggles pause while it plays. Requires
 * scripts, so it is absent without them.
 */
export function PlaySection({
  sectionId,
  name,
  atMs,
  queue,
}: {
  sectionId: number;
  name: string;
  atMs?: number;
  /** Sections in playing order, including this one. */
  queue?: readonly number[];
}) {
  const isSounding = useSoundingSection() === sectionId && atMs === undefined;
  const play = () =>
    playReplay({ sectionId, ...(atMs !== undefined && { atMs }), ...(queue !== undefined && { queue }) });
  return (
    <button
      type="button"
      className={styles.play}
      aria-label={isSounding ? libraryText.pauseOf(name) : libraryText.play(name)}
      onClick={isSounding ? pause : play}
    >
      <Icon name={isSounding ? 'pause' : 'play'} fill />
    </button>
  );
}
