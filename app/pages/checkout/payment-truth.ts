import type { PaymentOutcome } from '#domain/payments/payments.rules.ts';
import type { AttemptState, OrderState } from '#shared/payment-enums.ts';

/** The state of an order for its buyer; nothing is called ended unless that is known. */
export type Truth =
  | 'success'
  | 'opening'
  | 'refunded'
  /** All that was paid is being refunded: by the provider (`returning`), or by staff (`owed`). */
  | 'returning'
  | 'owed'
  | 'processing'
  | 'unpaid'
  | 'failed'
  | 'cancelled'
  /** The time to pay by one method is over; the order is not, and may be paid again. */
  | 'lapsed'
  | 'expired'
  /** Closed by us, while its provider may still take money. */
  | 'closed';

interface Known {
  state: OrderState;
  fulfilledAt: unknown;
  goesBack?: 'returning' | 'owed' | null;
  attempt: { state: AttemptState } | null;
  /** Current reply of its providers; null: not queried. */
  asked?: { outcome: PaymentOutcome } | null;
}

const OF_ATTEMPT: Record<AttemptState, Truth> = {
  created: 'unpaid',
  redirected: 'processing',
  authorised: 'processing',
  // Its order is not fulfilled by it yet, or never will be: staff or the next minute decide.
  paid: 'processing',
  review: 'processing',
  failed: 'failed',
  cancelled: 'cancelled',
  expired: 'lapsed',
  refunded: 'refunded',
  part_refunded: 'processing',
};

/** What a page shows for an order, however it was reached: from another browser, twice, by "back", or after an hour. */
export function truthOf({ state, fulfilledAt, goesBack, attempt, asked }: Known): Truth {
  // An open order may still be paid another way.
  if (goesBack && state !== 'open') return goesBack;
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
      // Money that arrived afterwards was taken, and has been returned.
      if (attempt?.state === 'refunded') return 'refunded';
      if (attempt === null || OF_ATTEMPT[attempt.state] !== 'processing') return state;
      // A received payment overrides our closing; possible payments are not called more than that.
      return attempt.state === 'redirected' ? 'closed' : 'processing';
    case 'open':
      if (asked?.outcome === 'unknown') return 'processing';
      // Its payer was redirected to a provider, which reports it as unpaid.
      if (asked?.outcome === 'unpaid' && attempt?.state === 'redirected') return 'unpaid';
      return attempt === null ? 'unpaid' : OF_ATTEMPT[attempt.state];
  }
}

/** Whether payment may be requested: never while a payment may be in progress. */
export const mayPay = (truth: Truth): boolean =>
  truth === 'unpaid' || truth === 'failed' || truth === 'cancelled' || truth === 'lapsed';

/** Whether the whole payment was refunded or is being refunded. */
export const isGivenBack = (truth: Truth): boolean => truth === 'refunded' || truth === 'returning' || truth === 'owed';

/** Page types for an order. */
type ResultPage = 'success' | 'failure' | 'processing' | 'checkout';

export function resultPageFor(truth: Truth): ResultPage {
  if (truth === 'success' || truth === 'opening' || isGivenBack(truth)) return 'success';
  if (truth === 'processing') return 'processing';
  return truth === 'unpaid' ? 'checkout' : 'failure';
}
