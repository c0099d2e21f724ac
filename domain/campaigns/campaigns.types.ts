import type { Db } from '#db/database.ts';
import type { CAMPAIGN_KINDS, ITEM_KINDS } from '#db/tables/campaigns.ts';
import type { PaymentServices } from '#domain/payments/payments.ts';
import type { CampaignStatus } from './campaigns.rules.ts';

export interface CampaignServices {
  db: Db;
  siteUrl: string;
  /** Signs order links. */
  secretKey: string;
  payments: PaymentServices;
}

export interface CampaignRow {
  id: number;
  name: string;
  /** False: a draft. */
  isPublic: boolean;
  kind: (typeof CAMPAIGN_KINDS)[number];
  opensAt: Date;
  closesAt: Date;
  targetCents: number | null;
  termsVersion: string;
  maxPerBuyer: number | null;
  firstDay: string | null;
  days: number | null;
  daysQuotaId: number | null;
  collectedCents: number;
  supporters: number;
  endedAs: 'succeeded' | 'failed' | null;
  endedAt: Date | null;
}

export interface CampaignItem {
  id: number;
  campaignId: number;
  kind: (typeof ITEM_KINDS)[number];
  code: string;
  position: number;
  name: string;
  cents: number;
  quotaId: number | null;
  maxQuantity: number;
  choosesDay: boolean;
  isSent: boolean;
  reach: 'here' | 'locker' | 'abroad' | 'fetched' | null;
  description: string;
  picture: string;
  pictureAlt: string;
  isRetired: boolean;
}

/** An item as pages show it: total and remaining; null if unlimited. */
interface StandingItem extends CampaignItem {
  /** Paid ones. */
  sold: number;
  total: number | null;
  left: number | null;
}

/** The public view of a campaign. */
export interface CampaignProgress {
  campaign: CampaignRow;
  status: CampaignStatus;
  items: StandingItem[];
  /** Days chosen, or held by a paying buyer. */
  takenDays: string[];
}
