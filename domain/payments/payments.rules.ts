import { dayHkOf } from '#shared/hk-time.ts';
import { lineTotalCents } from '#shared/money.ts';
import type { AttemptState, FactKind, GatewayName, PaymentMethod } from '#shared/payment-enums.ts';
import { PAYMENT_METHODS } from '#shared/payment-methods.ts';

export type { AttemptState } from '#shared/payment-enums.ts';

// Derives states from facts. Pure: the same set of facts gives the same state in any order.

export const CURRENCY = 'HKD';
/** Amount of a card check; always refunded. */
export const CARD_CHECK_CENTS = 100;
/** a paid order not fulfilled within this time is refunded. Its work item is opened at the first failure. */
export const FULFIL_WITHIN_MS = 30 * 60_000;

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
export const ASKED_FOR_MS = 24 * HOUR_MS;

/** As much of a fact as states follow from. */
export interface KnownFact {
  kind: FactKind;
  cents: number;
  currency: string;
}

const sumOf = (facts: readonly KnownFact[], kind: KnownFact['kind']): number =>
  facts.reduce((sum, fact) => (fact.kind === kind && fact.currency === CURRENCY ? sum + fact.cents : sum), 0);

/** Whether amount and currency match exactly. */
export const isRight = (fact: KnownFact, amountCents: number): boolean =>
  fact.currency === CURRENCY && fact.cents === amountCents;

interface AttemptFold {
  state: AttemptState;
  capturedCents: number;
  refundedCents: number;
}

/** The state of an attempt. Money that moved outweighs any report that none did; the order of facts never matters. */
export function foldAttempt(
  facts: readonly KnownFact[],
  { amountCents, isRedirected }: { amountCents: number; isRedirected: boolean },
): AttemptFold {
  const capturedCents = sumOf(facts, 'paid');
  const refundedCents = Math.min(sumOf(facts, 'refunded'), capturedCents);
  const has = (kind: KnownFact['kind']) => facts.some((fact) => fact.kind === kind);
  const hasRight = (kind: KnownFact['kind']) => facts.some((fact) => fact.kind === kind && isRight(fact, amountCents));
  const state = ((): AttemptState => {
    if (has('chargeback')) return 'review';
    if (hasRight('paid')) {
      const kept = capturedCents - refundedCents;
      if (amountCents === 0 || kept >= amountCents) return 'paid';
      return kept > 0 ? 'part_refunded' : 'refunded';
    }
    // A different amount needs review, unless all of it was refunded.
    if (has('paid')) return capturedCents > 0 && refundedCents === capturedCents ? 'refunded' : 'review';
    if (hasRight('authorised')) return has('voided') ? 'refunded' : 'authorised';
    if (has('authorised')) return has('voided') ? 'refunded' : 'review';
    if (has('cancelled')) return 'cancelled';
    if (has('failed')) return 'failed';
    if (has('expired')) return 'expired';
    return isRedirected ? 'redirected' : 'created';
  })();
  return { state, capturedCents, refundedCents };
}

/** States that need no further queries. A failed attempt may still be paid while its window is open. */
const ENDED: readonly AttemptState[] = ['paid', 'cancelled', 'expired', 'part_refunded', 'refunded', 'review'];
export const isEnded = (state: AttemptState): boolean => ENDED.includes(state);

/** Whether a payer can still pay by this attempt. */
export const mayTakeMoney = (attempt: { state: AttemptState; expiresAt: Date }, now: Date): boolean =>
  attempt.expiresAt > now && ['created', 'redirected', 'authorised', 'failed'].includes(attempt.state);

// AUTOMATIC REFUNDS

export const SURPLUS = ['second_capture', 'paid_after_cancel', 'paid_after_expiry'] as const;
export type Surplus = (typeof SURPLUS)[number];
export const isSurplus = (reason: string): boolean => (SURPLUS as readonly string[]).includes(reason);

interface ToldCapture extends KnownFact {
  id: number;
  attemptId: number | null;
}
interface KnownRefund {
  paidFactId: number;
  cents: number;
  reason: string;
  state: 'intended' | 'sent' | 'confirmed' | 'failed' | 'by_hand' | 'withdrawn';
}

/** Refunds that the provider makes. The others need staff, and each has a work item. */
export const ON_ITS_WAY = ['intended', 'sent'] as const;
/** Refused, without a known outcome, or not supported by the provider. They may have been made, but are not confirmed. */
export const WITH_STAFF = ['failed', 'by_hand'] as const;
export const isOnItsWay = ({ state }: Pick<KnownRefund, 'state'>): boolean => ON_ITS_WAY.some((one) => one === state);
export const isWithStaff = ({ state }: Pick<KnownRefund, 'state'>): boolean => WITH_STAFF.some((one) => one === state);

/** A withdrawn refund returns nothing, because a chargeback returned its money first. */
export const isStanding = ({ state }: Pick<KnownRefund, 'state'>): boolean => state !== 'withdrawn';

/**
 * The capture that pays an order: the first recorded with the right amount, unless it is refunded automatically, or was to be. For
 * a card check, an authorisation also counts.
 */
export function payingCapture<T extends ToldCapture>(
  facts: readonly T[],
  {
    amounts,
    refunds,
    isCheck,
  }: { amounts: ReadonlyMap<number, number>; refunds: readonly KnownRefund[]; isCheck: boolean },
): T | null {
  const goesBack = new Set(refunds.filter(({ reason }) => isSurplus(reason)).map(({ paidFactId }) => paidFactId));
  const good = facts.filter(
    (fact) =>
      (fact.kind === 'paid' || (isCheck && fact.kind === 'authorised')) &&
      fact.attemptId !== null &&
      isRight(fact, amounts.get(fact.attemptId) ?? -1) &&
      !goesBack.has(fact.id),
  );
  return good.toSorted((a, b) => a.id - b.id)[0] ?? null;
}

export const isCardCheck = (order: { kind: string; totalCents: number; isAutopay: boolean }): boolean =>
  order.kind === 'card_check' || (order.totalCents === 0 && order.isAutopay);

/** Amount to charge at the provider. */
export const amountOf = (order: { kind: string; totalCents: number; isAutopay: boolean }): number =>
  isCardCheck(order) && order.totalCents === 0 ? CARD_CHECK_CENTS : order.totalCents;

/** The state of a paid order, by how much of its payment remains. */
export function paidStateOf({
  isCheck,
  paidCents,
  returnedCents,
}: {
  isCheck: boolean;
  paidCents: number;
  /** Of the paying capture. */
  returnedCents: number;
}): 'paid' | 'part_refunded' | 'refunded' {
  // The card-check amount was never the price.
  if (isCheck || returnedCents === 0) return 'paid';
  return returnedCents >= paidCents ? 'refunded' : 'part_refunded';
}

// OWNERSHIP

/** Whether the requester owns the order: a member, or a guest with a verified address. */
export const isOwn = (
  order: { memberId: number | null; guestId: number | null },
  requester: { kind: 'member'; memberId: number } | { kind: 'guest'; guestId?: number | undefined },
): boolean =>
  requester.kind === 'member'
    ? order.memberId === requester.memberId
    : requester.guestId !== undefined && order.guestId === requester.guestId;

// LINES

/** Distributes a refund over the lines, first line first, after earlier refunds. */
export function shareOut<T extends { lineNo: number; quantity: number; unitCents: number; discountCents: number }>(
  lines: readonly T[],
  { beforeCents, cents }: { beforeCents: number; cents: number },
): { line: T; cents: number }[] {
  let from = 0;
  const shares: { line: T; cents: number }[] = [];
  for (const line of lines.toSorted((a, b) => a.lineNo - b.lineNo)) {
    const to = from + lineTotalCents(line);
    const share = Math.min(to, beforeCents + cents) - Math.max(from, beforeCents);
    if (share > 0) shares.push({ line, cents: share });
    from = to;
  }
  return shares;
}

// TIME

/** Polling intervals after the payer was sent to the provider, then hourly for a day. */
const ASKED_AFTER_MS = [
  ...[3, 10, 30].map((seconds) => seconds * SECOND_MS),
  ...[1, 2, 5, 10, 30].map((minutes) => minutes * MINUTE_MS),
  ...Array.from({ length: 24 }, (_, hour) => (hour + 1) * HOUR_MS),
];

/** The next query time; null after a day, when staff take over. */
export function nextQueryAfter(startedAt: Date, now: Date): Date | null {
  const passedMs = now.getTime() - startedAt.getTime();
  const afterMs = ASKED_AFTER_MS.find((ms) => ms > passedMs);
  return afterMs === undefined ? null : new Date(startedAt.getTime() + afterMs);
}

/** Payment window at the provider. */
export function windowMsOf(gateway: GatewayName, method: PaymentMethod): number {
  if (gateway === 'offline') return 60 * 24 * HOUR_MS;
  return PAYMENT_METHODS[method].isWallet ? 5 * MINUTE_MS : 15 * MINUTE_MS;
}

/** Maximum duration of a start: the timeout of every provider is shorter. */
export const START_MS = 60_000;

/**
 * Seconds until another try is allowed; 0: now. `tries`: times of the tries that count, newest first. Each limit
 * applies to the window that ends now.
 */
export function waitForTry(
  tries: readonly Date[],
  limits: readonly { limit: number; windowMs: number }[],
  now: Date,
): number {
  const freeAt = limits.map(({ limit, windowMs }) => (tries[limit - 1]?.getTime() ?? -Infinity) + windowMs);
  return Math.max(0, ...freeAt.map((at) => Math.ceil((at - now.getTime()) / SECOND_MS)));
}

/** How long an order waits for its payer to choose; each attempt extends it. */
export const ORDER_WAITS_MS = 30 * MINUTE_MS;

const PREFIXES: Readonly<Record<string, string>> = {
  card_check: 'CC',
  refund: 'RF',
  gift: 'GF',
  premium: 'PV',
  livestream: 'LE',
  campaign: 'CP',
  replay: 'RP',
};

/** `UR25112000000123`: kind, Hong Kong day, eight digits. */
export function formatNumber(kind: string, now: Date, digits: number): string {
  return `${PREFIXES[kind] ?? 'UR'}${dayHkOf(now).slice(2).replaceAll('-', '')}${String(digits).padStart(8, '0')}`;
}

export const isAttemptNumber = (text: string): boolean => /^[A-Z]{2}\d{14}$/.test(text);

/** Tolerated clock skew of a provider. */
const CLOCK_SLACK_MS = 5 * MINUTE_MS;
/** Maximum age of a charge by a provider's schedule, and of money without an order. */
const UNORDERED_MS = 31 * 24 * HOUR_MS;

/** The date of a reported fact: the provider's time if plausible, else the time of the report. */
export function datedBy(saidAt: Date, { orderedAt, toldAt }: { orderedAt: Date | null; toldAt: Date }): Date {
  const from = (orderedAt?.getTime() ?? toldAt.getTime() - UNORDERED_MS) - (orderedAt ? CLOCK_SLACK_MS : 0);
  const isPossible = saidAt.getTime() >= from && saidAt.getTime() <= toldAt.getTime() + CLOCK_SLACK_MS;
  return isPossible ? saidAt : toldAt;
}

// RESULT FOR THE PAYER

export type PayResult = 'pending' | 'success' | 'failure';

/**
 * The result page of a returning payer. Money held or being refunded is never reported as failed, so that nobody is
 * asked to pay twice.
 */
export function resultFor(
  order: { state: string; capturedCents: number; refundedCents: number },
  attempt: { state: AttemptState; expiresAt: Date },
  now: Date,
): PayResult {
  if (order.state === 'paid' || order.state === 'part_refunded') return 'success';
  if (order.capturedCents > order.refundedCents || order.state === 'review') return 'pending';
  // After a redirect only the provider knows whether it was paid, whatever state the order is in.
  if (['redirected', 'authorised'].includes(attempt.state)) return 'pending';
  if (order.state !== 'open') return 'failure';
  if (attempt.state === 'failed' || attempt.state === 'cancelled' || attempt.state === 'expired') return 'failure';
  return attempt.state === 'created' && attempt.expiresAt <= now ? 'failure' : 'pending';
}

/** What is known of whether an open order was paid by an attempt, or by any of its attempts. */
export type PaymentOutcome = 'paid' | 'unpaid' | 'unknown';

interface Sent {
  state: AttemptState;
  /** When its payer was sent to the provider. */
  redirectedAt: Date | null;
  expiresAt: Date;
  /** Set for a charge of a stored card. */
  profileId: number | null;
}

/**
 * Whether only the provider knows if an attempt was paid: its payer was sent there, or was refused and may try again
 * there. A refused charge of a stored card has no payer who could.
 */
export const isForProvider = (attempt: Sent, now: Date): boolean =>
  attempt.state === 'redirected' ||
  (attempt.state === 'failed' &&
    attempt.profileId === null &&
    attempt.redirectedAt !== null &&
    mayTakeMoney(attempt, now));

/** `isHeard`: its provider has just answered, and the attempt is in the state reported. */
export function paymentOutcomeOf(attempt: Sent, { isHeard, now }: { isHeard: boolean; now: Date }): PaymentOutcome {
  if (isForProvider(attempt, now)) return isHeard ? 'unpaid' : 'unknown';
  if (attempt.state === 'paid') return 'paid';
  // Authorised money, a wrong amount and a partial refund are left to staff.
  return ['authorised', 'review', 'part_refunded'].includes(attempt.state) ? 'unknown' : 'unpaid';
}

export const PROCESSING_PATH = '/member/error/transactionProcessing';
