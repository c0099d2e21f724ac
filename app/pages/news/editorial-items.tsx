import { ContentCard, type ContentCardView } from '#app/components/lists/content-card.tsx';
import { unhydrated } from '#app/ui/static-island.tsx';

function Items({ cards }: { cards: ContentCardView[] }) {
  return cards.map((card) => (
    <li key={card.id}>
      <ContentCard card={card} size="compact" showsLabel={false} sizes="96px" />
    </li>
  ));
}

/** Editorials, beside a list. */
export const EditorialItems = unhydrated(Items, 'ul');
