import { KeepSongButton } from '#app/components/songs/keep-song-button.tsx';
import { songsPath } from '#shared/paths/songs-path.ts';
import { soundText } from '#app/text/zh-hk/songs.ts';
import { Icon } from '#app/ui/icon.tsx';
import type { ChannelId } from '#shared/enums.ts';
import type { SoundMark } from '#domain/songs/marks.rules.ts';
import styles from './hero.module.css';

/**
 * What is playing now, according to the stream; before that, a link to the played songs. Its space is reserved, and it
 * is not announced, because songs change while the user reads something else.
 */
export function NowPlaying({ channelId, mark }: { channelId: ChannelId; mark: SoundMark | null }) {
  const href = songsPath(channelId);
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
