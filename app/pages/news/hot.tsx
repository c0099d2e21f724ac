import { AdSlot } from '#app/ads/ad-slot.tsx';
import { useLoaderData, type MetaFunction } from 'react-router';
import { MoreList } from '#app/components/lists/more-list.tsx';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import page from '#app/styles/page.module.css';
import { paths } from '#app/paths.ts';
import { newsText } from '#app/text/zh-hk/news.ts';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import { HotItems } from './hot-items.tsx';
import { RecentItems } from './recent-items.tsx';
import type { loader } from './hot.server.ts';
import { HotMore } from './hot-more.tsx';
import { NewsFrame } from './news-frame.tsx';
import { newsSeo } from './news-seo.ts';
import styles from './news.module.css';

export { headers, loader } from './hot.server.ts';

export const handle: PageHandle = { navKey: 'news', newsNavKey: 'hot', adGroup: 'news' };

const pathOf = (at: number | undefined) => paths.newsHot({ page: at });

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => {
  if (loaderData === undefined) return [];
  return loaderData.isFront
    ? newsSeo({
        ...loaderData,
        batch: { ...loaderData.batch, hasMore: false },
        title: newsText.title,
        pathOf: () => paths.news(),
      })
    : newsSeo({ ...loaderData, title: newsText.hotTitle, pathOf });
};

/** Hot news; on the front page of the news followed by the newest. */
export default function HotNews() {
  const { isFront, batch, side, recent } = useLoaderData<typeof loader>();
  return (
    <NewsFrame title={isFront ? newsText.title : newsText.hotTitle} tab="hot" side={side}>
      {isFront ? (
        <>
          {batch.cards.length > 0 && <HotItems box={{ className: styles.hot }} cards={batch.cards} />}
          <div className={page.section} data-ad-room>
            <AdSlot type="leaderboard" />
          </div>
          {recent.length > 0 && (
            <section className={page.section} aria-labelledby="recent">
              <SectionHeading id="recent" more={{ href: paths.newsRecent(), words: newsText.allRecent }}>
                {newsText.recent}
              </SectionHeading>
              <RecentItems box={{ className: styles.rows }} cards={recent} />
            </section>
          )}
        </>
      ) : (
        <MoreList batch={batch} pathOf={pathOf}>
          {(cards, at) =>
            at === 0 && batch.page === 1 ? (
              <HotItems key={at} box={{ className: styles.hot }} cards={cards} />
            ) : (
              <HotMore key={at} cards={cards} />
            )
          }
        </MoreList>
      )}
    </NewsFrame>
  );
}
