import { ContentCard, type ContentCardView } from '#app/components/lists/content-card.tsx';
import styles from './news.module.css';

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
