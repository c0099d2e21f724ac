import { ContentCard } from '#app/components/lists/content-card.tsx';
import { MoreList, type ListBatch } from '#app/components/lists/more-list.tsx';
import styles from './news.module.css';

/** News as lines: the time, the headline, the first sentence. */
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
            {cards.map((card) => (
              <li key={card.id}>
                <ContentCard card={card} size="row" heading="h2" showsLabel={showsLabel} />
              </li>
            ))}
          </ol>
        )}
      </MoreList>
    </div>
  );
}
