import { withName } from '#shared/paths/content-paths.ts';
import { memberPaths } from '#shared/paths/member-paths.ts';
import { withQuery } from './paths.ts';

/** Paths linked only from film pages. Not loaded with every page. */
export const filmPaths = {
  /** All films, or those of a category. */
  premiumVideoList: (category?: { id: number; name: string }, query: { page?: number | undefined } = {}) =>
    withQuery(category ? withName(`/crgovideo/all/${category.id}`, category.name) : '/crgovideo/all', query),
  premiumSearch: (query: { q?: string; sort?: 'latest' | undefined; page?: number | undefined } = {}) =>
    withQuery('/crgovideo/search', query),
  purchase: (id: number) => `/crgovideo/purchase/${id}`,
  purchaseResult: memberPaths.filmResult,
  purchaseSuccess: () => '/crgovideo/purchaseSuccess',
  purchaseFailure: () => '/crgovideo/purchaseFailure',
  myHistory: () => '/crgovideo/myvideo/history',
};

/** The same for calls. */
export const filmCalls = {
  /** A member's rentals; with an offset, the history from there on. */
  my: (query: { offset?: number | undefined } = {}) => withQuery('/api/premium/my', query),
  /** Removes an expired rental from the list. */
  myRental: (id: number) => `/api/premium/my/${id}`,
};
