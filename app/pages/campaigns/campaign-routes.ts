import { index, route, type RouteConfigEntry } from '@react-router/dev/routes';
import { campaignPages } from '#shared/paths/campaign-paths.ts';
import type { Campaign } from './campaign-table.ts';

/** The pages of one campaign, or of all that share a path with a parameter. */
function pagesOf(path: string, { id, design }: { id: string; design: string }): RouteConfigEntry {
  const { payment, terms, success, failure } = campaignPages(id);
  const shared = (at: string, page: string) => route(at, `pages/campaigns/${page}.tsx`, { id: `${id}/${page}` });
  return route(path, `pages/campaigns/${design}/layout.tsx`, { id }, [
    index(`pages/campaigns/${design}/landing.tsx`, { id: `${id}/landing` }),
    shared(payment, 'payment'),
    shared(terms, 'terms'),
    shared(success, 'thanks'),
    shared(failure, 'failure'),
  ]);
}

/**
 * Routes of campaigns. The layout is a route and the landing page a file of its own, so that a visitor loads the styles and
 * the drawing of one campaign only; the other pages are the same files for all.
 */
export const campaignRoutes = (campaigns: readonly Pick<Campaign, 'name' | 'design'>[]): RouteConfigEntry[] =>
  campaigns.map(({ name, design }) => pagesOf(name, { id: name, design }));

/** Routes of campaigns that were made at the desk, whose names are data. */
export const madeCampaignRoutes = (): RouteConfigEntry =>
  pagesOf('campaign/:campaign', { id: 'campaign', design: 'plain' });
