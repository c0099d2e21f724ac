import { AdSlot } from '#app/ads/ad-slot.tsx';
import { ContentCard } from '#app/components/lists/content-card.tsx';
import { MoreList, type ListBatch } from '#app/components/lists/more-list.tsx';
import { FLUID_AFTER } from '#domain/ads/grid-slots.rules.ts';
import styles from './news.module.css';

/** News as lines: time, headline, first sentence. */
export function NewsRows({
  batch,
  pathOf,
  showsLabel = true,
}: {
  batch: ListBatch;
  pathOf: (page: number | undefined) => string;
  showsLabel?: boolean;
}) {
  return (
    <div className={styles.list}>
      <MoreList batch={batch} pathOf={pathOf}>
        {(cards, at) => (
          <ol key={at} className={styles.rows}>
            {cards.flatMap((card, i) => [
              <li key={card.id}>
                <ContentCard card={card} size="row" heading="h2" showsLabel={showsLabel} />
              </li>,
              i + 1 === FLUID_AFTER && (
                <li key="fluid" data-ad-room>
                  <AdSlot type="fluid" number={at + 1} />
                </li>
              ),
            ])}
          </ol>
        )}
      </MoreList>
    </div>
  );
}
