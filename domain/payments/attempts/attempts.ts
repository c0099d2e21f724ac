import { setTimeout } from 'node:timers/promises';
import type { Tx } from '#db/database.ts';
import { queueJob } from '#db/outbox.ts';
import { recordAudit, type Hand } from '#domain/audit/audit.ts';
import { demandOn } from '#domain/settings/settings.ts';
import type { MethodSwitch } from '#domain/settings/settings.rules.ts';
import type { Payer } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import { refused } from '#shared/staff/refusals.ts';
import { isPossibleId } from '#shared/ids.ts';
import type { CheckoutStart } from '#domain/payments/checkout.rules.ts';
import { queryAttempt } from './queries.ts';
import { attemptOf } from '#domain/payments/orders/fulfilling.ts';
import {
  GatewayRefusedError,
  GatewayTimeoutError,
  type Gateway,
  type GatewayName,
  type PaymentMethod,
} from '#domain/payments/gateway.types.ts';
import { closeOrder } from '#domain/payments/orders/open-order.ts';
import { insertNumbered } from '#domain/payments/orders/attempt-numbers.ts';
import {
  amountOf,
  CURRENCY,
  isCardCheck,
  isForProvider,
  isOwn,
  mayTakeMoney,
  nextQueryAfter,
  PROCESSING_PATH,
  START_MS,
  windowMsOf,
} from '#domain/payments/payments.rules.ts';
import {
  findAttempts,
  findOrder,
  lockOrder,
  lockOrderOf,
  noteStarted,
  updateOrder,
  type AttemptRow,
} from '#domain/payments/payments.store.ts';
import type { Attempt, Order, PaymentServices, SeenFact } from '#domain/payments/payments.types.ts';
import { recordFacts } from '#domain/payments/facts/record-facts.ts';
import { queryOrder } from './payment-outcome.ts';
import { gatewayAttemptOf, startedOf } from './started.ts';
import { demandTry, fromOf } from './attempt-limits.ts';

const START_POLL_MS = 100;
const BEING_STARTED = 'another payment of this order is being started';

/** An order stays open this long after the provider's last payment window. */
const AFTER_WINDOW_MS = 5 * 60_000;

export interface AskedAttempt {
  orderId: number;
  gateway: GatewayName;
  method: PaymentMethod;
  isPhone?: boolean;
  /** Address of the caller; null if no browser is involved. */
  remoteIp: string | null;
}

/** Builds a fact that we record ourselves; its transaction id marks it as ours. */
export const ownFact = (
  attempt: Pick<AttemptRow, 'number' | 'gateway'>,
  kind: SeenFact['kind'],
  {
    cents = 0,
    source,
    now,
    detail = {},
  }: { cents?: number; source: SeenFact['source']; now: Date; detail?: Record<string, unknown> },
): SeenFact => ({
  gateway: attempt.gateway,
  attempt: attempt.number,
  gatewayTxn: `${kind}:${attempt.number}`,
  kind,
  cents,
  currency: CURRENCY,
  at: now,
  detail,
  source,
});

async function ownOrder(services: PaymentServices, payer: Payer, orderId: number): Promise<Order> {
  const order = isPossibleId(orderId) ? await findOrder(services.db, orderId) : null;
  // Not found rather than forbidden, so that the existence of other people's orders does not leak.
  if (!order || !isOwn(order, payer)) throw new DomainError('dataNotFound');
  return order;
}

/**
 * Cancels attempts that can still be paid, at the providers that support it. Payments made by then are queried and
 * recorded. Returns whether one was made, or may have been: a provider that refuses to cancel without a reason may be
 * processing the payment. Runs outside any transaction.
 */
async function cancelAtProviders(
  services: PaymentServices,
  order: Order,
  attempts: readonly AttemptRow[],
): Promise<boolean> {
  let mayBePaid = false;
  for (const attempt of attempts) {
    const cancel = services.gateways[attempt.gateway]?.cancel;
    if (!cancel || !mayTakeMoney(attempt, services.clock())) continue;
    const outcome = await cancel(gatewayAttemptOf(order, attempt)).catch(() => 'unknown' as const);
    if (outcome === 'cancelled') {
      await recordFacts(services, [ownFact(attempt, 'cancelled', { source: 'query', now: services.clock() })]);
      continue;
    }
    mayBePaid ||= outcome === 'paid' || isForProvider(attempt, services.clock());
    if (outcome === 'paid') await queryAttempt(services, attempt).catch(() => undefined);
  }
  return mayBePaid;
}

function gatewayFor(services: PaymentServices, { gateway: name, method }: AskedAttempt): Gateway {
  const gateway = services.gateways[name];
  if (!gateway || !gateway.methods.includes(method)) throw new DomainError('invalidParam', 'unknown payment method');
  return gateway;
}

/** Whether a charge of a stored card may still succeed. */
export const isUnderWay = (attempt: AttemptRow, profileId: number, now: Date): boolean =>
  attempt.profileId === profileId &&
  attempt.state !== 'failed' &&
  (attempt.nextQueryAt !== null || mayTakeMoney(attempt, now));

/**
 * Extends what an order holds for its payer. Throws if the order may not be paid any more, such as of a campaign that
 * has ended.
 */
async function holdUntil(tx: Tx, services: PaymentServices, order: Order, until: Date, now: Date): Promise<void> {
  for (const line of order.lines) await services.fulfilments[line.kind]?.waits?.(tx, order, { until, now });
}

type NewAttempt = Omit<AskedAttempt, 'orderId'> & { profileId?: number | null };

const isByProvider = ({ gateway }: Pick<AskedAttempt, 'gateway'>): boolean =>
  gateway !== 'free' && gateway !== 'offline';

/**
 * Writes an attempt under its own number and extends its order's expiry, in the caller's transaction, which holds the
 * order. A stored-card charge counts as sent from here on. `before`: earlier attempts of the order, needed for a stored
 * card.
 */
export async function writeAttemptIn(
  tx: Tx,
  services: PaymentServices,
  order: Order,
  { gateway, method, isPhone = false, profileId = null, remoteIp }: NewAttempt,
  before: readonly AttemptRow[],
): Promise<AttemptRow> {
  const now = services.clock();
  if (order.state !== 'open') throw new DomainError('transactionProcessing');
  // Of two concurrent runs charging the same card for the same order, one proceeds.
  if (profileId !== null && before.some((one) => isUnderWay(one, profileId, now)))
    throw new DomainError('transactionProcessing');
  if (isByProvider({ gateway })) await demandTry(tx, services, order, { method, profileId, remoteIp });
  const expiresAt = new Date(now.getTime() + windowMsOf(gateway, method));
  const waitsUntil = new Date(expiresAt.getTime() + AFTER_WINDOW_MS);
  await holdUntil(tx, services, order, waitsUntil, now);
  if (waitsUntil > order.expiresAt) await updateOrder(tx, order.id, { expiresAt: waitsUntil });
  return insertNumbered(tx, isCardCheck(order) ? 'card_check' : order.kind, {
    orderId: order.id,
    gateway,
    method,
    amountCents: amountOf(order),
    started: { isPhone, ...(remoteIp === null || method !== 'card' ? {} : { from: fromOf(services, remoteIp) }) },
    profileId,
    ...(profileId === null ? {} : { state: 'redirected', redirectedAt: now }),
    createdAt: now,
    expiresAt,
    // An attempt whose start is never answered is queried too.
    nextQueryAt: isByProvider({ gateway }) ? nextQueryAfter(now, now) : null,
  });
}

export const writeAttempt = (services: PaymentServices, order: Order, asked: NewAttempt): Promise<AttemptRow> =>
  services.db.transaction(async (tx) => {
    const locked = await lockOrderOf(tx, order);
    if (!locked) throw new DomainError('transactionProcessing');
    return writeAttemptIn(tx, services, locked, asked, asked.profileId ? await findAttempts(tx, order.id) : []);
  });

/** Whether the start call is still in progress. After the timeout its process must have died. */
const isStarting = (attempt: AttemptRow, now: Date): boolean =>
  attempt.state === 'created' && isByProvider(attempt) && now.getTime() - attempt.createdAt.getTime() < START_MS;

/** The attempt to reuse for a repeated submit or a reloaded page. */
function findSame(
  attempts: readonly AttemptRow[],
  { gateway, method, isPhone = false }: AskedAttempt,
  now: Date,
): AttemptRow | undefined {
  return attempts.find(
    (attempt) =>
      attempt.gateway === gateway &&
      attempt.method === method &&
      attempt.profileId === null &&
      attempt.expiresAt > now &&
      startedOf(attempt).isPhone === isPhone &&
      (isStarting(attempt, now) || (attempt.state === 'redirected' && startedOf(attempt).start !== undefined)),
  );
}

/** Whether an attempt that can still be paid began since `pressedAt`: the buyer submitted both at once. */
const isOfSamePress = (attempt: AttemptRow, pressedAt: Date, now: Date): boolean =>
  attempt.profileId === null && attempt.createdAt > pressedAt && mayTakeMoney(attempt, now);

/**
 * Writes an attempt, or returns the one a concurrent submit wrote first. Throws `transactionProcessing` if an attempt
 * by another method began since `pressedAt`: the buyer could pay twice.
 */
const claimAttempt = (
  services: PaymentServices,
  order: Order,
  asked: AskedAttempt,
  pressedAt: Date,
): Promise<{ attempt: AttemptRow; isNew: boolean }> =>
  services.db.transaction(async (tx) => {
    const locked = await lockOrderOf(tx, order);
    if (!locked) throw new DomainError('transactionProcessing');
    const now = services.clock();
    const attempts = await findAttempts(tx, order.id);
    const same = findSame(attempts, asked, now);
    if (same) return { attempt: same, isNew: false };
    if (attempts.some((one) => isStarting(one, now) || isOfSamePress(one, pressedAt, now)))
      throw new DomainError('transactionProcessing', BEING_STARTED);
    return { attempt: await writeAttemptIn(tx, services, locked, asked, attempts), isNew: true };
  });

/** Waits for the start result of the request that wrote the attempt. Throws as that request does. */
async function startOfOther(
  services: PaymentServices,
  { id, orderId }: AttemptRow,
): Promise<{ attempt: Attempt; start: CheckoutStart }> {
  for (let waited = 0; waited < START_MS; waited += START_POLL_MS) {
    const attempt = (await findAttempts(services.db, orderId)).find((one) => one.id === id);
    const start = attempt && startedOf(attempt).start;
    if (attempt?.state === 'redirected' && start) return { attempt: attemptOf(attempt), start };
    if (attempt?.state !== 'created') break;
    await setTimeout(START_POLL_MS);
  }
  throw new DomainError('unavailable', 'the provider cannot be reached');
}

/** Nothing to pay: no provider involved. */
async function startFree(services: PaymentServices, order: Order): Promise<{ attempt: Attempt; start: CheckoutStart }> {
  if (order.totalCents > 0 || isCardCheck(order)) throw new DomainError('invalidParam', 'the order is not free');
  const attempt = await writeAttempt(services, order, { gateway: 'free', method: 'none', remoteIp: null });
  await recordFacts(services, [ownFact(attempt, 'paid', { source: 'return', now: services.clock() })]);
  const path = services.fulfilments[order.lines[0]!.kind]?.pathOf('success', order) ?? '/';
  return { attempt: { ...attemptOf(attempt), state: 'paid' }, start: { kind: 'redirect', url: path } };
}

/**
 * Starts the payment of an order and returns how the browser continues. A reloaded page gets the attempt already
 * started. A new method first cancels an earlier attempt that can still be paid, if its provider allows that, and is
 * refused while it is unknown whether the earlier one was paid. An attempt that cannot be cancelled may still be paid:
 * the second capture is refunded automatically. 429 after too many unpaid attempts.
 */
export async function startAttempt(
  services: PaymentServices,
  payer: Payer,
  asked: AskedAttempt,
): Promise<{ attempt: Attempt; start: CheckoutStart }> {
  const pressedAt = services.clock();
  const [order, attempts] = await Promise.all([
    ownOrder(services, payer, asked.orderId),
    isPossibleId(asked.orderId) ? findAttempts(services.db, asked.orderId) : [],
  ]);
  const now = services.clock();
  if (order.state !== 'open' || order.expiresAt <= now)
    throw new DomainError('conflict', { order: order.state === 'open' ? 'expired' : order.state });
  if (asked.gateway === 'free') return startFree(services, order);
  // Cheque or deposit: staff confirm it on receipt.
  if (asked.gateway === 'offline') {
    const attempt = await writeAttempt(services, order, asked);
    return { attempt: attemptOf(attempt), start: { kind: 'redirect', url: PROCESSING_PATH } };
  }
  if (order.isAutopay && asked.method !== 'card')
    throw new DomainError('noRecurringProfile', 'only a card can be charged again');
  if (amountOf(order) === 0) throw new DomainError('invalidParam', 'nothing is due');
  const gateway = gatewayFor(services, asked);
  const begun = findSame(attempts, asked, now);
  if (begun) {
    const until = new Date(begun.expiresAt.getTime() + AFTER_WINDOW_MS);
    await services.db.transaction(async (tx) => {
      const locked = await lockOrderOf(tx, order);
      if (locked?.state === 'open') await holdUntil(tx, services, locked, until, now);
    });
    return startOfOther(services, begun);
  }
  await demandOn({ db: services.db, now }, `pay.${asked.method}` as MethodSwitch);
  // Both checks come before earlier attempts are cancelled, and again when the new attempt is written.
  if (attempts.some((one) => isOfSamePress(one, pressedAt, now)))
    throw new DomainError('transactionProcessing', BEING_STARTED);
  await demandTry(services.db, services, order, asked);
  const mayBePaid = await cancelAtProviders(
    services,
    order,
    attempts.filter((attempt) => !isStarting(attempt, now)),
  );
  if (mayBePaid || (attempts.length > 0 && (await queryOrder(services, order.id)).outcome !== 'unpaid'))
    throw new DomainError('transactionProcessing', 'another payment of this order may have been made');

  const { attempt, isNew } = await claimAttempt(services, order, asked, pressedAt);
  if (!isNew) return startOfOther(services, attempt);
  try {
    const { start: to, secret, gatewayRef } = await gateway.start(gatewayAttemptOf(order, attempt));
    const at = services.clock();
    const nextQueryAt = nextQueryAfter(at, at);
    await noteStarted(services.db, attempt, { started: { start: to, secret }, gatewayRef, at, nextQueryAt });
    return { attempt: { ...attemptOf(attempt), state: 'redirected' }, start: to };
  } catch (error) {
    if (error instanceof GatewayRefusedError)
      await recordFacts(services, [
        ownFact(attempt, 'failed', { source: 'query', now: services.clock(), detail: { code: error.code } }),
      ]);
    if (error instanceof GatewayRefusedError || error instanceof GatewayTimeoutError)
      throw new DomainError('unavailable', 'the provider cannot be reached');
    throw error;
  }
}

/** Cancels an order on its buyer's request. A later capture is refunded automatically. */
export async function cancelOrder(services: PaymentServices, payer: Payer, orderId: number): Promise<Order> {
  const order = await ownOrder(services, payer, orderId);
  // Each period has one order; without it nothing would be charged, yet the renewal would not be stopped. Members stop
  // the renewal instead.
  if (order.kind === 'renewal')
    throw new DomainError('conflict', 'a renewal cannot be cancelled; stop the plan instead');
  await cancelUnpaid(services, order);
  return ownOrder(services, payer, orderId);
}

/** Queued with the cancelling of an order by staff. */
export const END_ATTEMPTS = 'payment-end-attempts';

/**
 * Cancels an unpaid order in the caller's transaction, which waits for no provider: the worker asks them to end what can still be
 * paid. A capture that was faster is refunded automatically. Throws `conflict` unless the order is open.
 */
export async function cancelByStaff(tx: Tx, services: PaymentServices, hand: Hand, orderId: number): Promise<void> {
  const now = services.clock();
  const order = await lockOrder(tx, orderId);
  if (!order) throw new DomainError('dataNotFound', `there is no order ${orderId}`);
  if (order.state !== 'open') throw refused('order-not-open');
  await closeOrder(tx, services, order, { state: 'cancelled', now });
  const states = { before: { state: order.state }, after: { state: 'cancelled' } };
  await recordAudit(tx, hand, { action: 'orders.cancel', subject: ['order', orderId], ...states }, now);
  await queueJob(tx, END_ATTEMPTS, { orderId }, { jobKey: `${END_ATTEMPTS}:${orderId}` });
}

/** Job: asks the providers of a cancelled order. Throws, to be tried again, while a payment may still be made. */
export async function endAttempts(services: PaymentServices, orderId: number): Promise<void> {
  const order = await findOrder(services.db, orderId);
  if (order?.state !== 'cancelled') return;
  const attempts = await findAttempts(services.db, orderId);
  // A provider that is just being asked to start does not know the payment yet.
  const isBeingStarted = attempts.some((attempt) => isStarting(attempt, services.clock()));
  if ((await cancelAtProviders(services, order, attempts)) || isBeingStarted)
    throw new Error(`the provider has not ended the payment of order ${orderId}`);
}

/** As `cancelOrder`, without an ownership check. Paid and closed orders are left unchanged. */
export async function cancelUnpaid(services: PaymentServices, order: Order): Promise<void> {
  if (order.state !== 'open') return;
  await cancelAtProviders(services, order, await findAttempts(services.db, order.id));
  await services.db.transaction(async (tx) => {
    const locked = await lockOrderOf(tx, order);
    if (locked?.state === 'open') await closeOrder(tx, services, locked, { state: 'cancelled', now: services.clock() });
  });
}
