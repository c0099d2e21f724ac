import { screenPaths } from '#app/screen-paths.ts';
import type { Event } from '#domain/events/events.ts';
import { phrase } from '#shared/text/phrase.ts';
import type { EventCardView } from './event-card.tsx';

export const toEventCard = (event: Event): EventCardView => ({
  id: event.id,
  title: phrase(event.title),
  href: screenPaths.liveEvent(event.id, event.title),
  art: event.keyart,
  venue: event.venue,
  phase: event.phase,
  startsAtMs: event.startsAt.getTime(),
  replayUntilMs: event.replayUntil?.getTime() ?? null,
  priceCents: event.sale === 'on' ? event.price.cents : null,
});
