/** A member as the desk's API shows them; contact is masked. Instants are Unix seconds. */
export interface Member {
  member_id: number;
  name: string;
  display_name: string;
  state: string;
  email: string | null;
  email_verified_ts: number | null;
  phone: string | null;
  phone_verified_ts: number | null;
  joined_ts: number;
  erase_ts: number | null;
  plans: { plan_id: number; name: string }[];
  times: {
    plan_id: number;
    name: string;
    source: string;
    state: 'pending' | 'running' | 'over';
    starts_ts: number;
    ends_ts: number;
  }[];
  profile: {
    name: string;
    state: string;
    renews_on: string | null;
    grace_until_ts: number | null;
    is_card_expiring: boolean;
  } | null;
  rentals: { film_id: number; title: string; ends_ts: number }[];
  films: { film_id: number; title: string }[];
  tickets: { event_id: number; source: string; entered_ts: number | null }[];
  devices: { name: string; used_ts: number }[];
  sessions: { device: string; began_ts: number; seen_ts: number }[];
  playing: { device: string; stream: string; began_ts: number; is_paused: boolean }[];
  device_list_locked_until_ts: number | null;
  family: { payer_id: number; people: { member_id: number; name: string; joined_ts: number }[] } | null;
  merged_into: Merge | null;
  took_over: Merge[];
  orders: Order[];
}

/** A merge with another member. */
export interface Merge {
  member_id: number;
  merged_ts: number;
  reversible_until_ts: number;
}

export interface Order {
  order_id: number;
  kind: string;
  items: string[];
  state: string;
  method: string | null;
  total_cents: number;
  refunded_cents: number;
  created_ts: number;
  receipts: string[];
}

export interface TimelineItem {
  id: string;
  at_ts: number;
  source: string;
  what: string;
  detail: Record<string, unknown>;
}
