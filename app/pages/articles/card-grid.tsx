import { AdBox } from '#app/components/ad-box.tsx';
import { ContentCard, type ContentCardView } from '#app/components/content-card.tsx';
import styles from './lists.module.css';

/** The place of the advertisement in a batch, counted from 0: eleven cards and it fill whole rows of two and three. */
const AD_AT = 5;

const SIZES = '(min-width: 1440px) 310px, (min-width: 768px) 44vw, 128px';

/** Cards in rows. Each whole batch keeps a place for an advertisement where the list has them. */
export function CardGrid({ cards, at, ad = false }: { cards: ContentCardView[]; at: number; ad?: boolean }) {
  return (
    <ul className={styles.grid}>
      {cards.flatMap((card, i) => [
        ...(ad && i === AD_AT
          ? [
              <li key="ad" className={styles.adCell}>
                <AdBox shape="rectangle" />
              </li>,
            ]
          : []),
        <li key={card.id}>
          <ContentCard card={card} heading="h2" sizes={SIZES} priority={at === 0 && i === 0} />
        </li>,
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
