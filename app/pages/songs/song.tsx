import { useLoaderData, type MetaFunction } from 'react-router';
import { FollowButton } from '#app/components/follows/follow-button.tsx';
import { Crumbs } from '#app/components/lists/crumbs.tsx';
import { breadcrumbs } from '#app/components/seo/json-ld.ts';
import { musicRecording } from '#app/components/seo/music.ts';
import { seo } from '#app/components/seo/seo.ts';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import { songPaths } from '#app/song-paths.ts';
import page from '#app/styles/page.module.css';
import { songsText } from '#app/text/zh-hk/played-songs.ts';
import { shell } from '#app/text/zh-hk/shell.ts';
import { songPageText as text } from '#app/text/zh-hk/song-pages.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import { ChartRuns, PlayFigures } from './play-figures.tsx';
import { PlayList } from './play-list.tsx';
import styles from './song-pages.module.css';
import { storeSearches } from './store-searches.ts';
import type { loader } from './song.server.ts';

export { headers, loader } from './song.server.ts';

export const handle: PageHandle = { navKey: 'live', adGroup: 'live' };

export const meta: MetaFunction<typeof loader> = ({ loaderData: song }) => {
  if (song === undefined) return [];
  const { siteUrl, id, title, artist, singer, page: at } = song;
  const path = songPaths.song(id);
  const name = text.titleOf(title, artist);
  return seo({
    siteUrl,
    path: songPaths.song(id, { page: at === 1 ? undefined : at }),
    title: name,
    description: text.description(title, artist),
    robots: at === 1 ? 'index' : 'noindex',
    jsonLd: [
      musicRecording(siteUrl, {
        path,
        title,
        artist: artist === '' ? null : { name: artist, path: singer === null ? null : songPaths.singer(singer) },
      }),
      breadcrumbs(siteUrl, [
        { name: text.songs, path: songPaths.songs(903) },
        { name, path },
      ]),
    ],
  });
};

/** A song: when it was played, by whom, and its run on the charts. */
export default function Song() {
  const { id, title, artist, singer, plays, figures, runs, page: at, hasMore } = useLoaderData<typeof loader>();
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={page.head}>
        <Crumbs label={text.crumbs} steps={[{ name: text.songs, href: songPaths.songs(903) }]} />
        <h1>{title}</h1>
        <p className={styles.facts}>
          {singer === null ? <span>{artist}</span> : <a href={songPaths.singer(singer)}>{artist}</a>}
          <span>{text.played(figures.plays, figures.isMore)}</span>
          <FollowButton kind="song" subject={String(id)} name={songsText.song(title)} />
        </p>
      </div>
      <div className={page.side}>
        <div className={styles.main}>
          <section aria-labelledby="plays">
            <SectionHeading id="plays">{text.plays}</SectionHeading>
            <PlayList plays={plays} />
            {(at > 1 || hasMore) && (
              <nav className={styles.paging} aria-label={text.paging}>
                {at > 1 && (
                  <ButtonLink
                    tone="quiet"
                    rel="prev"
                    href={songPaths.song(id, { page: at === 2 ? undefined : at - 1 })}
                  >
                    {text.later}
                  </ButtonLink>
                )}
                {hasMore && (
                  <ButtonLink tone="outline" rel="next" href={songPaths.song(id, { page: at + 1 })}>
                    {text.earlier}
                  </ButtonLink>
                )}
              </nav>
            )}
          </section>
          <ChartRuns runs={runs} />
        </div>
        <aside className={styles.figures}>
          <PlayFigures figures={figures} />
          <section aria-labelledby="stores">
            <SectionHeading id="stores" small>
              {text.stores}
            </SectionHeading>
            <p className={styles.stores}>
              {storeSearches(title, artist).map(({ store, href }) => (
                <ButtonLink
                  key={store}
                  tone="outline"
                  size="small"
                  href={href}
                  target="_blank"
                  rel="noopener external"
                  aria-label={`${store}${shell.newWindow}`}
                >
                  {store}
                </ButtonLink>
              ))}
            </p>
            <p className={styles.note}>{text.storesNote}</p>
          </section>
        </aside>
      </div>
    </div>
  );
}
