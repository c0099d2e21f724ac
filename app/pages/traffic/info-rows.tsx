import { ContentCard, type ContentCardView } from '#app/components/lists/content-card.tsx';
import styles from './traffic.module.css';

/** Road information as lines: time, title, first sentence. */
export function InfoRows({ cards }: { cards: ContentCardView[] }) {
  return (
    <ol className={styles.rows}>
      {cards.map((card) => (
        <li key={card.id}>
          <ContentCard card={card} size="row" heading="h2" showsLabel={false} />
        </li>
      ))}
    </ol>
  );
}
