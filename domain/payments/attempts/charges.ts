import type { Tx } from '#db/database.ts';
import { DomainError } from '#shared/domain-error.ts';
import { queryAttempt } from './queries.ts';
import { isUnderWay, ownFact, writeAttempt, writeAttemptIn } from './attempts.ts';
import {
  GatewayRefusedError,
  GatewayTimeoutError,
  type Fact,
  type GatewayName,
  type StoredCard,
} from '#domain/payments/gateway.types.ts';
import { findAttempts, findOrder, type AttemptRow } from '#domain/payments/payments.store.ts';
import type { Order, PaymentServices } from '#domain/payments/payments.types.ts';
import { recordFacts } from '#domain/payments/facts/record-facts.ts';
import { gatewayAttemptOf } from './started.ts';

export type ChargeOutcome = 'paid' | 'failed' | 'unknown';

async function outcomeOf(services: PaymentServices, orderId: number, attemptId: number): Promise<ChargeOutcome> {
  const order = await findOrder(services.db, orderId);
  if (order?.paidAt) return 'paid';
  const attempt = (await findAttempts(services.db, orderId)).find(({ id }) => id === attemptId);
  return attempt?.state === 'failed' || attempt?.state === 'cancelled' || attempt?.state === 'expired'
    ? 'failed'
    : 'unknown';
}

interface Charge {
  profileId: number;
  gateway: GatewayName;
  card: Pick<StoredCard, 'token' | 'agreement'>;
}

/**
 * Writes a stored-card charge in the transaction that holds the order, before the provider is called. Null if an
 * earlier attempt exists, which `chargeProfile` must query first.
 */
export async function beginCharge(
  tx: Tx,
  services: PaymentServices,
  order: Order,
  { profileId, gateway }: Charge,
): Promise<AttemptRow | null> {
  if (order.state !== 'open' || !services.gateways[gateway]?.chargeStored) return null;
  if ((await findAttempts(tx, order.id)).length > 0) return null;
  return writeAttemptIn(tx, services, order, { gateway, method: 'card', profileId, remoteIp: null }, []);
}

/** Sends a written charge to the provider. `unknown`: the clock keeps polling. */
export async function sendCharge(
  services: PaymentServices,
  order: Order,
  attempt: AttemptRow,
  card: Charge['card'],
): Promise<ChargeOutcome> {
  const chargeStored = services.gateways[attempt.gateway]?.chargeStored;
  if (!chargeStored) throw new DomainError('invalidParam', `${attempt.gateway} cannot charge a stored card`);
  let facts: Fact[];
  try {
    facts = await chargeStored(card, { ...gatewayAttemptOf(order, attempt), agreement: card.agreement });
  } catch (error) {
    if (error instanceof GatewayTimeoutError) return 'unknown';
    if (!(error instanceof GatewayRefusedError)) throw error;
    const detail = { code: error.code };
    await recordFacts(services, [ownFact(attempt, 'failed', { source: 'query', now: services.clock(), detail })]);
    return 'failed';
  }
  await recordFacts(
    services,
    facts.map((fact) => ({ ...fact, source: 'query' as const })),
  );
  return outcomeOf(services, order.id, attempt.id);
}

/**
 * Charges a stored card for an order. A rerun after a crash queries its earlier charge and never charges a second time
 * in parallel. `unknown`: the clock keeps polling.
 */
export async function chargeProfile(
  services: PaymentServices,
  { orderId, profileId, gateway: name, card }: Charge & { orderId: number },
): Promise<ChargeOutcome> {
  const [order, attempts] = await Promise.all([findOrder(services.db, orderId), findAttempts(services.db, orderId)]);
  if (!order) throw new DomainError('dataNotFound');
  if (order.paidAt) return 'paid';
  if (!services.gateways[name]?.chargeStored)
    throw new DomainError('invalidParam', `${name} cannot charge a stored card`);
  const before = attempts.findLast((attempt) => isUnderWay(attempt, profileId, services.clock()));
  if (before) {
    await queryAttempt(services, before);
    return outcomeOf(services, orderId, before.id);
  }
  let attempt: AttemptRow;
  try {
    attempt = await writeAttempt(services, order, { gateway: name, method: 'card', profileId, remoteIp: null });
  } catch (error) {
    if (error instanceof DomainError && error.errorName === 'transactionProcessing') return 'unknown';
    throw error;
  }
  return sendCharge(services, order, attempt, card);
}
