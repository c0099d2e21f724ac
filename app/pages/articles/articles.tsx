import { AdSlot } from '#app/ads/ad-slot.tsx';
import { useLoaderData, type MetaFunction } from 'react-router';
import { Crumbs } from '#app/components/lists/crumbs.tsx';
import { MostViewed } from '#app/components/lists/most-viewed.tsx';
import { breadcrumbs } from '#app/components/seo/json-ld.ts';
import { listSeo } from '#app/components/seo/list-seo.ts';
import { MoreList } from '#app/components/lists/more-list.tsx';
import { CategoryChips } from '#app/components/lists/category-chips.tsx';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import page from '#app/styles/page.module.css';
import { paths } from '#app/paths.ts';
import { listsText } from '#app/text/zh-hk/lists.ts';
import { sectionTitles } from '#app/text/zh-hk/section-titles.ts';
import type { loader } from './articles.server.ts';
import { CardGrid } from './card-grid.tsx';
import styles from './lists.module.css';

export { headers, loader } from './articles.server.ts';

export const handle: PageHandle = { navKey: 'articles', adGroup: 'hotTopics' };

const text = listsText.articles;

interface ListedCategory {
  id: number;
  name: string;
  slug: string;
}

const pathIn = (category: ListedCategory | null) => (at: number | undefined) =>
  paths.articles({ page: at }, category ? { id: category.id, name: category.slug } : undefined);

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => {
  if (loaderData === undefined) return [];
  const { siteUrl, category, batch, isReview } = loaderData;
  const pathOf = pathIn(category);
  return listSeo({
    siteUrl,
    batch,
    pathOf,
    title: category ? text.titleOf(category.name) : sectionTitles.articles,
    description: text.description,
    feed: category ? undefined : paths.feed('articles'),
    robots: isReview ? 'noindex' : 'index',
    jsonLd: [
      breadcrumbs(siteUrl, [
        { name: sectionTitles.articles, path: paths.articles() },
        ...(category ? [{ name: category.name, path: pathOf(undefined) }] : []),
      ]),
    ],
  });
};

/** Hot topics, newest first; of one category if requested. */
export default function Articles() {
  const { category, categories, batch, mostViewed } = useLoaderData<typeof loader>();
  return (
    <div className="wrap">
      <div className={page.head}>
        {category && (
          <Crumbs label={listsText.breadcrumb} steps={[{ name: sectionTitles.articles, href: paths.articles() }]} />
        )}
        <h1>{category ? category.name : sectionTitles.articles}</h1>
      </div>
      <CategoryChips
        categories={categories}
        current={category}
        pathOf={(each) => pathIn(each)(undefined)}
        className={styles.chips}
      />
      <div className={page.side}>
        <div>
          <MoreList batch={batch} pathOf={pathIn(category)}>
            {(cards, at) => <CardGrid key={at} cards={cards} at={at} ads />}
          </MoreList>
        </div>
        <aside className={page.rail}>
          <AdSlot type="rectangle" />
          <MostViewed items={mostViewed} />
        </aside>
      </div>
    </div>
  );
}
