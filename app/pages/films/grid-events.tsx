import { EventCard, type EventCardView } from '#app/components/lists/event-card.tsx';
import { unhydrated } from '#app/ui/static-island.tsx';

function Items({ events }: { events: readonly EventCardView[] }) {
  return events.map((event) => (
    <li key={event.id}>
      <EventCard event={event} sizes="(min-width: 1200px) 22vw, (min-width: 768px) 30vw, 46vw" />
    </li>
  ));
}

/** Live events on a page of films. */
export const GridEvents = unhydrated(Items, 'ul');
