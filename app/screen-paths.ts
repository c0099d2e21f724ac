import { withName } from '#shared/content-paths.ts';
import { withQuery } from './paths.ts';

/** Pages of what is bought one by one and watched, that nothing else leads to: no part of what every page loads. */
export const screenPaths = {
  // LIVE EVENTS
  /** From an instant of its stream, where a link names one. */
  liveEvent: (id: number, name?: string, query: { at?: number } = {}) =>
    withQuery(withName(`/live-event/${id}`, name), query),
  eventDiagnostic: (query: { event?: number } = {}) => withQuery('/live-event/diagnostic', query),
  eventCalendar: (id: number) => `/calendar/event-${id}.ics`,
  myLive: () => '/member/userinfo/live',
};

/** The same of calls. */
export const screenCalls = {
  // LIVE EVENTS
  event: (id: number) => `/api/live-event/${id}`,
  /** What all who watch are told: cached, and asked again and again. */
  eventStrip: (id: number) => `/api/live-event/${id}/strip`,
  eventPlayback: (id: number) => `/api/live-event/${id}/playback`,
  /** The queue to buy, and the one to enter: GET where one stands, POST to join, DELETE to leave. */
  eventPlace: (id: number, queue: 'buy' | 'enter') => `/api/live-event/${id}/${queue}`,
  eventReminder: (id: number) => `/api/live-event/${id}/reminder`,
  giveTicket: (id: number) => `/api/live-event/ticket/${id}/give`,
  diagnostic: () => '/api/live-event/diagnostic',
};
