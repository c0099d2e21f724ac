import { useLoaderData, type MetaFunction } from 'react-router';
import { FollowButton } from '#app/components/follows/follow-button.tsx';
import { Crumbs } from '#app/components/lists/crumbs.tsx';
import { breadcrumbs } from '#app/components/seo/json-ld.ts';
import { musicGroup } from '#app/components/seo/music.ts';
import { seo } from '#app/components/seo/seo.ts';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import { paths } from '#app/paths.ts';
import { songPaths } from '#app/song-paths.ts';
import page from '#app/styles/page.module.css';
import { momentWords } from '#app/text/zh-hk/moment.ts';
import { songPageText as text } from '#app/text/zh-hk/song-pages.ts';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import { ChartRuns, PlayFigures } from './play-figures.tsx';
import { PlayList } from './play-list.tsx';
import styles from './song-pages.module.css';
import type { loader } from './singer.server.ts';

export { headers, loader } from './singer.server.ts';

export const handle: PageHandle = { navKey: 'live', adGroup: 'live' };

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => {
  if (loaderData === undefined) return [];
  const { siteUrl, singer, name, songs } = loaderData;
  const path = songPaths.singer(singer);
  return seo({
    siteUrl,
    path,
    title: name,
    description: text.singerDescription(name),
    jsonLd: [
      musicGroup(siteUrl, {
        path,
        name,
        songs: songs.slice(0, 20).map(({ id, title }) => ({ title, path: songPaths.song(id) })),
      }),
      breadcrumbs(siteUrl, [
        { name: text.songs, path: songPaths.songs(903) },
        { name, path },
      ]),
    ],
  });
};

/** A singer: songs, plays, and who plays them. */
export default function Singer() {
  const { singer, name, songs, plays, figures, runs } = useLoaderData<typeof loader>();
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={page.head}>
        <Crumbs label={text.crumbs} steps={[{ name: text.songs, href: songPaths.songs(903) }]} />
        <h1>{name}</h1>
        <p className={styles.facts}>
          <span>{text.songsOfSinger(songs.length)}</span>
          <span>{text.played(figures.plays, figures.isMore)}</span>
          <FollowButton kind="singer" subject={singer} name={name} />
          <a href={paths.search({ q: name })}>{text.articles(name)}</a>
        </p>
      </div>
      <div className={page.side}>
        <div className={styles.main}>
          <section aria-labelledby="songs">
            <SectionHeading id="songs">{text.own}</SectionHeading>
            <ul className={styles.songs}>
              {songs.map(({ id, title, plays: times, lastAtMs }) => (
                <li key={id}>
                  <a href={songPaths.song(id)}>
                    <b>{title}</b>
                  </a>
                  <span>{text.timesOf(times)}</span>
                  <span>{text.lastAt(momentWords(lastAtMs))}</span>
                </li>
              ))}
            </ul>
          </section>
          <section aria-labelledby="plays">
            <SectionHeading id="plays">{text.plays}</SectionHeading>
            <PlayList plays={plays} withTitles />
          </section>
          <ChartRuns runs={runs} withTitles />
        </div>
        <aside className={styles.figures}>
          <PlayFigures figures={figures} />
        </aside>
      </div>
    </div>
  );
}
