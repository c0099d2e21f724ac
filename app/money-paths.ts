import { resultPathOf } from '#domain/payments/checkout.rules.ts';
import { withQuery } from './paths.ts';

/** Payment pages linked only from payment pages. Not loaded with every page. */
export const moneyPaths = {
  newSubscriptionSuccess: (query: { order?: number } = {}) =>
    withQuery('/member/userinfo/newSubscriptionSuccess', query),
  newSubscriptionFailure: (query: { order?: number } = {}) =>
    withQuery('/member/userinfo/newSubscriptionFailure', query),
  testingPaydollarSubscription: () => '/member/userinfo/testingPaydollarSubscription',
  changePlan: (query: { plan?: number } = {}) => withQuery('/member/userinfo/changePlan', query),
  changePlanSuccess: (query: { order?: number | undefined } = {}) =>
    withQuery('/member/userinfo/changePlanSuccess', query),
  changePlanFailure: (query: { order?: number } = {}) => withQuery('/member/userinfo/changePlanFailure', query),
  changeCardSuccess: (query: { order?: number } = {}) => withQuery('/member/userinfo/changeCardSuccess', query),
  stopRecurring: () => '/member/userinfo/stopRecurring',
  /** Cancellation link of a mail, without login. */
  stopByLink: (query: { token?: string; done?: 'stop' } = {}) => withQuery('/member/user/stopRecurring', query),
  /** Outcome of an order, by its signed link. */
  paymentStory: (query: { token?: string } = {}) => withQuery('/member/user/paymentStory', query),
  stopRecurringFail: () => '/member/userinfo/stopRecurringFail',
  cancelPayment: (query: { order?: number } = {}) => withQuery('/member/userinfo/cancelPayment', query),
  /** Purchases without an account: opened and continued by a mailed link. */
  guestOrders: (query: { order?: number; code?: string; done?: 'find' } = {}) =>
    withQuery('/member/user/guestOrders', query),
  redeemSuccess: () => '/member/userinfo/redeemSuccess',
  redeemFailure: () => '/member/userinfo/redeemFailure',
  offlineSubscriptionSuccess: () => '/member/userinfo/offlineSubscriptionSuccess',
  offlineSubscriptionFailure: () => '/member/userinfo/offlineSubscriptionFailure',
  /** Always entered by a full page load: it has its own policy. */
  checkout: (gateway: string, query: { order: number; again?: '1' }) => withQuery(`/member/${gateway}/checkout`, query),
  /** Waits for the result of a payment. Paths of card payments contain what was bought. */
  paymentResult: (
    gateway: string,
    query: { transaction_id: string; ticket?: string | undefined; again?: '1' | undefined },
  ) => withQuery(resultPathOf(gateway, query.transaction_id), query),
};

/** The same for calls. */
export const moneyCalls = {
  /** Whether a payment has ended; polled while its payer waits. */
  paymentResult: (number: string, ticket: string | null) =>
    withQuery('/api/payment/result', { transaction_id: number, ticket: ticket ?? undefined }),
  /** The current archive offer with its price. */
  archiveOffer: () => '/api/payment/archiveOffer',
  receipts: () => '/api/userinfo/receipts',
  receipt: (id: number) => `/api/userinfo/receipts/${id}.pdf`,
  receiptSummary: (year: number) => `/api/userinfo/receiptSummary/${year}.pdf`,
};
