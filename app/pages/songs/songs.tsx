import { useLoaderData, type MetaFunction } from 'react-router';
import { FollowButton } from '#app/components/follows/follow-button.tsx';
import { breadcrumbs } from '#app/components/seo/json-ld.ts';
import { seo } from '#app/components/seo/seo.ts';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import { KeepSongButton } from '#app/components/songs/keep-song-button.tsx';
import { useAvailableSound } from '#app/pages/live/use-available-sound.ts';
import type { AvailableSpan } from '#app/player/channel/available-sound.ts';
import controls from '#app/player/controls/controls.module.css';
import { songPaths } from '#app/song-paths.ts';
import page from '#app/styles/page.module.css';
import { channelText } from '#app/text/zh-hk/channels.ts';
import { songsText as text } from '#app/text/zh-hk/played-songs.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { Button } from '#app/ui/button.tsx';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Numeral } from '#app/ui/numeral.tsx';
import { useCurrentInView } from '#app/ui/use-current-in-view.ts';
import { CHANNEL_IDS, type ChannelId } from '#shared/enums.ts';
import { clockHk } from '#shared/hk-time.ts';
import { SongPress } from './song-press.tsx';
import styles from './songs.module.css';
import type { loader, SongView } from './songs.server.ts';

export { headers, loader } from './songs.server.ts';

export const handle: PageHandle = { navKey: 'live', adGroup: 'live' };

type Page = ReturnType<typeof useLoaderData<typeof loader>>;

/** The current day is not in the URL, so that the URL is the same tomorrow. */
const dayOf = ({ day, today }: Pick<Page, 'day' | 'today'>) => (day === today ? undefined : day);

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => {
  if (loaderData === undefined) return [];
  const { siteUrl, channelId, day, today, hour, q } = loaderData;
  const title = text.titleOf(channelText[channelId].name);
  const isFirst = day === today && hour === null && q === '';
  return seo({
    siteUrl,
    path: songPaths.songs(channelId, { day: dayOf({ day, today }), hour: hour ?? undefined }),
    title: isFirst ? title : `${title} ${timeText.fullDate(day)}${hour === null ? '' : ` ${text.hour(hour)}`}`,
    description: text.description(channelText[channelId].name, timeText.fullDate(day)),
    // A day has about two dozen of these pages: only the newest is indexed.
    robots: isFirst ? 'index' : 'noindex',
    jsonLd: [breadcrumbs(siteUrl, [{ name: title, path: songPaths.songs(channelId) }])],
  });
};

/** The songs a channel played, by day and hour (wish 9). */
export default function Songs() {
  const data = useLoaderData<typeof loader>();
  const { channelId, day, q, groups } = data;
  const spans = useAvailableSound(channelId, 'audio');
  const found = groups.reduce((sum, { songs }) => sum + songs.length, 0);
  return (
    <div className={`wrap ${styles.page}`} data-channel={channelId}>
      <div className={page.head}>
        <h1 className={styles.title}>
          <Numeral channel={channelId} decorative />
          {text.titleOf(channelText[channelId].name)}
        </h1>
        <p className={page.intro}>
          {text.intro}{' '}
          <a className={page.link} href={songPaths.endless()}>
            {text.endless}
          </a>
        </p>
      </div>
      <nav className={page.chips} aria-label={text.channels}>
        {CHANNEL_IDS.map((id) => (
          <a
            key={id}
            data-channel={id}
            href={songPaths.songs(id, { day: dayOf(data) })}
            aria-current={id === channelId ? 'page' : undefined}
          >
            <Numeral channel={id} decorative />
            {channelText[id].name}
          </a>
        ))}
      </nav>
      <Days data={data} />
      <Hours data={data} />
      <search className={styles.search}>
        <form action={songPaths.songs(channelId)} method="get">
          {dayOf(data) !== undefined && <input type="hidden" name="day" value={day} />}
          <label className="vh" htmlFor="song-words">
            {text.search}
          </label>
          <input
            id="song-words"
            name="q"
            type="search"
            maxLength={60}
            key={q}
            defaultValue={q}
            placeholder={text.searchHint}
            autoComplete="off"
          />
          <Button type="submit" tone="outline" aria-label={text.search}>
            <Icon name="search" />
          </Button>
        </form>
      </search>
      {q !== '' && (
        <p className={styles.found}>
          {found === 0 ? text.notFound(q) : text.found(q, found)}{' '}
          <a className={page.link} href={songPaths.songs(channelId, { day: dayOf(data) })}>
            {text.wholeDay}
          </a>
        </p>
      )}
      {found === 0 && q === '' && <p className={styles.found}>{text.none}</p>}
      {groups.map(({ hour, songs }) => (
        <section key={hour} className={styles.hour} aria-labelledby={`hour-${hour}`}>
          <h2 id={`hour-${hour}`}>
            {hour >= 24 && <span>{text.smallHours}</span>}
            {text.hour(hour)}
            <small>{text.count(songs.length)}</small>
          </h2>
          <ol className={styles.songs}>
            {songs.map((song) => (
              <SongRow key={song.markId} channelId={channelId} song={song} spans={spans} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

function Days({ data }: { data: Page }) {
  const { channelId, day, today, dayBefore, dayAfter } = data;
  return (
    <nav className={styles.days} aria-label={text.days}>
      <span>
        {dayBefore !== null && (
          <ButtonLink tone="quiet" size="small" rel="prev" href={songPaths.songs(channelId, { day: dayBefore })}>
            <Icon name="arrow-left" />
            {text.dayBefore}
          </ButtonLink>
        )}
      </span>
      <b>
        <time dateTime={day}>{timeText.dateAndWeekday(day)}</time>
      </b>
      <span>
        {dayAfter !== null && (
          <ButtonLink
            tone="quiet"
            size="small"
            rel="next"
            href={songPaths.songs(channelId, { day: dayOf({ day: dayAfter, today }) })}
          >
            {text.dayAfter}
            <Icon name="arrow-right" />
          </ButtonLink>
        )}
      </span>
    </nav>
  );
}

/** Newest first, like the songs; a strip on phones. */
function Hours({ data }: { data: Page }) {
  const { channelId, hour, hours, q } = data;
  const strip = useCurrentInView<HTMLElement>(String(hour));
  return (
    <nav ref={strip} className={`${page.chips} ${styles.hours}`} aria-label={text.hours}>
      <a
        href={songPaths.songs(channelId, { day: dayOf(data) })}
        aria-current={hour === null && q === '' ? 'page' : undefined}
      >
        {text.newest}
      </a>
      {hours.map((one) => (
        <a
          key={one}
          href={songPaths.songs(channelId, { day: dayOf(data), hour: one })}
          aria-current={one === hour ? 'page' : undefined}
        >
          {text.hour(one)}
        </a>
      ))}
    </nav>
  );
}

function SongRow({
  channelId,
  song,
  spans,
}: {
  channelId: ChannelId;
  song: SongView;
  spans: readonly AvailableSpan[] | null;
}) {
  const startsAt = new Date(song.startsAtMs);
  return (
    <li className={styles.song}>
      <time dateTime={startsAt.toISOString()}>{clockHk(startsAt)}</time>
      <div className={styles.words}>
        <a href={songPaths.song(song.songId)}>
          <b>{song.title}</b>
        </a>
        <FollowButton kind="song" subject={String(song.songId)} name={text.song(song.title)} size="small" />
        {song.singer !== null && (
          <>
            <a href={songPaths.singer(song.singer)}>
              <span>{song.artist}</span>
            </a>
            <FollowButton kind="singer" subject={song.singer} name={song.artist} size="small" />
          </>
        )}
      </div>
      <KeepSongButton markId={song.markId} title={song.title} className={controls.icon} />
      <span className={styles.press}>
        <SongPress channelId={channelId} song={song} spans={spans} />
      </span>
    </li>
  );
}
