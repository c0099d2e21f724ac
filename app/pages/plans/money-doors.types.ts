import type { Standing } from '#domain/payments/payments.rules.ts';
import type { storyText } from '#app/text/zh-hk/payment-story.ts';
import type { Asker, MemberActor, Payer } from '#shared/actor.ts';
import type { ErrorName } from '#shared/domain-error.ts';
import type { DayHk } from '#shared/hk-time.ts';
import type { AttemptState, OnlineMethod, OrderState, ProductKind, Provider } from '#shared/payment-enums.ts';
import type { CheckoutStart } from './payment.types.ts';

// Functions of `payments`, `subscriptions`, `promotions` and `receipts` that payment pages use. Each names its
// function; `server/services/payments.ts` injects them, with services and clock bound, through `moneyContext`.

export interface PlanOnSale {
  id: number;
  name: string;
  kind: 'once' | 'monthly' | 'yearly' | 'offline';
  priceCents: number;
  days: number;
  /** For renewing plans. */
  periodMonths: number | null;
  description: string;
  maxQuantity: number;
  sellsUntil: Date | null;
}

export interface PayingMethod {
  method: OnlineMethod;
  gateway: Provider;
  /** Can be charged again without the payer. */
  renews: boolean;
}

/** Current price and contents of a purchase; never taken from the browser later. */
export interface Quote {
  plan: PlanOnSale;
  fullCents: number;
  discountCents: number;
  totalCents: number;
  /** Error of the given code; null: valid, or none. */
  codeFault: ErrorName | null;
  codeRetryAfterSeconds: number | null;
  startsAt: Date;
  endsAt: Date;
  /** For a renewing plan: date and amount of the next charge. */
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
  /** Refunds in progress. */
  returningCents: number;
  isAutopay: boolean;
  /** The archive offer, whose result is awaited longer (K-026, K-027). */
  isOffer: boolean;
  lines: { productId: number; name: string; quantity: number; cents: number }[];
  /** Page the buyer came from. */
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
    /** For a failed one, if the provider gives a reason. */
    reason: 'declined' | 'insufficientFunds' | 'expiredCard' | 'notAuthenticated' | 'providerDown' | null;
    start: CheckoutStart | null;
    /** Whether the provider can be queried; otherwise only the payer's browser brings the result. */
    isAskable: boolean;
  } | null;
  /**
   * Current reply of an open order's providers; null: not queried. `waitsFor`: an attempt whose provider did not
   * answer.
   */
  asked: { standing: Standing; waitsFor: { number: string; gateway: Provider } | null } | null;
  /** Access granted. */
  time: { startsAt: Date; endsAt: Date } | null;
  renewsOn: DayHk | null;
  renewsCents: number;
  /** For a gift, once paid. */
  giftCode: string | null;
  receipts: { id: number; number: string; kind: 'receipt' | 'refund_note' }[];
  /** Pages of individual purchases; null: of plans, whose result pages are in this area. */
  resultPaths: { success: string; failure: string } | null;
  /** Of the link to its story. */
  storyToken: string;
}

/** Outcome of an order, without a name. */
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
  /** End of the current access. */
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
  /** Remaining credit, deducted from later charges. */
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
  /** Payee of cheques and deposits. */
  payee: string;
  bank: string;
  account: string;
  postalAddress: string;
}

export interface Redemption {
  id: number;
  name: string;
  /** Null if it lowered a price, or gave a film or an event. */
  days: number | null;
  productKind: ProductKind | null;
  usedAt: Date;
}

/** What a code gives: `promotions.redeemable`. */
type Redeemable = { code: string; name: string } & (
  | { gives: 'days'; days: number; startsAt: Date; endsAt: Date }
  | { gives: 'product'; path: string }
);

/** Offer of a link (`promotion/:code`): lowers a price, or gives something free. */
type Offer =
  | { gives: 'product'; kind: string; isFree: boolean; code: string; name: string; path: string; endsAt: Date }
  | { gives: 'discount'; code: string; name: string; plans: { plan: PlanOnSale; totalCents: number }[]; endsAt: Date }
  | { gives: 'days'; code: string; name: string; days: number; endsAt: Date };

/** A buyer without an account. */
type GuestPayer = Extract<Payer, { kind: 'guest' }> & { email: string };

export interface MoneyDoors {
  /** `subscriptions/plans.ts`: plans on sale, in order. */
  listPlans(): Promise<PlanOnSale[]>;
  /** `payments.openingTimes`: time from payment to access, over this many days; cached briefly. */
  openingTimes(): Promise<{ days: number; orders: number; p95Seconds: number | null }>;
  /** `buying.archiveOffer` (K-025): its plan, and a token that is renewed while it is shown. Throws 20008. */
  archiveOffer(): Promise<{ token: string; planId: number; everyMs: number }>;
  /** `payments` and configuration: methods available for an amount. */
  listMethods(): PayingMethod[];
  /** `subscriptions/buying.ts`. Throws 20002, 20008, 23001; a code error is part of the quote. */
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
      /** From `archiveOffer`: the price is the one shown with it. */
      offerToken?: string | undefined;
      idempotencyKey: string | null;
      returnPath: string | null;
    },
    remoteIp: string,
  ): Promise<{ orderId: number; totalCents: number }>;
  /** `sales.sell`, of one film. Throws 20006, 20008, 150005 and refusals of codes. */
  rentFilm(
    actor: MemberActor,
    asked: { filmId: number; code: string; returnPath: string | null },
    remoteIp: string,
  ): Promise<{ orderId: number; totalCents: number }>;
  /**
   * `payments.startAttempt`, followed by the checkout page. Throws `unavailable` if the provider does not answer, and
   * `tooManyRequests` or `tooManyCards` after too many attempts.
   */
  startAttempt(
    payer: Payer,
    asked: { orderId: number; gateway: Provider; method: OnlineMethod; isPhone: boolean; remoteIp: string },
  ): Promise<void>;
  /** The same if nothing is due: no provider, the code pays the order. */
  startFree(payer: Payer, orderId: number): Promise<void>;
  /**
   * `payments.orderStory` in short; null if it does not belong to the requester. A ticket authenticates a browser
   * without a session.
   */
  findPayment(
    asker: Asker,
    asked: { orderId: number } | { number: string; ticket: string | null },
  ): Promise<Payment | null>;
  /** `payments.resultOf`. */
  resultOf(
    asker: Asker,
    asked: { number: string; ticket: string | null },
  ): Promise<{ status: 'pending' | 'success' | 'failure'; redirect: string }>;
  /** The same of an order, whose providers are queried first while it is open. */
  findPaymentNow(payer: Payer, orderId: number): Promise<Payment | null>;
  /** `payments.queryNow`: queries the provider first, because its payer came back. */
  queryNow(number: string): Promise<Standing>;
  /** `payments.listOrders` with the data of `findPayment` for each, newest first. */
  listPayments(payer: Payer, limit: number): Promise<Payment[]>;
  /** `payments.getOpenOrder` of any kind: one that may still take money. */
  findOpenPayment(actor: Extract<Payer, { kind: 'member' }>): Promise<Payment | null>;
  /** `payments.publicStory`; null if the link is not valid. */
  storyOf(token: string): Promise<PaymentStory | null>;
  /** `payments.cancelOrder`: at the provider first. Read the result with `findPayment` afterwards. */
  cancelOrder(payer: Payer, orderId: number): Promise<void>;

  /** `sales.guestOf`: the guest whose address this browser verified, by its `Cookie` header. */
  findGuest(cookieHeader: string | null): Promise<GuestPayer | null>;
  /** `sales.findGuestOrder`: mails a link, if there is an order. Throws field errors, 1 after too many requests. */
  mailGuestLink(given: Record<string, unknown>, remoteIp: string): Promise<void>;
  /** Whether a mailed link is valid; does not use it up. */
  isGuestLink(code: string): Promise<boolean>;
  /** Uses it up, and returns the header of the guest's cookie. Throws 10005. */
  openGuestLink(code: string, remoteIp: string): Promise<string>;
  /** Authenticates a browser without a session to the result page. */
  ticketFor(number: string): string;
  /** `subscriptions/renewals.ts` */
  findProfile(memberId: number): Promise<Profile | null>;
  /** By a mailed link, without login. Throws 30006 if the link is not valid. */
  stopByLink(token: string): Promise<void>;
  /** AP-013. Requires no proof, because a stop can be undone with one press. Throws 30006, 30007. */
  stopRecurring(actor: MemberActor): Promise<'stopped' | 'stopping'>;
  /** Requires a new proof of ownership. */
  resumeRecurring(actor: MemberActor, asked: { password: unknown }): Promise<void>;
  /** A failed charge, or one due soon, with any method; returns the open order if there is one. */
  openRenewal(actor: MemberActor): Promise<{ orderId: number; totalCents: number }>;
  /**
   * AP-039. Requires a new proof of ownership. An order whose HK$1.00 is returned. Throws 30006, 30007, 31001, 20006.
   */
  changeCreditCard(
    actor: MemberActor,
    asked: { profileId: number; password: unknown },
  ): Promise<{ orderId: number; gateway: Provider }>;
  /** `subscriptions/buying.ts`. Throws 20008, 30006, 30007, 31001. */
  quotePlanChange(memberId: number, planId: number): Promise<PlanChangeQuote>;
  /** Requires a new proof of ownership, and charges the card of the profile. Without an order nothing is due now. */
  changePlan(
    actor: MemberActor,
    asked: { planId: number; totalCents: number; password: unknown; idempotencyKey: string | null },
  ): Promise<{ orderId: number | null; totalCents: number }>;
  /** Cancels a pending change at the next renewal. Requires a new proof of ownership. Throws 30006, 31001. */
  keepPlan(actor: MemberActor, asked: { password: unknown }): Promise<void>;

  /** `promotions.ts`. Throws 70001 to 70013 and 21002 to 21004, and `tooManyRequests` for code guessing. */
  findOffer(code: string, typing: { memberId: number; remoteIp: string }): Promise<Offer>;
  redeemable(code: string, typing: { memberId: number; remoteIp: string }): Promise<Redeemable>;
  /** `subscriptions`: grants access and marks the code used, in one transaction. */
  redeem(
    actor: MemberActor,
    code: string,
    remoteIp: string,
  ): Promise<{ name: string } & ({ gives: 'days'; days: number; endsAt: Date } | { gives: 'product'; path: string })>;
  listRedemptions(memberId: number, limit: number): Promise<Redemption[]>;

  /** `offline-applications.ts`; payee and account of cheques and deposits are configuration. */
  offlinePrices(): Promise<OfflinePrices>;
  listOfflineApplications(memberId: number, limit: number): Promise<OfflineApplication[]>;
  /** Throws 23001, and a field error if the picture is invalid. */
  applyOffline(actor: MemberActor, given: Record<string, unknown>): Promise<{ id: number }>;
  /** Adds a picture to an application without one. */
  addReceipt(actor: MemberActor, asked: { id: number; receipt: Uint8Array | null }): Promise<void>;
  cancelOffline(actor: MemberActor, id: number): Promise<void>;

  /** The test page of one provider (RT-090). */
  hasTestPage: boolean;
}
