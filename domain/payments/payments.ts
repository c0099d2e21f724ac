// The door for pages, products, the server and commands.

export type { Fact, Gateway, GatewayName, SentRequest, StoredCard } from './gateway.types.ts';
export type {
  Attempt,
  Fulfilment,
  MovedValue,
  Order,
  OrderLine,
  PaymentServices,
  PaymentTickets,
} from './payments.types.ts';
export { GatewayRefusedError, GatewayTimeoutError } from './gateway.types.ts';

// Buying.
export { getOpenOrder, openOrder, ordersBefore } from './orders/open-order.ts';
export { cancelOrder, cancelUnpaid, startAttempt } from './attempts/attempts.ts';
export { beginCharge, chargeProfile, sendCharge } from './attempts/charges.ts';
export { lockAccount, moveOrders } from './accounts.store.ts';
export { findOrderByKey } from './payments.store.ts';

// Facts and their effects.
export { recordFacts } from './facts/record-facts.ts';
export { readWebhook, processWebhook, processReturn } from './attempts/webhooks.ts';
export { queryDueAttempts } from './attempts/queries.ts';
export { queryOrder, queryNow } from './attempts/payment-outcome.ts';
export { expireOrders, retryUnfulfilled } from './operations/clock.ts';
export { reconcile } from './operations/reconciling.ts';

// Purchases.
export {
  findOpenPayment,
  findPayment,
  listOrders,
  listPayments,
  orderStory,
  resultOf,
  type ListedOrder,
  type FoundPayment,
} from './orders/results.ts';

export {
  findOrderNumbered,
  listStaffOrders,
  mayBePaid,
  type OrderFilter,
  type StaffOrder,
} from './orders/staff-orders.ts';
export { fulfilmentDelay, SHOWN_DAYS } from './orders/fulfilment-delay.ts';
export { countRecovered } from './orders/renewal-recovery.store.ts';
export { storyTokenOf, storyUrl, publicStory } from './orders/public-story.ts';

// Refunds and manual work.
export { keptCents } from './refunds/reversals.ts';
export { findRefundable, sumRefundable } from './refunds/refund-sums.store.ts';
export { refundedByHand, refundLimits, refundOrder, sendDueRefunds } from './refunds/refunds.ts';
export { waitingRefunds } from './refunds/waiting-refunds.ts';
export { findWithdrawable, withdrawByHand } from './refunds/withdrawing.ts';
export { countWork, listWork, openWork, workDone } from './operations/work.ts';
export { paymentBacklog } from './operations/backlog.ts';
