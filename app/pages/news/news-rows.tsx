import { AdSlot } from '#app/ads/ad-slot.tsx';
import { ContentCard, type ContentCardView } from '#app/components/lists/content-card.tsx';
import { MoreList, type ListBatch } from '#app/components/lists/more-list.tsx';
import { unhydrated } from '#app/ui/static-island.tsx';

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
        {(cards, at) =>
          at === 0 ? (
            <FirstRows key={at} box={{ className: styles.rows }} cards={cards} at={at} showsLabel={showsLabel} />
          ) : (
            <ol key={at} className={styles.rows}>
              <Rows cards={cards} at={at} showsLabel={showsLabel} />
            </ol>
          )
        }
      </MoreList>
    </div>
  );
}

function Rows({ cards, at, showsLabel }: { cards: ContentCardView[]; at: number; showsLabel: boolean }) {
  return cards.flatMap((card, i) => [
    <li key={card.id}>
      <ContentCard card={card} size="row" heading="h2" showsLabel={showsLabel} />
    </li>,
    i + 1 === FLUID_AFTER && (
      <li key="fluid" data-ad-room>
        <AdSlot type="fluid" number={at + 1} />
      </li>
    ),
  ]);
}

/** The page's own rows are static; later ones are appended. */
const FirstRows = unhydrated(Rows, 'ol');
