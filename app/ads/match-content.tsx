import { ContentCard, type ContentCardView } from '#app/components/lists/content-card.tsx';
import { adsText } from '#app/text/zh-hk/ads.ts';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import styles from './match-content.module.css';

/** Related content below an article: five rows of two. The station's own, so no third party is involved. */
export function MatchContent({ cards }: { cards: ContentCardView[] }) {
  return (
    <section className={styles.matched} aria-labelledby="matched" data-no-print>
      <SectionHeading id="matched" small>
        {adsText.matched}
      </SectionHeading>
      <ul>
        {cards.map((card) => (
          <li key={card.id}>
            <ContentCard card={card} size="compact" showsLabel={false} sizes="128px" />
          </li>
        ))}
      </ul>
    </section>
  );
}
