import { withName } from '#shared/paths/content-paths.ts';

/** Pages of live events linked from mails, payments and pages. */
export const eventPaths = {
  liveEvent: (id: number, name?: string) => withName(`/live-event/${id}`, name),
  /** All upcoming events, listed with the films. */
  all: () => '/crgovideo#events',
  /** A member's tickets; with an order, its result after payment. */
  myLive: (order?: number) => `/member/userinfo/live${order === undefined ? '' : `?order=${order}`}`,
  /** Payment page of an order's tickets. Under `/member` because only the buyer may see it. */
  buyTickets: (order?: number) => `/member/ticket/purchase${order === undefined ? '' : `?order=${order}`}`,
};
