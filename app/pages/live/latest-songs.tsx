import { songsPath } from '#shared/paths/songs-path.ts';
import { latestSongsText } from '#app/text/zh-hk/songs.ts';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import type { ChannelId } from '#shared/enums.ts';
import { clockHk } from '#shared/hk-time.ts';
import styles from './live.module.css';

export interface LatestSong {
  markId: number;
  startsAtMs: number;
  title: string;
  artist: string;
}

/** "What was that song": the channel's latest songs, beside its live page. */
export function LatestSongs({ channelId, songs }: { channelId: ChannelId; songs: readonly LatestSong[] }) {
  return (
    <section aria-labelledby="latest-songs">
      <SectionHeading id="latest-songs" small more={{ href: songsPath(channelId), words: latestSongsText.all }}>
        {latestSongsText.latest}
      </SectionHeading>
      <ol className={styles.songs}>
        {songs.map(({ markId, startsAtMs, title, artist }) => (
          <li key={markId}>
            <time dateTime={new Date(startsAtMs).toISOString()}>{clockHk(new Date(startsAtMs))}</time>
            <span>
              <b>{title}</b>
              <span>{artist}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
