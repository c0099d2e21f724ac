import { AdSlot } from '#app/ads/ad-slot.tsx';
import type { ReactNode } from 'react';
import type { ContentCardView } from '#app/components/lists/content-card.tsx';
import type { Ranked } from '#app/components/lists/headlines.tsx';
import { MostViewed } from '#app/components/lists/most-viewed.tsx';
import { NewsNav, type NewsTab } from '#app/components/lists/news-nav.tsx';
import page from '#app/styles/page.module.css';
import { paths } from '#app/paths.ts';
import { newsText } from '#app/text/zh-hk/news.ts';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import { EditorialItems } from './editorial-items.tsx';
import styles from './news.module.css';

/** The frame of every news list: heading, tabs, and sidebar. */
export function NewsFrame({
  title,
  tab,
  side: { editorials, hits },
  children,
}: {
  title: string;
  tab: NewsTab;
  side: { editorials: ContentCardView[]; hits: Ranked[] };
  children: ReactNode;
}) {
  return (
    <div className="wrap">
      <div className={page.head}>
        <h1>{title}</h1>
        <NewsNav current={tab} />
      </div>
      <div className={page.side}>
        <div>{children}</div>
        <aside className={page.rail}>
          {tab !== 'editorial' && editorials.length > 0 && (
            <section aria-labelledby="editorials">
              <SectionHeading
                id="editorials"
                small
                more={{ href: paths.newsEditorial(), words: newsText.allEditorial }}
              >
                {newsText.editorial}
              </SectionHeading>
              <EditorialItems box={{ className: styles.editorials }} cards={editorials} />
            </section>
          )}
          <MostViewed items={hits} />
          <AdSlot type="rectangle" />
        </aside>
      </div>
    </div>
  );
}
