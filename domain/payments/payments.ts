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
  SeenFact,
} from './payments.types.ts';
export { GatewayRefusedError, GatewayTimeoutError } from './gateway.types.ts';

// Buying.
export { getOpenOrder, openOrder, ordersBefore } from './open-order.ts';
export { cancelOrder, cancelUnpaid, startAttempt } from './attempts.ts';
export { beginCharge, chargeProfile, sendCharge } from './charges.ts';
export { lockAccount, moveOrders } from './accounts.store.ts';

// Facts and their effects.
export { recordFacts } from './record-facts.ts';
export { readWebhook, processWebhook, processReturn } from './webhooks.ts';
export { queryDueAttempts } from './queries.ts';
export { queryOrder, queryNow } from './standing.ts';
export { expireOrders, retryUnfulfilled } from './clock.ts';
export { reconcile } from './reconciling.ts';

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
} from './results.ts';

export { openingTimes, SHOWN_DAYS } from './opening-times.ts';
export { storyTokenOf, storyUrl, publicStory } from './public-story.ts';

// Refunds and manual work.
export { keptCents } from './reversals.ts';
export { refundedByHand, refundOrder, sendDueRefunds } from './refunds.ts';
export { audit, closeWork, listWork, openWork, workDone, type Hand } from './work.ts';
export { paymentBacklog } from './backlog.ts';
