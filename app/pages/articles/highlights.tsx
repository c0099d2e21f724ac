import { useLoaderData, type MetaFunction } from 'react-router';
import { breadcrumbs } from '#app/components/seo/json-ld.ts';
import { listSeo } from '#app/components/seo/list-seo.ts';
import { MoreList } from '#app/components/lists/more-list.tsx';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import page from '#app/styles/page.module.css';
import { paths } from '#app/paths.ts';
import { listsText } from '#app/text/zh-hk/lists.ts';
import { sectionTitles } from '#app/text/zh-hk/section-titles.ts';
import { CardGrid } from './card-grid.tsx';
import type { loader } from './highlights.server.ts';
import styles from './lists.module.css';

export { headers, loader } from './highlights.server.ts';

export const handle: PageHandle = { navKey: 'highlights', adGroup: 'highlights' };

const text = listsText.highlights;
const pathOf = (at: number | undefined) => paths.programHighlights({ page: at });

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  loaderData === undefined
    ? []
    : listSeo({
        siteUrl: loaderData.siteUrl,
        batch: loaderData.batch,
        pathOf,
        title: sectionTitles.highlights,
        description: text.description,
        feed: paths.feed('highlights'),
        jsonLd: [
          breadcrumbs(loaderData.siteUrl, [{ name: sectionTitles.highlights, path: paths.programHighlights() }]),
        ],
      });

/** Highlights of the programmes, newest first. */
export default function Highlights() {
  const { batch } = useLoaderData<typeof loader>();
  return (
    <div className={`wrap ${styles.wide}`}>
      <div className={page.head}>
        <h1>{sectionTitles.highlights}</h1>
        <p className={page.intro}>{text.description}</p>
      </div>
      <MoreList batch={batch} pathOf={pathOf}>
        {(cards, at) => <CardGrid key={at} cards={cards} at={at} ads />}
      </MoreList>
    </div>
  );
}
