import { useLoaderData, type MetaFunction } from 'react-router';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import { paths } from '#app/paths.ts';
import { newsText } from '#app/text/zh-hk/news.ts';
import { NewsFrame } from './news-frame.tsx';
import type { recentLoader } from './news-list.server.ts';
import { NewsRows } from './news-rows.tsx';
import { newsSeo } from './news-seo.ts';

export { headers, recentLoader as loader } from './news-list.server.ts';

export const handle: PageHandle = { navKey: 'news', newsNavKey: 'recent', adGroup: 'news' };

const pathOf = (at: number | undefined) => paths.newsRecent({ page: at });

export const meta: MetaFunction<typeof recentLoader> = ({ loaderData }) =>
  loaderData === undefined
    ? []
    : newsSeo({
        ...loaderData,
        title: newsText.recentTitle,
        pathOf,
        feed: paths.feed('news'),
        robots: loaderData.isAlternate ? 'noindex' : 'index',
      });

/** The newest news of all sections; its alternate path is not indexed. */
export default function RecentNews() {
  const { batch, side } = useLoaderData<typeof recentLoader>();
  return (
    <NewsFrame title={newsText.recentTitle} tab="recent" side={side}>
      <NewsRows batch={batch} pathOf={pathOf} />
    </NewsFrame>
  );
}
