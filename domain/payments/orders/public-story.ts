import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Db } from '#db/database.ts';
import { memberPaths } from '#shared/paths/member-paths.ts';
import { findFacts, findRefunds } from '#domain/payments/facts/facts.store.ts';
import type { FactKind, GatewayName } from '#domain/payments/gateway.types.ts';
import { isOnItsWay, isStanding, isWithStaff } from '#domain/payments/payments.rules.ts';
import { findAttempts, findOrder } from '#domain/payments/payments.store.ts';

// An order's story for anyone with its link: steps, times and amounts. No names, cards or provider ids; it can be shown
// to a bank or to anyone who asks where their money is.

const macOf = (secretKey: string, orderId: number): Buffer =>
  createHmac('sha256', secretKey).update(`payment story ${orderId}`).digest();

export const storyTokenOf = (secretKey: string, orderId: number): string =>
  `${orderId}.${macOf(secretKey, orderId).toString('base64url')}`;

/** The absolute URL, for mails. */
export const storyUrl = ({ siteUrl, secretKey }: { siteUrl: string; secretKey: string }, orderId: number): string =>
  siteUrl + memberPaths.paymentStory(storyTokenOf(secretKey, orderId));

function orderOfToken(secretKey: string, token: string): number | null {
  const [, digits = '', mac = ''] = /^(\d{1,9})\.([\w-]{43})$/.exec(token) ?? [];
  if (digits === '') return null;
  const given = Buffer.from(mac, 'base64url');
  const right = macOf(secretKey, Number(digits));
  return given.length === right.length && timingSafeEqual(given, right) ? Number(digits) : null;
}

interface ToldStep {
  at: Date;
  what: 'ordered' | 'begun' | FactKind | 'given' | 'refundAsked';
  /** Null: the step has no amount. */
  cents: number | null;
  gateway: GatewayName | null;
}

interface ToldStory {
  orderId: number;
  totalCents: number;
  /** The part not refunded. */
  keptCents: number;
  /** Whether a refund is under way. */
  isReturning: boolean;
  /** Total of refunds that staff handle, because the provider did not confirm them or cannot make them. */
  withStaffCents: number;
  steps: ToldStep[];
}

/** Null if the link is invalid or the order was erased. */
export async function publicStory(db: Db, secretKey: string, token: string): Promise<ToldStory | null> {
  const orderId = orderOfToken(secretKey, token);
  const order = orderId === null ? null : await findOrder(db, orderId);
  if (!order) return null;
  const [attempts, facts, refunds] = await Promise.all([
    findAttempts(db, order.id),
    findFacts(db, order.id),
    findRefunds(db, order.id),
  ]);
  const steps: ToldStep[] = [
    { at: order.createdAt, what: 'ordered', cents: order.totalCents, gateway: null },
    ...attempts.map(({ createdAt: at, gateway, amountCents: cents }) => ({
      at,
      what: 'begun' as const,
      cents,
      gateway,
    })),
    ...facts
      .filter(({ detail }) => detail['sameAs'] === undefined)
      .map(({ seenAt: at, kind: what, cents, gateway }) => ({ at, what, cents: cents || null, gateway })),
    ...(order.fulfilledAt ? [{ at: order.fulfilledAt, what: 'given' as const, cents: null, gateway: null }] : []),
    ...refunds
      .filter(isStanding)
      .map(({ createdAt: at, cents }) => ({ at, what: 'refundAsked' as const, cents, gateway: null })),
  ];
  return {
    orderId: order.id,
    totalCents: order.totalCents,
    keptCents: order.capturedCents - order.refundedCents,
    isReturning: refunds.some(isOnItsWay),
    withStaffCents: refunds.filter(isWithStaff).reduce((sum, { cents }) => sum + cents, 0),
    steps: steps.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
  };
}
