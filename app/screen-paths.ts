import { eventPaths } from '#shared/paths/event-paths.ts';
import { withQuery } from './paths.ts';

/** Paths of films and events, linked only from such pages. Not loaded with every page. */
export const screenPaths = {
  // LIVE EVENTS
  ...eventPaths,
  /** From an instant of its stream, Unix seconds. */
  eventMoment: (id: number, name: string, atMs: number) =>
    withQuery(eventPaths.liveEvent(id, name), { at: Math.floor(atMs / 1000) }),
  eventDiagnostic: (query: { event?: number } = {}) => withQuery('/live-event/diagnostic', query),
  eventCalendar: (id: number) => `/calendar/event-${id}.ics`,
};

/** The same for calls. */
export const screenCalls = {
  // FILMS
  /** GET; POST if the press starts the rental period. */
  filmPlayback: (id: number) => `/api/premium/${id}/playback`,

  // LIVE EVENTS
  event: (id: number) => `/api/live-event/${id}`,
  /** Public state for all viewers: cached and polled. */
  eventStrip: (id: number) => `/api/live-event/${id}/strip`,
  eventPlayback: (id: number) => `/api/live-event/${id}/playback`,
  /** The waiting room: POST to join, GET for the position. */
  eventPlace: (id: number) => `/api/live-event/${id}/place`,
  eventReminder: (id: number) => `/api/live-event/${id}/reminder`,
  giveTicket: (id: number) => `/api/live-event/ticket/${id}/give`,
  diagnostic: () => '/api/live-event/diagnostic',
  /** Individual purchases (AP-037). */
  salesTransaction: () => '/api/payment/salesTransaction',
  /** Price quote, while a code is typed. */
  quoteSale: () => '/api/payment/quoteSale',
};
