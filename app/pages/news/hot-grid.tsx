import { ContentCard, type ContentCardView } from '#app/components/lists/content-card.tsx';
import styles from './news.module.css';

const BESIDE_LEAD = 4;

/** Nine items: a lead, four beside it, four below. */
export function HotGrid({ cards }: { cards: ContentCardView[] }) {
  return (
    <ul className={styles.hot}>
      {cards.map((card, at) => (
        <li key={card.id}>
          {at === 0 ? (
            <ContentCard card={card} size="lead" sizes="(min-width: 1200px) 40vw, 100vw" priority />
          ) : (
            <ContentCard card={card} size={at <= BESIDE_LEAD ? 'compact' : 'standard'} heading="h2" />
          )}
        </li>
      ))}
    </ul>
  );
}

/** Earlier items, three in a row. */
export function HotMore({ cards }: { cards: ContentCardView[] }) {
  return (
    <ul className={styles.more}>
      {cards.map((card) => (
        <li key={card.id}>
          <ContentCard card={card} heading="h2" />
        </li>
      ))}
    </ul>
  );
}
