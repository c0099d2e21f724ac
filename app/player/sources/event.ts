import type { EventSource } from './source.ts';

export const isEvent = (source: { kind: string }): source is EventSource => source.kind === 'event';

/** An event while it is on air. */
export const eventSource = (
  what: Pick<EventSource, 'eventId' | 'title' | 'from' | 'art' | 'page' | 'startsAtMs' | 'media'> &
    Partial<Pick<EventSource, 'admission' | 'rendition'>>,
): EventSource => ({
  kind: 'event',
  timeline: 'live',
  key: `event/${what.eventId}`,
  media: what.media,
  isOnPage: true,
  rendition: what.rendition ?? null,
  eventId: what.eventId,
  title: what.title,
  from: what.from,
  art: what.art,
  page: what.page,
  startsAtMs: what.startsAtMs,
  admission: what.admission ?? null,
  takeOver: null,
  details: null,
});
