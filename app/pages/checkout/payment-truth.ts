import type { Standing } from '#domain/payments/payments.rules.ts';
import type { AttemptState, OrderState } from '#shared/payment-enums.ts';

/** How an order stands for who bought it; nothing but what is known to have ended is called so. */
export type Truth =
  | 'success'
  | 'opening'
  | 'refunded'
  | 'processing'
  | 'unpaid'
  | 'failed'
  | 'cancelled'
  | 'expired'
  /** Closed by us, while its provider may still take money. */
  | 'closed';

interface Known {
  state: OrderState;
  fulfilledAt: unknown;
  attempt: { state: AttemptState } | null;
  /** What its providers said just now; null: they were not asked. */
  asked?: { standing: Standing } | null;
}

const OF_ATTEMPT: Record<AttemptState, Truth> = {
  created: 'unpaid',
  redirected: 'processing',
  authorised: 'processing',
  // Its order is not paid by it yet, or never will be: a person or the next minute knows.
  paid: 'processing',
  review: 'processing',
  failed: 'failed',
  cancelled: 'cancelled',
  expired: 'expired',
  refunded: 'refunded',
  part_refunded: 'processing',
};

/** What a page says of an order, however its reader came there: by another browser, twice, by "back", or after an hour. */
export function truthOf({ state, fulfilledAt, attempt, asked }: Known): Truth {
  switch (state) {
    case 'paid':
    case 'part_refunded':
      return fulfilledAt === null ? 'opening' : 'success';
    case 'refunded':
      return 'refunded';
    case 'review':
      return 'processing';
    case 'cancelled':
    case 'expired':
      if (attempt === null || OF_ATTEMPT[attempt.state] !== 'processing') return state;
      // Money that is there counts for more than what we closed; of money that may come no more is said than is known.
      return attempt.state === 'redirected' ? 'closed' : 'processing';
    case 'open':
      if (asked?.standing === 'unknown') return 'processing';
      // Its payer was sent to a provider, which says that nothing was paid.
      if (asked?.standing === 'unpaid' && attempt?.state === 'redirected') return 'unpaid';
      return attempt === null ? 'unpaid' : OF_ATTEMPT[attempt.state];
  }
}

/** Whether somebody may be asked to pay: never while money may be on its way. */
export const mayPay = (truth: Truth): boolean =>
  truth === 'unpaid' || truth === 'failed' || truth === 'cancelled' || truth === 'expired';

/** Kinds of page that an order can be told of. */
type Place = 'success' | 'failure' | 'processing' | 'checkout';

export function placeOf(truth: Truth): Place {
  if (truth === 'success' || truth === 'opening' || truth === 'refunded') return 'success';
  if (truth === 'processing') return 'processing';
  return truth === 'unpaid' ? 'checkout' : 'failure';
}
