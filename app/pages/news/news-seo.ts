import type { MetaDescriptor } from 'react-router';
import { breadcrumbs } from '#app/components/seo/json-ld.ts';
import { listSeo } from '#app/components/seo/list-seo.ts';
import type { ListBatch } from '#app/components/lists/more-list.tsx';
import { paths } from '#app/paths.ts';
import { newsText } from '#app/text/zh-hk/news.ts';

/** SEO data of a news list. */
export function newsSeo(list: {
  siteUrl: string;
  batch: ListBatch;
  title: string;
  pathOf: (page: number | undefined) => string;
  robots?: 'index' | 'noindex';
  feed?: string;
}): MetaDescriptor[] {
  return listSeo({
    ...list,
    description: `${list.title}。${newsText.description}`,
    jsonLd: [
      breadcrumbs(list.siteUrl, [
        { name: newsText.title, path: paths.news() },
        { name: list.title, path: list.pathOf(undefined) },
      ]),
    ],
  });
}
