import { withName } from '#shared/content-paths.ts';
import { memberPaths } from '#shared/member-paths.ts';
import { withQuery } from './paths.ts';

/** Pages of films that nothing leads to but such pages: no part of what every page loads. */
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

/** The same of calls. */
export const filmCalls = {
  /** What a member rented; the history from an offset on. */
  my: (query: { offset?: number | undefined } = {}) => withQuery('/api/premium/my', query),
  /** Takes what is over off the list. */
  myRental: (id: number) => `/api/premium/my/${id}`,
};
