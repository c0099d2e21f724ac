import { useLoaderData, type MetaFunction } from 'react-router';
import { CategoryChips } from '#app/components/lists/category-chips.tsx';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import { paths } from '#app/paths.ts';
import { newsText } from '#app/text/zh-hk/news.ts';
import { NewsFrame } from './news-frame.tsx';
import type { editorialLoader } from './news-list.server.ts';
import { NewsRows } from './news-rows.tsx';
import { newsSeo } from './news-seo.ts';
import styles from './news.module.css';

export { headers, editorialLoader as loader } from './news-list.server.ts';

export const handle: PageHandle = { navKey: 'news', newsNavKey: 'editorial', adGroup: 'news' };

interface ListedCategory {
  id: number;
  name: string;
  slug: string;
}

const pathIn = (category: ListedCategory | null) => (at: number | undefined) =>
  category ? paths.newsEditorialCategory(category.id, category.slug, { page: at }) : paths.newsEditorial({ page: at });

const titleOf = (category: ListedCategory | null) =>
  category ? newsText.categoryTitle(category.name) : newsText.editorial;

export const meta: MetaFunction<typeof editorialLoader> = ({ loaderData }) =>
  loaderData === undefined
    ? []
    : newsSeo({ ...loaderData, title: titleOf(loaderData.category), pathOf: pathIn(loaderData.category) });

/** Editorials, of one category if requested. */
export default function Editorials() {
  const { category, categories, batch, side } = useLoaderData<typeof editorialLoader>();
  return (
    <NewsFrame title={titleOf(category)} tab="editorial" side={side}>
      <CategoryChips
        categories={categories}
        current={category}
        pathOf={(each) => pathIn(each)(undefined)}
        className={styles.chips}
      />
      <NewsRows batch={batch} pathOf={pathIn(category)} showsLabel={category === null} />
    </NewsFrame>
  );
}
