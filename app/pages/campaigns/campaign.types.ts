import type { CampaignStatus } from '#domain/campaigns/campaigns.rules.ts';

/** A campaign as its pages receive it. */
export interface ProgressView {
  name: string;
  kind: 'pledge' | 'sale';
  status: CampaignStatus;
  result: 'succeeded' | 'failed' | null;
  opensAtMs: number;
  closesAtMs: number;
  targetCents: number | null;
  collectedCents: number;
  supporters: number;
  termsVersion: string;
  maxPerBuyer: number | null;
  items: ItemView[];
  days: { first: string; count: number; taken: string[] } | null;
}

export interface ItemView {
  id: number;
  kind: 'tier' | 'goods' | 'delivery' | 'extra';
  code: string;
  /** In the campaign's words. */
  name: string;
  lead: string | null;
  picture: string;
  pictureAlt: string;
  cents: number;
  total: number | null;
  left: number | null;
  maxQuantity: number;
  choosesDay: boolean;
  isSent: boolean;
  reach: 'here' | 'locker' | 'abroad' | 'fetched' | null;
}

/** What a campaign that was made at the desk says besides its words. */
export interface PageView {
  lead: string;
  picture: string;
  pictureAlt: string;
  sections: readonly { heading: string; body: string; picture: string; pictureAlt: string }[];
}

/** News of a campaign, or the answer to a question. */
export interface PostView {
  id: number;
  title: string;
  body: string;
  picture: string;
  pictureAlt: string;
  postedAtMs: number;
}
