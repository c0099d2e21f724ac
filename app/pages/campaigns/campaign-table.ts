import { popcornTerms, popcornText } from '#app/text/zh-hk/campaigns-popcorn.ts';
import { postcardTerms, postcardText } from '#app/text/zh-hk/campaigns-postcard.ts';
import type { CampaignTerms, CampaignWords } from '#app/text/zh-hk/campaigns.ts';
import type { PageView } from './campaign.types.ts';

/** What differs between the pages of two campaigns. The rest of a campaign is its row in the database. */
export interface Campaign {
  /** As in the database and in the URL. */
  name: string;
  /** Folder of its design, with `layout.tsx`, which surrounds its pages, and `landing.tsx`. */
  design: string;
  words: CampaignWords;
  terms: readonly CampaignTerms[];
  /** Of a campaign that was made at the desk. */
  page?: PageView;
}

/**
 * Every campaign that has a design of its own. Read by the route map and by loaders, never by a component: the browser would load the
 * texts of all campaigns.
 */
export const CAMPAIGNS: readonly Campaign[] = [
  { name: 'cantopopcorn365days', design: 'popcorn', words: popcornText, terms: popcornTerms },
  { name: '18c_postcard', design: 'postcard', words: postcardText, terms: postcardTerms },
];
