import { DomainError } from '#shared/domain-error.ts';
import { askOne } from './asking.ts';
import { isUnderWay, ownFact, writeAttempt } from './attempts.ts';
import { GatewayRefused, GatewaySilent, type Fact, type GatewayName, type StoredCard } from './gateway.types.ts';
import { findAttempts, findOrder, type AttemptRow } from './payments.store.ts';
import type { PaymentServices } from './payments.types.ts';
import { recordFacts } from './record-facts.ts';
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

/**
 * Charges a stored card for an order. A run that was killed and comes again asks what became of its charge and never charges
 * beside it: `unknown` means that the clock goes on asking.
 */
export async function chargeProfile(
  services: PaymentServices,
  {
    orderId,
    profileId,
    gateway: name,
    card,
  }: { orderId: number; profileId: number; gateway: GatewayName; card: Pick<StoredCard, 'token' | 'agreement'> },
): Promise<ChargeOutcome> {
  const [order, attempts] = await Promise.all([findOrder(services.db, orderId), findAttempts(services.db, orderId)]);
  if (!order) throw new DomainError('dataNotFound');
  if (order.paidAt) return 'paid';
  const chargeStored = services.gateways[name]?.chargeStored;
  if (!chargeStored) throw new DomainError('invalidParam', `${name} charges no stored card`);
  const before = attempts.findLast((attempt) => isUnderWay(attempt, profileId, services.clock()));
  if (before) {
    await askOne(services, before);
    return outcomeOf(services, orderId, before.id);
  }
  let attempt: AttemptRow;
  try {
    attempt = await writeAttempt(services, order, { gateway: name, method: 'card', profileId });
  } catch (error) {
    if (error instanceof DomainError && error.errorName === 'transactionProcessing') return 'unknown';
    throw error;
  }
  let facts: Fact[];
  try {
    facts = await chargeStored(card, { ...gatewayAttemptOf(order, attempt), agreement: card.agreement });
  } catch (error) {
    if (error instanceof GatewaySilent) return 'unknown';
    if (!(error instanceof GatewayRefused)) throw error;
    const detail = { code: error.code };
    await recordFacts(services, [ownFact(attempt, 'failed', { source: 'query', now: services.clock(), detail })]);
    return 'failed';
  }
  await recordFacts(
    services,
    facts.map((fact) => ({ ...fact, source: 'query' as const })),
  );
  return outcomeOf(services, orderId, attempt.id);
}
