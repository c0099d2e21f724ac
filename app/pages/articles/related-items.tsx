import { ContentCard, type ContentCardView } from '#app/components/lists/content-card.tsx';
import { unhydrated } from '#app/ui/static-island.tsx';

function Items({ cards }: { cards: ContentCardView[] }) {
  return cards.map((card) => (
    <li key={card.id}>
      <ContentCard card={card} />
    </li>
  ));
}

/** Other articles of the same group. */
export const RelatedItems = unhydrated(Items, 'ul');
