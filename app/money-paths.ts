import { resultPathOf } from '#domain/payments/result-path.rules.ts';
import { withQuery } from './paths.ts';

/** Pages of money that nothing leads to but such pages: no part of what every page loads. */
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
  /** One press of a mail, without a log-in. */
  stopByLink: (query: { token?: string; done?: 'stop' } = {}) => withQuery('/member/user/stopRecurring', query),
  /** What became of an order, by its signed link. */
  paymentStory: (query: { token?: string } = {}) => withQuery('/member/user/paymentStory', query),
  stopRecurringFail: () => '/member/userinfo/stopRecurringFail',
  cancelPayment: (query: { order?: number } = {}) => withQuery('/member/userinfo/cancelPayment', query),
  /** What was bought without an account: it is found by a mailed link, and gone on with. */
  guestOrders: (query: { order?: number; code?: string; done?: 'find' } = {}) =>
    withQuery('/member/user/guestOrders', query),
  redeemSuccess: () => '/member/userinfo/redeemSuccess',
  redeemFailure: () => '/member/userinfo/redeemFailure',
  offlineSubscriptionSuccess: () => '/member/userinfo/offlineSubscriptionSuccess',
  offlineSubscriptionFailure: () => '/member/userinfo/offlineSubscriptionFailure',
  /** Always entered by a new document: it has a policy of its own. */
  checkout: (gateway: string, query: { order: number; again?: '1' }) => withQuery(`/member/${gateway}/checkout`, query),
  /** Where a payment's result is waited for. Addresses of cards carry what was bought. */
  paymentResult: (
    gateway: string,
    query: { transaction_id: string; ticket?: string | undefined; again?: '1' | undefined },
  ) => withQuery(resultPathOf(gateway, query.transaction_id), query),
};

/** The same of calls. */
export const moneyCalls = {
  /** Whether a payment has ended; asked again and again while its payer waits. */
  paymentResult: (number: string, ticket: string | null) =>
    withQuery('/api/payment/result', { transaction_id: number, ticket: ticket ?? undefined }),
  /** What is offered of the archive, and at what price. */
  archiveOffer: () => '/api/payment/archiveOffer',
  receipts: () => '/api/userinfo/receipts',
  receipt: (id: number) => `/api/userinfo/receipts/${id}.pdf`,
  receiptSummary: (year: number) => `/api/userinfo/receiptSummary/${year}.pdf`,
};
