import { useLoaderData, type MetaFunction } from 'react-router';
import { useSearchReport } from '#app/components/hooks/use-search-report.ts';
import { TagType } from '#shared/tracking.ts';
import { FilmCard, type FilmCardView } from '#app/components/lists/film-card.tsx';
import { seo } from '#app/components/seo/seo.ts';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import { filmPaths } from '#app/film-paths.ts';
import { Pager } from '#app/pages/search/pager.tsx';
import page from '#app/styles/page.module.css';
import { filmRentalText } from '#app/text/zh-hk/films.ts';
import { Button } from '#app/ui/button.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import type { loader } from './film-search.server.ts';
import { FilmsNav } from './films-nav.tsx';
import styles from './films.module.css';

export { headers, loader } from './film-search.server.ts';

const text = filmRentalText.find;
/** Longer keywords are truncated. */
const KEYWORD_CHARS = 60;

export const handle: PageHandle = { navKey: 'premium', theme: 'black', adGroup: 'audioVideoList' };

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  loaderData === undefined
    ? []
    : seo({
        siteUrl: loaderData.siteUrl,
        path: filmPaths.premiumSearch(),
        title: loaderData.keyword ? text.titleOf(loaderData.keyword) : text.title,
        description: filmRentalText.description,
        // Results have pages of their own.
        robots: 'noindex',
      });

function Grid({ films }: { films: FilmCardView[] }) {
  return (
    <ul className={styles.grid}>
      {films.map((film) => (
        <li key={film.id}>
          <FilmCard film={film} heading="h3" sizes="(min-width: 1200px) 22vw, (min-width: 768px) 30vw, 46vw" />
        </li>
      ))}
    </ul>
  );
}

/** Film search. A form and links: works without scripts. */
export default function FilmSearch() {
  const { keyword, sort, page: at, pages, total, films, offered } = useLoaderData<typeof loader>();
  useSearchReport(keyword, TagType.PREMIUM_CONTENT, total);
  return (
    <>
      <FilmsNav at="search" />
      <div className="wrap">
        <h1 className="vh">{text.title}</h1>
        <search>
          <form action={filmPaths.premiumSearch()} method="get" className={styles.box}>
            <label className="vh" htmlFor="film-keyword">
              {text.label}
            </label>
            <input
              key={keyword}
              id="film-keyword"
              name="q"
              type="search"
              defaultValue={keyword}
              maxLength={KEYWORD_CHARS}
              placeholder={text.label}
              autoComplete="off"
            />
            <Button type="submit" size="large">
              {text.submit}
            </Button>
          </form>
        </search>
        {keyword === '' && <p className={styles.empty}>{text.ask}</p>}
        {keyword !== '' && (
          <div className={styles.bar}>
            <p role="status">{films.length === 0 ? text.none(keyword) : text.count(total)}</p>
            {films.length > 0 && (
              <nav className={page.segments} aria-label={text.sort}>
                {(['relevant', 'latest'] as const).map((each) => (
                  <a
                    key={each}
                    href={filmPaths.premiumSearch({ q: keyword, sort: each === 'latest' ? 'latest' : undefined })}
                    aria-current={each === sort ? 'page' : undefined}
                  >
                    {text.sorts[each]}
                  </a>
                ))}
              </nav>
            )}
          </div>
        )}
        {films.length > 0 && (
          <>
            <h2 className="vh">{text.titleOf(keyword)}</h2>
            <Grid films={films} />
          </>
        )}
        <Pager
          page={at}
          pages={pages}
          to={(to) =>
            filmPaths.premiumSearch({
              q: keyword,
              sort: sort === 'latest' ? 'latest' : undefined,
              page: to === 1 ? undefined : to,
            })
          }
        />
        {offered.length > 0 && (
          <section className={page.section} aria-labelledby="offered">
            <SectionHeading id="offered">{text.instead}</SectionHeading>
            <Grid films={offered} />
          </section>
        )}
      </div>
    </>
  );
}
