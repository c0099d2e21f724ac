import { KeepSongButton } from '#app/components/songs/keep-song-button.tsx';
import { songPaths } from '#app/song-paths.ts';
import { soundText } from '#app/text/zh-hk/songs.ts';
import { Icon } from '#app/ui/icon.tsx';
import type { ChannelId } from '#shared/enums.ts';
import type { SoundMark } from '#domain/songs/marks.rules.ts';
import styles from './hero.module.css';

/**
 * What is heard right now, as the sound itself says; before that, the way to what was played. Its place is always there, and
 * nothing reads it out: a song goes on while somebody reads something else.
 */
export function NowPlaying({ channelId, mark }: { channelId: ChannelId; mark: SoundMark | null }) {
  const href = songPaths.songs(channelId);
  const words = mark === null ? '' : soundText.of(mark);
  return (
    <div className={styles.now} data-now-playing={mark?.kind ?? ''}>
      <a href={href} title={words || undefined}>
        <Icon name="radio" />
        {mark === null ? (
          <span>{soundText.whatWasThat}</span>
        ) : (
          <span>
            <b>{soundText.now}</b> {words}
          </span>
        )}
      </a>
      {mark?.kind === 'song' && (
        <KeepSongButton markId={mark.id} title={mark.title} words={soundText.keep} className={styles.keep} />
      )}
    </div>
  );
}
