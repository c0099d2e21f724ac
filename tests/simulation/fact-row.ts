/** A payment fact with its attempt's amount and order. */
export interface FactRow {
  id: number;
  attempt_id: number | null;
  gateway: string;
  gateway_txn: string;
  kind: string;
  cents: number;
  currency: string;
  source: string;
  detail: { cents?: number; sameAs?: string };
  number: string | null;
  asked: number | null;
  order_id: number | null;
}
