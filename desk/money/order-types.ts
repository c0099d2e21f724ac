import type { OrderState } from '#shared/payment-enums.ts';

/** An order as `/api/staff/money/orders` presents it. */
export interface ShownOrder {
  order_id: number;
  kind: string;
  state: OrderState;
  member_id: number | null;
  is_guest: boolean;
  names: string[];
  total_cents: number;
  captured_cents: number;
  refunded_cents: number;
  method: string | null;
  gateway: string | null;
  created_ts: number;
  paid_ts: number | null;
  fulfilled_ts: number | null;
}

export const TONE_OF_STATE: Record<OrderState, string | undefined> = {
  open: 'wait',
  paid: 'good',
  cancelled: undefined,
  expired: undefined,
  review: 'bad',
  part_refunded: 'wait',
  refunded: undefined,
};
