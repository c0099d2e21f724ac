import type { Phase } from '#domain/events/events.rules.ts';

export interface ListedEvent {
  event_id: number;
  title: string;
  venue: string;
  phase: Phase;
  doors_ts: number;
  starts_ts: number;
  ends_ts: number;
  sold: number;
  total: number;
}

export interface AuditLine {
  id: number;
  at_ts: number;
  who: string;
  action: string;
  reason: string;
}

export interface OpenEvent {
  event_id: number;
  phase: Phase;
  sale: 'soon' | 'on' | 'over';
  state_ts: number | null;
  expected_ts: number | null;
  ended_ts: number | null;
  fields: {
    title: string;
    lead: string;
    description: string;
    venue: string;
    keyart: string;
    features: string;
    doors_ts: number;
    starts_ts: number;
    ends_ts: number;
    replay_until_ts: number | null;
    test_seconds: number;
    price_cents: number;
    early_price_cents: number | null;
    early_until_ts: number | null;
    sells_from_ts: number;
    sells_until_ts: number;
    max_tickets: number;
  };
  stream_id: number;
  encoders: { name: string; is_active: boolean; placed_ts: number | null }[];
  tickets: { total: number; sold: number; held: number; by_order: number; by_code: number; by_hand: number };
  queue: { per_second: number; waiting: number; entered: number };
  items: { position: number; title: string; planned_ts: number; started_ts: number | null }[];
  messages: { message_id: number; words: string; at_ts: number }[];
  audit: AuditLine[];
  now_ts: number;
  public_url: string;
}
