import type { MetaDescriptor } from 'react-router';
import { listsText } from '#app/text/zh-hk/lists.ts';
import type { ListBatch } from '#app/components/lists/more-list.tsx';
import { seo, type PageSeo } from './seo.ts';

/**
 * SEO data of a list page. Only the first page is indexed: items on other pages are found through the sitemap, and move
 * with every new item.
 */
export function listSeo({
  batch: { page, hasMore },
  pathOf,
  ...rest
}: Omit<PageSeo, 'path'> & { batch: ListBatch; pathOf: (page: number | undefined) => string }): MetaDescriptor[] {
  const numbered = (at: number) => pathOf(at === 1 ? undefined : at);
  return seo({
    ...rest,
    title: listsText.titleOfPage(rest.title, page),
    path: numbered(page),
    prevPath: page > 1 ? numbered(page - 1) : undefined,
    nextPath: hasMore ? numbered(page + 1) : undefined,
    robots: page > 1 ? 'noindex' : (rest.robots ?? 'index'),
  });
}
