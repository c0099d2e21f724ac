import { songPaths } from '#app/song-paths.ts';
import { soundText } from '#app/text/zh-hk/songs.ts';
import type { ChannelId } from '#shared/enums.ts';
import type { SoundMark } from '#domain/songs/marks.rules.ts';

/** The song, bulletin or break on air now, in one line of the bar. The linked page shows it in full. */
export function BarNowPlaying({ channelId, mark }: { channelId: ChannelId; mark: SoundMark }) {
  const words = soundText.of(mark);
  return (
    <a href={songPaths.songs(channelId)} title={words}>
      {soundText.now} {words}
    </a>
  );
}
