import { accountPaths } from './account-paths.ts';

/** Pages that mails lead to. Each shows what its link is for; a press there uses the link up (scanners only open it). */
export const memberPaths = {
  ...accountPaths,
  welcome: (code: string) => `/member/register/welcome?code=${code}`,
  resetPassword: (code: string) => `/member/user/resetPassword?code=${code}`,
  verifyEmail: (code: string) => `/member/user/verifyEmail?code=${code}`,
  newSubscription: () => '/member/userinfo/newSubscription',
  /** The plan of the archive offer, at the price that was offered. */
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
  /** Stops at one press, also where nobody is logged in. */
  stopByLink: (token: string) => `/member/user/stopRecurring?token=${token}`,
  /** What became of an order, for whoever has its signed link. */
  paymentStory: (token: string) => `/member/user/paymentStory?token=${token}`,
  cancelPayment: (order: number) => `/member/userinfo/cancelPayment?order=${order}`,
  /** Orders of who buys without an account; with a code, by a mailed link. */
  guestOrders: ({ code, order }: { code?: string; order?: number } = {}) => {
    const asked = code === undefined ? (order === undefined ? '' : `?order=${order}`) : `?code=${code}`;
    return `/member/user/guestOrders${asked}`;
  },
  /** What became of renting a film, for who is logged in (R-111). */
  filmResult: (result: 'success' | 'failure', order: number) =>
    `/crgovideo/purchase${result === 'success' ? 'Success' : 'Failure'}?order=${order}`,
  redeem: (code?: string) => `/member/userinfo/redeem${code === undefined ? '' : `?code=${code}`}`,
};
