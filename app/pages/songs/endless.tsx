import { useLoaderData, type MetaFunction } from 'react-router';
import { EmptyState } from '#app/components/empty-state/empty-state.tsx';
import { Crumbs } from '#app/components/lists/crumbs.tsx';
import { breadcrumbs } from '#app/components/seo/json-ld.ts';
import { seo } from '#app/components/seo/seo.ts';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import { songPaths } from '#app/song-paths.ts';
import page from '#app/styles/page.module.css';
import { endlessText as text } from '#app/text/zh-hk/endless.ts';
import { songPageText } from '#app/text/zh-hk/song-pages.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import type { DayPart } from '#domain/songs/figures/endless.rules.ts';
import type { loader } from './endless.server.ts';
import { EndlessPlayer } from './endless-player.tsx';
import { PlayList } from './play-list.tsx';
import styles from './song-pages.module.css';

export { headers, loader } from './endless.server.ts';

export const handle: PageHandle = { navKey: 'live', adGroup: 'live' };

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  loaderData === undefined
    ? []
    : seo({
        siteUrl: loaderData.siteUrl,
        path: songPaths.endless(),
        title: text.title,
        description: text.description,
        robots: loaderData.page === 1 && loaderData.part === null ? 'index' : 'noindex',
        jsonLd: [breadcrumbs(loaderData.siteUrl, [{ name: text.title, path: songPaths.endless() }])],
      });

const PARTS = Object.entries(text.dayParts) as [DayPart, string][];

/** Songs of a mood, one after another without end: what kind of programme, and at what hours. */
export default function Endless() {
  const { categories, categoryId, part, page: at, day, hasMore, plays } = useLoaderData<typeof loader>();
  const type = part ?? undefined;
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={page.head}>
        <Crumbs label={songPageText.crumbs} steps={[{ name: songPageText.songs, href: songPaths.songs(903) }]} />
        <h1>{text.title}</h1>
        <p className={page.intro}>{text.lead}</p>
      </div>
      <div className={styles.moods}>
        <nav className={page.chips} aria-label={text.categories}>
          {categories.map(({ id, name }) => (
            <a
              key={id}
              href={songPaths.endless({ category_id: id, type })}
              aria-current={id === categoryId ? 'page' : undefined}
            >
              {name}
            </a>
          ))}
        </nav>
        <nav className={page.chips} aria-label={text.parts}>
          <a href={songPaths.endless({ category_id: categoryId })} aria-current={part === null ? 'page' : undefined}>
            {text.allDay}
          </a>
          {PARTS.map(([key, name]) => (
            <a
              key={key}
              href={songPaths.endless({ category_id: categoryId, type: key })}
              aria-current={key === part ? 'page' : undefined}
            >
              {name}
            </a>
          ))}
        </nav>
      </div>
      {plays.length === 0 ? (
        <EmptyState title={text.none} words={text.noneWords}>
          <ButtonLink href={songPaths.endless()}>{text.toAllDay}</ButtonLink>
        </EmptyState>
      ) : (
        <section className={styles.list} aria-labelledby="list">
          <SectionHeading id="list">{text.list}</SectionHeading>
          <EndlessPlayer mood={{ category_id: categoryId, type, day }} page={at} />
          <PlayList plays={plays} withTitles />
          <nav className={styles.paging} aria-label={text.list}>
            {at > 1 && (
              <ButtonLink tone="quiet" href={songPaths.endless({ category_id: categoryId, type })}>
                {text.first}
              </ButtonLink>
            )}
            {hasMore && (
              <ButtonLink
                tone="outline"
                rel="next"
                href={songPaths.endless({ category_id: categoryId, type, day, page: at + 1 })}
              >
                {text.next}
              </ButtonLink>
            )}
          </nav>
        </section>
      )}
    </div>
  );
}
