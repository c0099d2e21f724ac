import { index, route, type RouteConfigEntry } from '@react-router/dev/routes';
import { campaignPages } from '#shared/paths/campaign-paths.ts';
import type { Campaign } from './campaign-table.ts';

/**
 * Routes of campaigns. The face is a route and the landing page a file of its own, so that a visitor loads the styles and
 * the drawing of one campaign only; the other pages are the same files for all.
 */
export const campaignRoutes = (campaigns: readonly Pick<Campaign, 'name' | 'face'>[]): RouteConfigEntry[] =>
  campaigns.map(({ name, face }) => {
    const { payment, terms, success, failure } = campaignPages(name);
    const shared = (path: string, page: string) =>
      route(path, `pages/campaigns/${page}.tsx`, { id: `${name}/${page}` });
    return route(name, `pages/campaigns/${face}/face.tsx`, { id: name }, [
      index(`pages/campaigns/${face}/landing.tsx`, { id: `${name}/landing` }),
      shared(payment, 'payment'),
      shared(terms, 'terms'),
      shared(success, 'thanks'),
      shared(failure, 'failure'),
    ]);
  });
