import { GatewayRefusedError, GatewayTimeoutError, type Fact } from '#domain/payments/gateway.types.ts';
import { ASKED_FOR_MS, CURRENCY, isEnded, nextQueryAfter } from '#domain/payments/payments.rules.ts';
import {
  bringForward,
  claimDueAttempts,
  findAttempt,
  findOrder,
  setNextQuery,
  type AttemptRow,
} from '#domain/payments/payments.store.ts';
import type { PaymentServices } from '#domain/payments/payments.types.ts';
import { recordFacts } from '#domain/payments/facts/record-facts.ts';
import { gatewayAttemptOf } from './started.ts';
import { openWork } from '#domain/payments/operations/work.ts';

/** Claim timeout: if a worker dies while polling, another takes over after this. No provider call lasts as long. */
export const CLAIM_MS = 2 * 60_000;
const AT_ONCE = 20;

/** Polls the provider of one attempt and records its answer. Null if the provider has no query call. */
export async function queryAttempt(
  services: PaymentServices,
  attempt: AttemptRow,
): Promise<readonly Fact[] | 'silent' | null> {
  const query = services.gateways[attempt.gateway]?.query;
  const order = await findOrder(services.db, attempt.orderId);
  if (!query || !order) return null;
  let facts: Fact[];
  try {
    facts = await query(gatewayAttemptOf(order, attempt));
  } catch (error) {
    if (error instanceof GatewayTimeoutError || error instanceof GatewayRefusedError) return 'silent';
    throw error;
  }
  await recordFacts(
    services,
    facts.map((fact) => ({ ...fact, source: 'query' as const })),
  );
  return facts;
}

async function endUnknown(services: PaymentServices, attempt: AttemptRow, isAnswered: boolean): Promise<void> {
  const now = services.clock();
  const { number, gateway, amountCents, orderId } = attempt;
  // Failed by then, or unknown to the provider after a day: not paid. A later capture is still accepted.
  if (isAnswered) {
    if (attempt.state !== 'failed')
      await recordFacts(services, [
        {
          gateway,
          attempt: number,
          gatewayTxn: `expired:${number}`,
          kind: 'expired',
          cents: 0,
          currency: CURRENCY,
          at: now,
          detail: {},
          source: 'query',
        },
      ]);
    return;
  }
  await services.db.transaction((tx) =>
    openWork(tx, {
      kind: 'unknown_attempt',
      subject: `attempt:${number}`,
      orderId,
      attemptId: attempt.id,
      detail: { gateway, cents: amountCents },
      now,
    }),
  );
}

async function queryClaimed(services: PaymentServices, attempt: AttemptRow, claimedUntil: Date): Promise<void> {
  const startedAt = attempt.redirectedAt ?? attempt.createdAt;
  const now = services.clock();
  if (!services.gateways[attempt.gateway]?.query) {
    // JETCO reports only once, through the payer's browser; after that only its portal has the result.
    const endsAt = new Date(startedAt.getTime() + ASKED_FOR_MS);
    if (now >= endsAt && attempt.state !== 'failed') await endUnknown(services, attempt, false);
    await setNextQuery(services.db, attempt.id, { claimedUntil, nextQueryAt: now >= endsAt ? null : endsAt });
    return;
  }
  let answer: Awaited<ReturnType<typeof queryAttempt>> = 'silent';
  try {
    answer = await queryAttempt(services, attempt);
  } finally {
    const after = await findAttempt(services.db, attempt.id);
    const isEnd = (attempt.state === 'failed' && attempt.expiresAt <= now) || (after !== null && isEnded(after.state));
    const nextQueryAt = isEnd && answer !== 'silent' ? null : nextQueryAfter(startedAt, now);
    // An attempt that ended has no next query. Do not overwrite a time that was brought forward meanwhile.
    if (after?.nextQueryAt?.getTime() === claimedUntil.getTime()) {
      // An attempt that had already ended was polled only because of contradictory readings.
      if (nextQueryAt === null && !isEnded(after.state))
        await endUnknown(services, after, answer !== 'silent' && answer !== null);
      await setNextQuery(services.db, attempt.id, { claimedUntil, nextQueryAt });
    }
  }
}

/** Clock: polls providers for attempts that are due. Returns how many. */
export async function queryDueAttempts(services: PaymentServices): Promise<number> {
  const now = services.clock();
  const until = new Date(now.getTime() + CLAIM_MS);
  const due = await claimDueAttempts(services.db, { now, until, limit: AT_ONCE });
  const done = await Promise.allSettled(due.map((attempt) => queryClaimed(services, attempt, until)));
  for (const one of done) if (one.status === 'rejected') throw one.reason;
  return due.length;
}

/** Schedules an immediate query of these attempts: their provider announced news, or the payer came back. */
export const scheduleQuery = (services: PaymentServices, gateway: string, numbers: readonly string[]): Promise<void> =>
  bringForward(services.db, gateway, numbers, services.clock());
