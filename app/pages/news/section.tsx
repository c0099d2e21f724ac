import { useLoaderData, type MetaFunction } from 'react-router';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import { paths } from '#app/paths.ts';
import { content } from '#app/text/zh-hk/content.ts';
import { newsText } from '#app/text/zh-hk/news.ts';
import type { NewsSection } from '#shared/enums.ts';
import { NewsFrame } from './news-frame.tsx';
import type { sectionLoader } from './news-list.server.ts';
import { NewsRows } from './news-rows.tsx';
import { newsSeo } from './news-seo.ts';

export { headers, sectionLoader as loader } from './news-list.server.ts';

export const handle: PageHandle = { navKey: 'news', newsNavKey: ':section', adGroup: 'news' };

const pathIn = (section: NewsSection) => (at: number | undefined) => paths.newsCategory(section, { page: at });
const titleOf = (section: NewsSection) => newsText.titleOf(content.sections[section]);

export const meta: MetaFunction<typeof sectionLoader> = ({ loaderData }) =>
  loaderData === undefined
    ? []
    : newsSeo({
        ...loaderData,
        title: titleOf(loaderData.section),
        pathOf: pathIn(loaderData.section),
        feed: paths.feed(`news-${loaderData.section}`),
      });

/** News of one section. */
export default function NewsSectionPage() {
  const { section, batch, side } = useLoaderData<typeof sectionLoader>();
  return (
    <NewsFrame title={titleOf(section)} tab={section} side={side}>
      <NewsRows batch={batch} pathOf={pathIn(section)} showsLabel={false} />
    </NewsFrame>
  );
}
