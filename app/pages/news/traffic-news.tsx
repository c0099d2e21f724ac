import { useLoaderData, type MetaFunction } from 'react-router';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import { paths } from '#app/paths.ts';
import { newsText } from '#app/text/zh-hk/news.ts';
import { NewsFrame } from './news-frame.tsx';
import type { trafficLoader } from './news-list.server.ts';
import { NewsRows } from './news-rows.tsx';
import { newsSeo } from './news-seo.ts';

export { headers, trafficLoader as loader } from './news-list.server.ts';

export const handle: PageHandle = { navKey: 'news', newsNavKey: 'traffic', adGroup: 'news' };

const pathOf = (at: number | undefined) => paths.newsTraffic({ page: at });

export const meta: MetaFunction<typeof trafficLoader> = ({ loaderData }) =>
  loaderData === undefined ? [] : newsSeo({ ...loaderData, title: newsText.traffic, pathOf });

/** Traffic news. */
export default function TrafficNews() {
  const { batch, side } = useLoaderData<typeof trafficLoader>();
  return (
    <NewsFrame title={newsText.traffic} tab="traffic" side={side}>
      <NewsRows batch={batch} pathOf={pathOf} showsLabel={false} />
    </NewsFrame>
  );
}
