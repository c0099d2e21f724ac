import type { AuditLine } from '../events/event-types.ts';

export interface ListedCampaign {
  campaign_id: number;
  name: string;
  kind: 'pledge' | 'sale';
  opens_ts: number;
  closes_ts: number;
  target_cents: number | null;
  collected_cents: number;
  supporters: number;
  state: 'draft' | 'before' | 'open' | 'closed' | 'succeeded' | 'failed';
}

export interface OpenCampaign extends ListedCampaign {
  public_url: string;
  items: {
    item_id: number;
    kind: 'tier' | 'goods' | 'delivery' | 'extra';
    name: string;
    cents: number;
    total: number | null;
    sold: number;
    left: number | null;
    is_retired: boolean;
  }[];
  days: string[];
  taken_days: string[];
  plays: { day: string; archive_id: number; starts_ts: number; ends_ts: number }[];
  names: { order_id: number; air_name: string; day: string | null }[];
  returns: { state: 'waiting' | 'asked' | 'by_hand' | 'nothing'; orders: number; cents: number }[];
  audit: AuditLine[];
}

export interface Delivery {
  order_id: number;
  supporter_no: number;
  state: 'none' | 'waiting' | 'packed' | 'sent' | 'received';
  tracking: string | null;
  has_address: boolean;
}

export interface Deliveries {
  items: Delivery[];
  next_after_no: number | null;
}

export const TONE_OF_CAMPAIGN: Partial<Record<ListedCampaign['state'], string>> = {
  draft: 'wait',
  open: 'good',
  closed: 'wait',
  failed: 'bad',
};
