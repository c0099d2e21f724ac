import { ContentCard, type ContentCardView } from '#app/components/lists/content-card.tsx';
import { HousePromo } from '#app/components/lists/house-promo.tsx';
import { CHANNEL_IDS } from '#shared/enums.ts';
import styles from './lists.module.css';

/** Places in a batch of eleven: a promotion stands after its second and its eighth card. */
const PROMOS: { after: number; look: 'tile' | 'band' }[] = [
  { after: 2, look: 'tile' },
  { after: 8, look: 'band' },
];

const SIZES = '(min-width: 1440px) 310px, (min-width: 768px) 44vw, 128px';

/** Cards in rows, with promotions among them where the list has places for them: another channel each time. */
export function CardGrid({ cards, at, promos = false }: { cards: ContentCardView[]; at: number; promos?: boolean }) {
  return (
    <ul className={styles.grid}>
      {cards.flatMap((card, i) => [
        <li key={card.id}>
          <ContentCard card={card} heading="h2" sizes={SIZES} priority={at === 0 && i === 0} />
        </li>,
        ...PROMOS.flatMap(({ after, look }, nth) => {
          const channel = CHANNEL_IDS[(at * PROMOS.length + nth) % CHANNEL_IDS.length];
          if (!promos || i + 1 !== after || channel === undefined) return [];
          return (
            <li key={`promo-${after}`} className={look === 'band' ? styles.across : undefined}>
              <HousePromo channel={channel} look={look} />
            </li>
          );
        }),
      ])}
    </ul>
  );
}

/** Ten or twenty cards, two in a row: the picture beside the words. */
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
