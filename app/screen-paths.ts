import { eventPaths } from '#shared/event-paths.ts';
import { withQuery } from './paths.ts';

/** Pages of what is bought one by one and watched, that nothing else leads to: no part of what every page loads. */
export const screenPaths = {
  // LIVE EVENTS
  ...eventPaths,
  /** From an instant of its stream, Unix seconds. */
  eventMoment: (id: number, name: string, atMs: number) =>
    withQuery(eventPaths.liveEvent(id, name), { at: Math.floor(atMs / 1000) }),
  eventDiagnostic: (query: { event?: number } = {}) => withQuery('/live-event/diagnostic', query),
  eventCalendar: (id: number) => `/calendar/event-${id}.ics`,
};

/** The same of calls. */
export const screenCalls = {
  // FILMS
  /** GET; POST where the press begins the hours. */
  filmPlayback: (id: number) => `/api/premium/${id}/playback`,

  // LIVE EVENTS
  event: (id: number) => `/api/live-event/${id}`,
  /** What all who watch are told: cached, and asked again and again. */
  eventStrip: (id: number) => `/api/live-event/${id}/strip`,
  eventPlayback: (id: number) => `/api/live-event/${id}/playback`,
  /** The waiting room: POST to come, GET where one stands. */
  eventPlace: (id: number) => `/api/live-event/${id}/place`,
  eventReminder: (id: number) => `/api/live-event/${id}/reminder`,
  giveTicket: (id: number) => `/api/live-event/ticket/${id}/give`,
  diagnostic: () => '/api/live-event/diagnostic',
  /** What is bought one by one (AP-037). */
  salesTransaction: () => '/api/payment/salesTransaction',
  /** What it would cost, while a code is typed. */
  quoteSale: () => '/api/payment/quoteSale',
};
