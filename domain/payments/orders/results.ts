import type { Db } from '#db/database.ts';
import { transfersOf } from '#domain/ledger/ledger.ts';
import type { Requester, Payer } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import { isPossibleId } from '#shared/ids.ts';
import {
  findFacts,
  findRefunds,
  findRefusals,
  findReturning,
  NOTHING_RETURNING,
  type Returning,
} from '#domain/payments/facts/facts.store.ts';
import type { CheckoutStart } from '#domain/payments/checkout.rules.ts';
import type { GatewayName, PaymentMethod } from '#domain/payments/gateway.types.ts';
import {
  isAttemptNumber,
  isCardCheck,
  isOwn,
  mayTakeMoney,
  payingCapture,
  PROCESSING_PATH,
  resultFor,
  type AttemptState,
  type PayResult,
} from '#domain/payments/payments.rules.ts';
import {
  findAttemptByNumber,
  findAttempts,
  findNewestAttempts,
  findOrder,
  findOrdersOf,
  findWholeOrdersOf,
  type AttemptRow,
  type ListedOrder,
} from '#domain/payments/payments.store.ts';
import type { Order, PaymentServices } from '#domain/payments/payments.types.ts';
import { startedOf } from '#domain/payments/attempts/started.ts';
import { auditOf } from '#domain/audit/audit.ts';
import { findWorkOf } from '#domain/payments/operations/work.store.ts';

export type { ListedOrder } from '#domain/payments/payments.store.ts';

/** The result of an attempt, for its buyer or the bearer of the return ticket. Makes no outside calls. */
export async function resultOf(
  services: PaymentServices,
  requester: Requester,
  { number, hasTicket = false }: { number: string; hasTicket?: boolean },
): Promise<{ status: PayResult; redirect: string; order: Order }> {
  const attempt = isAttemptNumber(number) ? await findAttemptByNumber(services.db, number) : null;
  const order = attempt ? await findOrder(services.db, attempt.orderId) : null;
  if (!attempt || !order || !(isOwn(order, requester) || hasTicket)) throw new DomainError('dataNotFound');
  const status = resultFor(order, attempt, services.clock());
  const fulfilment = services.fulfilments[order.lines[0]?.kind ?? ''];
  const redirect = status === 'pending' ? PROCESSING_PATH : (fulfilment?.pathOf(status, order) ?? PROCESSING_PATH);
  return { status, redirect, order };
}

/** An order for its pages, with the named attempt or else the newest. */
export interface FoundPayment extends Returning {
  order: Order;
  attempt: {
    number: string;
    gateway: GatewayName;
    method: PaymentMethod;
    state: AttemptState;
    createdAt: Date;
    expiresAt: Date;
    /** The provider's own words on refusal. */
    refusal: Record<string, unknown> | null;
    /** How the browser continues, while possible; for the buyer only. */
    start: CheckoutStart | null;
  } | null;
}

interface Seen {
  attempt: AttemptRow | null;
  refusal: Record<string, unknown> | null;
  returning: Returning;
  isOwnOrder: boolean;
  now: Date;
}

function viewOf(order: Order, { attempt, refusal, returning, isOwnOrder, now }: Seen): FoundPayment {
  if (!attempt) return { order, ...returning, attempt: null };
  const { number, gateway, method, state, createdAt, expiresAt } = attempt;
  const isOpen = isOwnOrder && order.state === 'open' && mayTakeMoney(attempt, now);
  const start = isOpen ? (startedOf(attempt).start ?? null) : null;
  return { order, ...returning, attempt: { number, gateway, method, state, createdAt, expiresAt, refusal, start } };
}

/** Null if not the requester's. A ticket authorises a browser that returned without its session, for its own attempt. */
export async function findPayment(
  services: Pick<PaymentServices, 'db' | 'clock'>,
  requester: Requester,
  asked: { orderId: number } | { number: string; hasTicket?: boolean },
): Promise<FoundPayment | null> {
  const { db } = services;
  const named = 'number' in asked && isAttemptNumber(asked.number) ? await findAttemptByNumber(db, asked.number) : null;
  const orderId = 'orderId' in asked ? asked.orderId : (named?.orderId ?? 0);
  const order = isPossibleId(orderId) ? await findOrder(db, orderId) : null;
  const isOwnOrder = order !== null && isOwn(order, requester);
  if (!order || !(isOwnOrder || ('number' in asked && asked.hasTicket === true))) return null;
  const attempt = named ?? (await findNewestAttempts(db, [order.id]))[0] ?? null;
  const [refused] = await findRefusals(db, attempt ? [attempt.id] : []);
  const returning = (await findReturning(db, [order.id])).get(order.id) ?? NOTHING_RETURNING;
  return viewOf(order, {
    attempt,
    refusal: refused?.detail ?? null,
    returning,
    isOwnOrder,
    now: services.clock(),
  });
}

const MAX_LISTED = 200;

/** A buyer's orders, newest first, each with its newest attempt. The number of queries is constant. */
export async function listPayments(
  services: Pick<PaymentServices, 'db' | 'clock'>,
  payer: Payer,
  limit: number,
): Promise<FoundPayment[]> {
  const { db } = services;
  const orders = await findWholeOrdersOf(db, payer, Math.min(limit, MAX_LISTED));
  const attempts = await findNewestAttempts(
    db,
    orders.map(({ id }) => id),
  );
  const refusals = await findRefusals(
    db,
    attempts.map(({ id }) => id),
  );
  const returning = await findReturning(
    db,
    orders.map(({ id }) => id),
  );
  const attemptOf = new Map(attempts.map((attempt) => [attempt.orderId, attempt]));
  const refusalOf = new Map(refusals.map(({ attemptId, detail }) => [attemptId, detail]));
  const now = services.clock();
  return orders.map((order) => {
    const attempt = attemptOf.get(order.id) ?? null;
    const refusal = refusalOf.get(attempt?.id ?? 0) ?? null;
    return viewOf(order, {
      attempt,
      refusal,
      returning: returning.get(order.id) ?? NOTHING_RETURNING,
      isOwnOrder: true,
      now,
    });
  });
}

/** A member's newest open order of any kind; null if there is none. */
export async function findOpenPayment(
  services: Pick<PaymentServices, 'db' | 'clock'>,
  actor: Extract<Payer, { kind: 'member' }>,
): Promise<FoundPayment | null> {
  const open = (await listOrders(services.db, actor.memberId)).find(({ state }) => state === 'open');
  return open ? findPayment(services, actor, { orderId: open.id }) : null;
}

/** A member's orders, newest first. */
export const listOrders = (db: Db, memberId: number, limit = MAX_LISTED): Promise<ListedOrder[]> =>
  findOrdersOf(db, memberId, Math.min(limit, MAX_LISTED));

interface StoryStep {
  at: Date;
  what: string;
  detail: Record<string, unknown>;
}

interface OrderStory {
  order: Order;
  steps: StoryStep[];
  /** The attempt whose capture pays the order. Others may have captured too: a wrong amount, or the same once more. */
  paidBy: { number: string; method: PaymentMethod } | null;
}

/** The full chronological story of an order, for staff and for the buyer's own page. */
export async function orderStory(db: Db, orderId: number): Promise<OrderStory> {
  const order = await findOrder(db, orderId);
  if (!order) throw new DomainError('dataNotFound', `there is no order ${orderId}`);
  const attempts = await findAttempts(db, orderId);
  const facts = await findFacts(db, orderId);
  const refunds = await findRefunds(db, orderId);
  const numberByAttempt = new Map(attempts.map(({ id, number }) => [id, number]));
  const steps: StoryStep[] = [
    { at: order.createdAt, what: 'ordered', detail: { kind: order.kind, cents: order.totalCents } },
    ...attempts.map(({ createdAt, number, gateway, method, amountCents, state }) => ({
      at: createdAt,
      what: 'attempt',
      detail: { number, gateway, method, cents: amountCents, state },
    })),
    ...facts.map(({ seenAt, kind, attemptId, cents, currency, source, gatewayTxn, at }) => ({
      at: seenAt,
      what: kind,
      detail: {
        number: numberByAttempt.get(attemptId ?? 0),
        cents,
        currency,
        source,
        gatewayTxn,
        saidAt: at.toISOString(),
      },
    })),
    ...(order.paidAt ? [{ at: order.paidAt, what: 'order paid', detail: {} }] : []),
    ...(order.fulfilledAt ? [{ at: order.fulfilledAt, what: 'given', detail: {} }] : []),
    ...refunds.map(({ createdAt, number, cents, state, reason, askedBy }) => ({
      at: createdAt,
      what: 'refund',
      detail: { number, cents, state, reason, askedBy },
    })),
    ...(await transfersOf(db, orderId)).map(({ createdAt, debit, credit, cents, kind, dayHk }) => ({
      at: createdAt,
      what: 'booked',
      detail: { dayHk, debit, credit, cents, kind },
    })),
    ...(await findWorkOf(db, orderId)).map(({ openedAt, kind, detail, closedBy, closedNote }) => ({
      at: openedAt,
      what: `waits for a person: ${kind}`,
      detail: { ...detail, closedBy, closedNote },
    })),
    ...(await auditOf(db, ['order', orderId])).map(({ at, action, who, reason, before, after }) => ({
      at,
      what: `by hand: ${action}`,
      detail: { who, why: reason, ...after, ...(before && { before }) },
    })),
  ];
  const amounts = new Map(attempts.map(({ id, amountCents }) => [id, amountCents]));
  const capture = order.paidAt && payingCapture(facts, { amounts, refunds, isCheck: isCardCheck(order) });
  const paying = attempts.find(({ id }) => id === capture?.attemptId);
  return {
    order,
    steps: steps.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
    paidBy: paying ? { number: paying.number, method: paying.method } : null,
  };
}
