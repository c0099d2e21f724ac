import type { Standing } from '#domain/payments/payments.rules.ts';
import type { storyText } from '#app/text/zh-hk/payment-story.ts';
import type { Asker, MemberActor, Payer } from '#shared/actor.ts';
import type { ErrorName } from '#shared/domain-error.ts';
import type { DayHk } from '#shared/hk-time.ts';
import type { AttemptState, OnlineMethod, OrderState, ProductKind, Provider } from '#shared/payment-enums.ts';
import type { CheckoutStart } from './payment.types.ts';

// What the pages of money ask of the doors of `payments`, `subscriptions`, `promotions` and `receipts`. Each names the door
// it stands for; `server/payments.ts` hands them in, with services and clock bound, by `moneyContext`.

export interface PlanOnSale {
  id: number;
  name: string;
  kind: 'once' | 'monthly' | 'yearly' | 'offline';
  priceCents: number;
  days: number;
  /** Of one that renews. */
  periodMonths: number | null;
  description: string;
  maxQuantity: number;
  sellsUntil: Date | null;
}

export interface PayingMethod {
  method: OnlineMethod;
  gateway: Provider;
  /** Can be charged again without its owner. */
  renews: boolean;
}

/** What a press would cost and give, as it stands now; nothing of it is believed from the browser later. */
export interface Quote {
  plan: PlanOnSale;
  fullCents: number;
  discountCents: number;
  totalCents: number;
  /** Of the code as it was asked about; null: it holds, or none was given. */
  codeFault: ErrorName | null;
  codeRetryAfterSeconds: number | null;
  startsAt: Date;
  endsAt: Date;
  /** Of a renewing plan: when the next is charged, and what. */
  renewsOn: DayHk | null;
  renewsCents: number;
}

export interface Payment {
  orderId: number;
  /** `subscription`, `renewal`, `plan_change`, `card_check`, `offline_subscription`, `gift`. */
  kind: string;
  state: OrderState;
  totalCents: number;
  discountCents: number;
  refundedCents: number;
  /** On its way back, and not yet there. */
  returningCents: number;
  isAutopay: boolean;
  /** Of the archive offer, which is waited for longer (K-026, K-027). */
  isOffer: boolean;
  lines: { productId: number; name: string; quantity: number; cents: number }[];
  /** Where its buyer came from. */
  returnPath: string | null;
  createdAt: Date;
  expiresAt: Date;
  paidAt: Date | null;
  fulfilledAt: Date | null;
  /** The newest. */
  attempt: {
    number: string;
    gateway: Provider;
    method: OnlineMethod;
    state: AttemptState;
    createdAt: Date;
    expiresAt: Date;
    /** Of one that failed, where the provider says why. */
    reason: 'declined' | 'insufficientFunds' | 'expiredCard' | 'notAuthenticated' | 'providerDown' | null;
    start: CheckoutStart | null;
    /** Else its payer's browser brings the only word of it. */
    isAskable: boolean;
  } | null;
  /** What its providers said of an open order just now; null: they were not asked. `waitsFor`: of one that did not say. */
  asked: { standing: Standing; waitsFor: { number: string; gateway: Provider } | null } | null;
  /** What it gave. */
  time: { startsAt: Date; endsAt: Date } | null;
  renewsOn: DayHk | null;
  renewsCents: number;
  /** Of a gift, once paid. */
  giftCode: string | null;
  receipts: { id: number; number: string; kind: 'receipt' | 'refund_note' }[];
  /** Pages of what was bought one by one; null: of plans, whose pages are ours. */
  resultPaths: { success: string; failure: string } | null;
  /** Of the link to its story. */
  storyToken: string;
}

/** What became of an order, without a name. */
interface PaymentStory {
  orderId: number;
  totalCents: number;
  keptCents: number;
  steps: {
    at: Date;
    what: keyof (typeof storyText)['steps'];
    cents: number | null;
    gateway: keyof (typeof storyText)['gateways'] | null;
  }[];
}

export interface Profile {
  id: number;
  planId: number;
  planName: string;
  state: 'active' | 'grace' | 'stopping' | 'stopped';
  cardScheme: string;
  cardLast4: string;
  cardEndsOn: DayHk;
  renewOn: DayHk | null;
  renewCents: number;
  graceUntil: Date | null;
  nextPlanName: string | null;
  /** Until when the running time lasts. */
  endsAt: Date | null;
}

interface PlanChangeQuote {
  fromName: string;
  to: PlanOnSale;
  when: 'now' | 'renewal';
  fullCents: number;
  unusedDays: number;
  creditCents: number;
  totalCents: number;
  /** What is left of the credit, taken off later charges. */
  creditLeftCents: number;
  effectiveOn: DayHk;
  endsAt: Date;
}

export interface OfflineApplication {
  id: number;
  /** R-241; 1 and 2 are shown as processing. */
  state: number;
  paymentMethod: number;
  plans365: number;
  extra30days: number;
  totalCents: number;
  createdAt: Date;
  dueOn: DayHk;
  decidedAt: Date | null;
  decidedWhy: string | null;
  hasReceipt: boolean;
}

interface OfflinePrices {
  planName: string;
  planCents: number;
  maxPlans: number;
  extraCents: number;
  maxExtra: number;
  /** Where cheques and deposits go. */
  payee: string;
  bank: string;
  account: string;
  postalAddress: string;
}

export interface Redemption {
  id: number;
  name: string;
  /** Null where it lowered a price, or gave a film or an event. */
  days: number | null;
  productKind: ProductKind | null;
  usedAt: Date;
}

/** What a code of its own would give: `promotions.redeemable`. */
type Redeemable = { code: string; name: string } & (
  | { gives: 'days'; days: number; startsAt: Date; endsAt: Date }
  | { gives: 'product'; path: string }
);

/** An offer of a link (`promotion/:code`): lowers a price, or gives something for nothing. */
type Offer =
  | { gives: 'product'; kind: string; isFree: boolean; code: string; name: string; path: string; endsAt: Date }
  | { gives: 'discount'; code: string; name: string; plans: { plan: PlanOnSale; totalCents: number }[]; endsAt: Date }
  | { gives: 'days'; code: string; name: string; days: number; endsAt: Date };

/** Who buys without an account. */
type GuestPayer = Extract<Payer, { kind: 'guest' }> & { email: string };

export interface MoneyDoors {
  /** `subscriptions/plans.ts`: on sale, in their order. */
  listPlans(): Promise<PlanOnSale[]>;
  /** `payments.openingTimes`: how soon what was paid was open, over so many days; remembered for a while. */
  openingTimes(): Promise<{ days: number; orders: number; p95Seconds: number | null }>;
  /** `buying.archiveOffer` (K-025): its plan, and a token that is asked for anew while it is shown. Throws 20008. */
  archiveOffer(): Promise<{ token: string; planId: number; everyMs: number }>;
  /** `payments` and configuration: methods that are set up, for a sum. */
  listMethods(): PayingMethod[];
  /** `subscriptions/buying.ts`. Throws 20002, 20008, 23001; a fault of the code is told in the quote. */
  quotePlan(
    memberId: number,
    asked: { planId: number; code: string; isGift: boolean; remoteIp: string },
  ): Promise<Quote>;
  /** `subscriptions/buying.ts` (AP-036, AP-038). Throws as the table of the issue says. */
  buyPlan(
    actor: MemberActor,
    asked: {
      planId: number;
      isAutopay: boolean;
      isGift: boolean;
      code: string;
      priceCents: number;
      /** Of `archiveOffer`: the price is the one that was shown with it. */
      offerToken?: string | undefined;
      idempotencyKey: string | null;
      returnPath: string | null;
    },
    remoteIp: string,
  ): Promise<{ orderId: number; totalCents: number }>;
  /** `sales.sell`, of one film. Throws 20006, 20008, 150005 and the refusals of codes. */
  rentFilm(
    actor: MemberActor,
    asked: { filmId: number; code: string; returnPath: string | null },
    remoteIp: string,
  ): Promise<{ orderId: number; totalCents: number }>;
  /**
   * `payments.startAttempt`, then the page of the checkout. Throws `unavailable` where the provider does not answer, and
   * `tooManyRequests` or `tooManyCards` to who tried too often.
   */
  startAttempt(
    payer: Payer,
    asked: { orderId: number; gateway: Provider; method: OnlineMethod; isPhone: boolean; remoteIp: string },
  ): Promise<void>;
  /** The same where nothing is to be paid: no provider, and the order is paid by its code. */
  startFree(payer: Payer, orderId: number): Promise<void>;
  /** `payments.orderStory` in short; null where it is not the asker's. A ticket proves a browser that has no session. */
  findPayment(
    asker: Asker,
    asked: { orderId: number } | { number: string; ticket: string | null },
  ): Promise<Payment | null>;
  /** `payments.resultOf`. */
  resultOf(
    asker: Asker,
    asked: { number: string; ticket: string | null },
  ): Promise<{ status: 'pending' | 'success' | 'failure'; redirect: string }>;
  /** The same of an order, whose providers are asked first as long as it is open. */
  findPaymentNow(payer: Payer, orderId: number): Promise<Payment | null>;
  /** `payments.askNow`: its provider is asked before anything is said, as its payer came back. */
  askNow(number: string): Promise<Standing>;
  /** `payments.listOrders` with what `findPayment` tells of each, newest first. */
  listPayments(payer: Payer, limit: number): Promise<Payment[]>;
  /** `payments.getOpenOrder` of any kind: one that may still take money. */
  findOpenPayment(actor: Extract<Payer, { kind: 'member' }>): Promise<Payment | null>;
  /** `payments.toldStory`; null where the link is none of ours. */
  storyOf(token: string): Promise<PaymentStory | null>;
  /** `payments.cancelOrder`: at the provider first. What became of it is asked by `findPayment` after it. */
  cancelOrder(payer: Payer, orderId: number): Promise<void>;

  /** `sales.guestOf`: who proved an address by this browser, by its `Cookie` header. */
  findGuest(cookieHeader: string | null): Promise<GuestPayer | null>;
  /** `sales.findGuestOrder`: mails a link, where there is something to find. Throws faults of a field, 1 where it is too often. */
  mailGuestLink(given: Record<string, unknown>, remoteIp: string): Promise<void>;
  /** Whether a mailed link can be used; looking at it does not use it. */
  isGuestLink(code: string): Promise<boolean>;
  /** Uses it up, and answers the header of the cookie that stands for its guest. Throws 10005. */
  openGuestLink(code: string, remoteIp: string): Promise<string>;
  /** Proves to the page of a result whose browser it is, where no session does. */
  ticketFor(number: string): string;
  /** `subscriptions/renewals.ts` */
  findProfile(memberId: number): Promise<Profile | null>;
  /** By the link of a mail, without a log-in. Throws 30006 where the link is none of ours. */
  stopByLink(token: string): Promise<void>;
  /** AP-013. Needs no proof: what a stop does is taken back in a press. Throws 30006, 30007. */
  stopRecurring(actor: MemberActor): Promise<'stopped' | 'stopping'>;
  /** Proves the owner anew. */
  resumeRecurring(actor: MemberActor, asked: { password: unknown }): Promise<void>;
  /** A charge that failed, or is due soon, by any method; answers the order that is open already. */
  openRenewal(actor: MemberActor): Promise<{ orderId: number; totalCents: number }>;
  /** AP-039. Proves the owner anew. An order whose HK$1.00 is given back. Throws 30006, 30007, 31001, 20006. */
  changeCreditCard(
    actor: MemberActor,
    asked: { profileId: number; password: unknown },
  ): Promise<{ orderId: number; gateway: Provider }>;
  /** `subscriptions/buying.ts`. Throws 20008, 30006, 30007, 31001. */
  quotePlanChange(memberId: number, planId: number): Promise<PlanChangeQuote>;
  /** Proves the owner anew, and charges the card of the profile. Without an order nothing is to be paid now. */
  changePlan(
    actor: MemberActor,
    asked: { planId: number; totalCents: number; password: unknown; idempotencyKey: string | null },
  ): Promise<{ orderId: number | null; totalCents: number }>;
  /** A change that waits for the next renewal is taken back. Proves the owner anew. Throws 30006, 31001. */
  keepPlan(actor: MemberActor, asked: { password: unknown }): Promise<void>;

  /** `promotions.ts`. Throws 70001 to 70013 and 21002 to 21004, and `tooManyRequests` to who goes through codes. */
  findOffer(code: string, typing: { memberId: number; remoteIp: string }): Promise<Offer>;
  redeemable(code: string, typing: { memberId: number; remoteIp: string }): Promise<Redeemable>;
  /** `subscriptions`: gives the time and marks the code used, in one transaction. */
  redeem(
    actor: MemberActor,
    code: string,
    remoteIp: string,
  ): Promise<{ name: string } & ({ gives: 'days'; days: number; endsAt: Date } | { gives: 'product'; path: string })>;
  listRedemptions(memberId: number, limit: number): Promise<Redemption[]>;

  /** `offline-applications.ts`; where cheques and deposits go is configuration. */
  offlinePrices(): Promise<OfflinePrices>;
  listOfflineApplications(memberId: number, limit: number): Promise<OfflineApplication[]>;
  /** Throws 23001, and a fault of a field where the picture is none. */
  applyOffline(actor: MemberActor, given: Record<string, unknown>): Promise<{ id: number }>;
  /** A picture for an application that came without one. */
  addReceipt(actor: MemberActor, asked: { id: number; receipt: Uint8Array | null }): Promise<void>;
  cancelOffline(actor: MemberActor, id: number): Promise<void>;

  /** The page on which one provider is tried (RT-090). */
  hasTestPage: boolean;
}
