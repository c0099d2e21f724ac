import { AdSlot } from '#app/ads/ad-slot.tsx';
import { ContentCard, type ContentCardView } from '#app/components/lists/content-card.tsx';
import { unhydrated } from '#app/ui/static-island.tsx';

import { FLUID_AFTER, NATIVE_AFTER } from '#domain/ads/grid-slots.rules.ts';
import styles from './lists.module.css';

const SIZES = '(min-width: 1440px) 310px, (min-width: 768px) 44vw, 128px';

interface GridProps {
  cards: ContentCardView[];
  at: number;
  ads?: boolean;
}

function Cards({ cards, at, ads = false }: GridProps) {
  return cards.flatMap((card, i) => [
    <li key={card.id}>
      <ContentCard card={card} heading="h2" sizes={SIZES} priority={at === 0 && i === 0} />
    </li>,
    ads && i + 1 === NATIVE_AFTER && (
      <li key="native" data-ad-room>
        <AdSlot type="native" number={at + 1} />
      </li>
    ),
    ads && i + 1 === FLUID_AFTER && (
      <li key="fluid" className={styles.across} data-ad-room>
        <AdSlot type="fluid" number={at + 1} />
      </li>
    ),
  ]);
}

/** The page's own cards are static; later ones are appended. */
const FirstCards = unhydrated(Cards, 'ul');

/** Cards in rows, with ad slots among them if the list has any, numbered through the list. */
export function CardGrid(props: GridProps) {
  return props.at === 0 ? (
    <FirstCards box={{ className: styles.grid }} {...props} />
  ) : (
    <ul className={styles.grid}>
      <Cards {...props} />
    </ul>
  );
}

/** Ten or twenty cards, two in a row: the picture beside the text. */
export function CardPairs({
  cards,
  heading,
  showsLabel,
}: {
  cards: ContentCardView[];
  heading: 'h2' | 'h3';
  showsLabel: boolean;
}) {
  return (
    <ul className={styles.pairs}>
      {cards.map((card) => (
        <li key={card.id}>
          <ContentCard
            card={card}
            size="compact"
            heading={heading}
            showsLabel={showsLabel}
            sizes="(min-width: 768px) 176px, 128px"
          />
        </li>
      ))}
    </ul>
  );
}
