import { useLoaderData, type MetaFunction } from 'react-router';
import { FilmCard } from '#app/components/lists/film-card.tsx';
import { breadcrumbs } from '#app/components/seo/json-ld.ts';
import { seo } from '#app/components/seo/seo.ts';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import { filmPaths } from '#app/film-paths.ts';
import { Pager } from '#app/pages/search/pager.tsx';
import { paths } from '#app/paths.ts';
import page from '#app/styles/page.module.css';
import { listsText } from '#app/text/zh-hk/lists.ts';
import { filmRentalText } from '#app/text/zh-hk/films.ts';
import type { loader } from './films.server.ts';
import { FilmsNav } from './films-nav.tsx';
import styles from './films.module.css';

export { headers, loader } from './films.server.ts';

export const handle: PageHandle = { navKey: 'premium', theme: 'black', adGroup: 'audioVideoList' };

const addressOf = (category: { id: number; name: string } | null, at: number) =>
  filmPaths.premiumVideoList(category ?? undefined, { page: at === 1 ? undefined : at });

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => {
  if (loaderData === undefined) return [];
  const { siteUrl, category, page: at, pages } = loaderData;
  const title = category ? category.name : filmRentalText.all;
  return seo({
    siteUrl,
    path: addressOf(category, at),
    title: listsText.titleOfPage(`${title}　${filmRentalText.title}`, at),
    description: filmRentalText.description,
    prevPath: at > 1 ? addressOf(category, at - 1) : undefined,
    nextPath: at < pages ? addressOf(category, at + 1) : undefined,
    robots: at > 1 ? 'noindex' : 'index',
    jsonLd: [
      breadcrumbs(siteUrl, [
        { name: filmRentalText.title, path: paths.premiumVideoLanding() },
        { name: title, path: addressOf(category, 1) },
      ]),
    ],
  });
};

/** All films, or those of a category. */
export default function Films() {
  const { category, categories, films, total, page: at, pages } = useLoaderData<typeof loader>();
  return (
    <>
      <FilmsNav at="all" />
      <div className="wrap">
        <div className={styles.head}>
          <h1>{category ? category.name : filmRentalText.all}</h1>
          <p>{filmRentalText.count(total)}</p>
        </div>
        <nav aria-label={filmRentalText.all}>
          <ul className={page.chips}>
            <li>
              <a href={filmPaths.premiumVideoList()} aria-current={category === null ? 'page' : undefined}>
                {filmRentalText.more}
              </a>
            </li>
            {categories.map((each) => (
              <li key={each.id}>
                <a href={filmPaths.premiumVideoList(each)} aria-current={each.id === category?.id ? 'page' : undefined}>
                  {each.name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {films.length === 0 && <p className={styles.empty}>{filmRentalText.empty}</p>}
        <ul className={`${styles.grid} ${styles.under}`}>
          {films.map((film, i) => (
            <li key={film.id}>
              <FilmCard
                film={film}
                heading="h2"
                priority={i === 0}
                sizes="(min-width: 1200px) 22vw, (min-width: 768px) 30vw, 46vw"
              />
            </li>
          ))}
        </ul>
        <Pager page={at} pages={pages} to={(to) => addressOf(category, to)} />
      </div>
    </>
  );
}
