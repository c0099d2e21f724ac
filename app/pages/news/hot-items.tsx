import { ContentCard, type ContentCardView } from '#app/components/lists/content-card.tsx';
import { unhydrated } from '#app/ui/static-island.tsx';

const BESIDE_LEAD = 4;

function Items({ cards }: { cards: ContentCardView[] }) {
  return cards.map((card, at) => (
    <li key={card.id}>
      {at === 0 ? (
        <ContentCard card={card} size="lead" sizes="(min-width: 1200px) 40vw, 100vw" priority />
      ) : (
        <ContentCard card={card} size={at <= BESIDE_LEAD ? 'compact' : 'standard'} heading="h2" />
      )}
    </li>
  ));
}

/** Nine items: a lead, four beside it, four below. */
export const HotItems = unhydrated(Items, 'ul');
