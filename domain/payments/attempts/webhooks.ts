import { createHash } from 'node:crypto';
import type { Tx } from '#db/database.ts';
import { DomainError } from '#shared/domain-error.ts';
import { GATEWAYS } from '#shared/payment-enums.ts';
import { scheduleQuery } from './queries.ts';
import { webhookSchema } from '#domain/payments/payments.schema.ts';
import type { Fact, GatewayName, SentRequest } from '#domain/payments/gateway.types.ts';
import { isAttemptNumber } from '#domain/payments/payments.rules.ts';
import { bringForward, findAttemptByNumber } from '#domain/payments/payments.store.ts';
import type { PaymentServices, SeenFact } from '#domain/payments/payments.types.ts';
import { recordFacts, recordFactsIn } from '#domain/payments/facts/record-facts.ts';
import { resultPathOf } from '#domain/payments/checkout.rules.ts';

/** A webhook as stored in the inbox. */
interface ReadWebhook {
  reply: { status: number; type: string; body: string };
  eventId: string;
  payload: string;
}

const gatewayOf = (services: PaymentServices, name: string) => {
  const gateway = GATEWAYS.find((known) => known === name);
  const found = gateway && services.gateways[gateway];
  if (!found) throw new DomainError('serviceNotFound');
  return found;
};

/** Parses and verifies a provider's webhook. Writes nothing. */
export function readWebhook(services: PaymentServices, name: string, sent: SentRequest): ReadWebhook {
  const { reply, eventId, facts, asks } = gatewayOf(services, name).readWebhook(sent);
  const payload = JSON.stringify({ facts, asks, receivedAt: services.clock() });
  return { reply, eventId: `${eventId}:${meaningOf(facts, asks)}`, payload };
}

/** A different reference, amount or currency is a different event, whatever id the provider gives it. */
function meaningOf(facts: readonly Fact[], asks: readonly string[]): string {
  const said = facts.map((fact) => [fact.attempt, fact.gatewayTxn, fact.kind, fact.cents, fact.currency]);
  return createHash('sha256')
    .update(JSON.stringify([said, asks]))
    .digest('hex');
}

/** Processes a stored webhook in the caller's transaction. */
export async function processWebhook(tx: Tx, services: PaymentServices, name: string, payload: string): Promise<void> {
  const { facts, asks, receivedAt } = webhookSchema.parse(JSON.parse(payload));
  const own = facts.filter(({ gateway }) => gateway === name);
  await recordFactsIn(
    tx,
    services,
    own.map((fact): SeenFact => ({ ...(fact as Fact), source: 'notice', ...(receivedAt ? { receivedAt } : {}) })),
  );
  await bringForward(tx, name, asks, services.clock());
}

/**
 * Handles a returning browser. A signed, complete result (JETCO) is recorded; otherwise the provider is queried at
 * once. Returns our result page; null if the attempt cannot be identified.
 */
export async function processReturn(
  services: PaymentServices,
  name: string,
  sent: SentRequest,
): Promise<{ number: string; path: string } | null> {
  const gateway = gatewayOf(services, name);
  const { attempt: number, trusted } = gateway.readReturn(sent);
  if (trusted) await recordFacts(services, [{ ...trusted, source: 'return' }]);
  if (number === null || !isAttemptNumber(number)) return null;
  const attempt = await findAttemptByNumber(services.db, number);
  if (attempt?.gateway !== (name as GatewayName)) return null;
  if (!trusted && attempt.nextQueryAt !== null) await scheduleQuery(services, name, [number]);
  return { number, path: resultPathOf(name, number) };
}
