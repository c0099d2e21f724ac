import { AdSlot } from '#app/ads/ad-slot.tsx';
import { useLoaderData } from 'react-router';
import page from '#app/styles/page.module.css';
import { ProgramCard } from '#app/components/lists/program-card.tsx';
import { useSearchReport } from '#app/components/hooks/use-search-report.ts';
import { SearchField } from '#app/components/frame/search-field.tsx';
import { paths } from '#app/paths.ts';
import { searchFieldText } from '#app/text/zh-hk/search-field.ts';
import { searchText } from '#app/text/zh-hk/search.ts';
import { DetunedDial } from '#app/ui/detuned-dial.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import { staticIsland } from '#app/ui/static-island.tsx';
import { TagType } from '#shared/tracking.ts';
import { SEARCH_SORTS, SEARCH_TYPES, type SearchType } from '#domain/search/search.schema.ts';
import { Pager } from './pager.tsx';
import { ResultRow } from './result-row.tsx';
import styles from './search.module.css';
import type { loader } from './search.server.ts';
import { useRecent } from './use-recent.ts';

/** Its presses are handled outside. */
const SaidList = staticIsland(() => import('./said-list.tsx').then((module) => module.SaidList));

const TYPES = Object.keys(SEARCH_TYPES) as SearchType[];

/** The search page and its review variant, which differs by the ad block. */
export function SearchView({
  to = paths.search,
  ad,
}: {
  to?: (query: { q?: string }) => string;
  ad?: React.ReactNode;
}) {
  const { keyword, total } = useLoaderData<typeof loader>();
  useSearchReport(keyword, TagType.COMMON, total);
  const { recent, clear } = useRecent(keyword);
  return (
    <div className={`wrap ${styles.page}`}>
      <h1 className="vh">{keyword ? searchText.resultsTitle : searchText.title}</h1>
      <div className={styles.head}>
        <SearchField id="search" look="page" keyword={keyword} to={to} />
        <div className={styles.recent}>
          {recent.length > 0 && (
            <>
              <h2 id="recent">{searchText.recent}</h2>
              <ul className={page.chips} aria-labelledby="recent">
                {recent.map((word) => (
                  <li key={word}>
                    <a href={paths.search({ q: word })}>{word}</a>
                  </li>
                ))}
              </ul>
              <button type="button" onClick={clear} aria-label={searchText.clearRecent}>
                {searchFieldText.clear}
              </button>
            </>
          )}
        </div>
      </div>
      {ad}
      {keyword ? <Results /> : <Ask />}
    </div>
  );
}

/** Without a keyword the page asks for one. */
function Ask() {
  return (
    <>
      <div className={styles.none}>
        <p className={styles.ask}>{searchFieldText.ask}</p>
        <p>{searchText.askMore}</p>
      </div>
      <Offered />
    </>
  );
}

function Results() {
  const data = useLoaderData<typeof loader>();
  const { keyword, sort, type, hits, said, total, totalIsFloor, pages } = data;
  const link = (change: { sort?: typeof sort; type?: typeof type; page?: number }) => {
    const query = { q: keyword, sort, type, ...change };
    return paths.search({ ...query, sort: query.sort === 'relevant' ? undefined : query.sort });
  };
  return (
    <>
      <div className={`${page.side} ${styles.results}`}>
        <div>
          <div className={styles.bar}>
            <p role="status">
              <b>{searchText.keyword(keyword)}</b>
              {total > 0 && searchText.count(total, totalIsFloor)}
            </p>
            {hits.length > 0 && (
              <nav className={page.segments} aria-label={searchText.sort}>
                {SEARCH_SORTS.map((each) => (
                  <a key={each} href={link({ sort: each })} aria-current={each === sort ? 'true' : undefined}>
                    {searchText.sorts[each]}
                  </a>
                ))}
              </nav>
            )}
          </div>
          {(hits.length > 0 || said.length > 0 || type !== undefined) && (
            <nav className={`${page.chips} ${styles.types}`} aria-label={searchText.types}>
              <a href={link({ type: undefined })} aria-current={type === undefined ? 'true' : undefined}>
                {searchText.all}
              </a>
              <a href={link({ type: 'cue' })} aria-current={type === 'cue' ? 'true' : undefined}>
                {searchText.said}
              </a>
              {TYPES.map((each) => (
                <a key={each} href={link({ type: each })} aria-current={each === type ? 'true' : undefined}>
                  {searchText.type[each]}
                </a>
              ))}
            </nav>
          )}
          {said.length > 0 && <SaidList said={said} more={data.hasMoreSaid ? link({ type: 'cue' }) : null} />}
          {hits.length > 0 && (
            <ol>
              {hits.map((hit, at) => (
                <ResultRow key={hit.href} result={hit} first={at === 0} />
              ))}
            </ol>
          )}
          {hits.length === 0 && said.length === 0 && <None />}
          <Pager page={data.page} pages={pages} to={(number) => link({ page: number === 1 ? undefined : number })} />
        </div>
        <aside className={page.rail}>
          <AdSlot type="rectangle" />
        </aside>
      </div>
      {hits.length === 0 && said.length === 0 && <Offered />}
    </>
  );
}

/** No results, with alternatives. */
function None() {
  const { near, type, keyword } = useLoaderData<typeof loader>();
  return (
    <div className={styles.none}>
      <DetunedDial />
      <h2>{searchText.none}</h2>
      <p>
        {type ? searchText.noneOfType(type === 'cue' ? searchText.said : searchText.type[type]) : searchText.noneHint}
      </p>
      {type && (
        <a className={page.link} href={paths.search({ q: keyword })}>
          {searchText.allTypes}
        </a>
      )}
      {near.length > 0 && (
        <>
          <p id="near">{searchText.near}</p>
          <ul className={page.chips} aria-labelledby="near">
            {near.map((name) => (
              <li key={name.path}>
                <a href={name.path}>{name.title}</a>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function Offered() {
  const { programs } = useLoaderData<typeof loader>();
  return (
    <section className={page.section}>
      <SectionHeading more={{ href: paths.programs(), words: searchText.allPrograms }}>
        {searchText.listen}
      </SectionHeading>
      <ul className={styles.offered}>
        {programs.map((program) => (
          <li key={program.id}>
            <ProgramCard program={program} sizes="(min-width: 1200px) 22vw, 46vw" />
          </li>
        ))}
      </ul>
    </section>
  );
}
