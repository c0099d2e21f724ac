import { withName } from '#shared/content-paths.ts';

/** Pages of live events that mails and payments lead to as well as pages do. */
export const eventPaths = {
  liveEvent: (id: number, name?: string) => withName(`/live-event/${id}`, name),
  /** All that come: they are listed with the films. */
  all: () => '/crgovideo#events',
  /** What a member has tickets for; with an order, once it was paid. */
  myLive: (order?: number) => `/member/userinfo/live${order === undefined ? '' : `?order=${order}`}`,
  /** Where the tickets of an order are paid: its buyer's alone, and so under `/member`. */
  buyTickets: (order?: number) => `/member/ticket/purchase${order === undefined ? '' : `?order=${order}`}`,
};
