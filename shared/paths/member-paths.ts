import { accountPaths } from './account-paths.ts';

/**
 * Pages linked from mails. Each explains its link and uses it up only when its button is pressed, because scanners open
 * links.
 */
export const memberPaths = {
  ...accountPaths,
  welcome: (code: string) => `/member/register/welcome?code=${code}`,
  resetPassword: (code: string) => `/member/user/resetPassword?code=${code}`,
  verifyEmail: (code: string) => `/member/user/verifyEmail?code=${code}`,
  newSubscription: () => '/member/userinfo/newSubscription',
  /** The plan of the archive offer, at the offered price. */
  archiveOffer: () => '/member/userinfo/newSubscription?offer=1',
  newSubscriptionResult: (result: 'success' | 'failure', order: number) =>
    `/member/userinfo/newSubscription${result === 'success' ? 'Success' : 'Failure'}?order=${order}`,
  changePlanResult: (result: 'success' | 'failure', order: number) =>
    `/member/userinfo/changePlan${result === 'success' ? 'Success' : 'Failure'}?order=${order}`,
  changeCard: () => '/member/userinfo/changeCard',
  changeCardResult: (result: 'success' | 'failure', order: number) =>
    result === 'success' ? `/member/userinfo/changeCardSuccess?order=${order}` : '/member/user/changeCardFailure',
  offlineSubscription: () => '/member/userinfo/offlineSubscription',
  offlineSubscriptionResult: (result: 'success' | 'failure') =>
    `/member/userinfo/offlineSubscription${result === 'success' ? 'Success' : 'Failure'}`,
  /** Stops renewal with one press, without a log-in. */
  stopByLink: (token: string) => `/member/user/stopRecurring?token=${token}`,
  /** Status of an order, for holders of its signed link. */
  paymentStory: (token: string) => `/member/user/paymentStory?token=${token}`,
  cancelPayment: (order: number) => `/member/userinfo/cancelPayment?order=${order}`,
  /** Orders of a buyer without an account; with `code`, by a mailed link. */
  guestOrders: ({ code, order }: { code?: string; order?: number } = {}) => {
    const asked = code === undefined ? (order === undefined ? '' : `?order=${order}`) : `?code=${code}`;
    return `/member/user/guestOrders${asked}`;
  },
  /** Result of a film rental, for members who are logged in (R-111). */
  filmResult: (result: 'success' | 'failure', order: number) =>
    `/crgovideo/purchase${result === 'success' ? 'Success' : 'Failure'}?order=${order}`,
  /** Result of buying one replay: the member's replays, or what to do next. */
  replayResult: (result: 'success' | 'failure', order: number) =>
    `/program/archives/${result === 'success' ? 'bought' : 'notBought'}?order=${order}`,
  redeem: (code?: string) => `/member/userinfo/redeem${code === undefined ? '' : `?code=${code}`}`,
};
