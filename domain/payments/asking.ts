import { GatewayRefused, GatewaySilent, type Fact } from './gateway.types.ts';
import { ASKED_FOR_MS, CURRENCY, isEnded, nextQueryAfter } from './payments.rules.ts';
import {
  bringForward,
  claimDueAttempts,
  findAttempt,
  findOrder,
  setNextQuery,
  type AttemptRow,
} from './payments.store.ts';
import type { PaymentServices } from './payments.types.ts';
import { recordFacts } from './record-facts.ts';
import { gatewayAttemptOf } from './started.ts';
import { openWork } from './work.ts';

/** A worker that dies while it asks: another takes over by then. No call to a provider lasts as long. */
export const CLAIM_MS = 2 * 60_000;
const AT_ONCE = 20;

/** Asks the provider of one attempt, and records what it says. Null: it has no way to be asked. */
export async function askOne(
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
    if (error instanceof GatewaySilent || error instanceof GatewayRefused) return 'silent';
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
  // Refused by then, or unknown to its provider a day later: nobody paid. What comes all the same is taken.
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

async function askClaimed(services: PaymentServices, attempt: AttemptRow, claimedUntil: Date): Promise<void> {
  const startedAt = attempt.redirectedAt ?? attempt.createdAt;
  const now = services.clock();
  if (!services.gateways[attempt.gateway]?.query) {
    // JETCO says it once, by the payer's browser. Its portal knows.
    const endsAt = new Date(startedAt.getTime() + ASKED_FOR_MS);
    if (now >= endsAt && attempt.state !== 'failed') await endUnknown(services, attempt, false);
    await setNextQuery(services.db, attempt.id, { claimedUntil, nextQueryAt: now >= endsAt ? null : endsAt });
    return;
  }
  let answer: Awaited<ReturnType<typeof askOne>> = 'silent';
  try {
    answer = await askOne(services, attempt);
  } finally {
    const after = await findAttempt(services.db, attempt.id);
    const isEnd = (attempt.state === 'failed' && attempt.expiresAt <= now) || (after !== null && isEnded(after.state));
    const nextQueryAt = isEnd && answer !== 'silent' ? null : nextQueryAfter(startedAt, now);
    // What ended by the answer has no next time, nor has one that something else brought forward this one.
    if (after?.nextQueryAt?.getTime() === claimedUntil.getTime()) {
      // One that had ended was asked for the sake of a contradiction alone.
      if (nextQueryAt === null && !isEnded(after.state))
        await endUnknown(services, after, answer !== 'silent' && answer !== null);
      await setNextQuery(services.db, attempt.id, { claimedUntil, nextQueryAt });
    }
  }
}

/** Clock: asks providers what became of attempts whose time it is. Answers how many. */
export async function askDue(services: PaymentServices): Promise<number> {
  const now = services.clock();
  const until = new Date(now.getTime() + CLAIM_MS);
  const due = await claimDueAttempts(services.db, { now, until, limit: AT_ONCE });
  const done = await Promise.allSettled(due.map((attempt) => askClaimed(services, attempt, until)));
  for (const one of done) if (one.status === 'rejected') throw one.reason;
  return due.length;
}

/** Has these attempts of a provider asked for at once: it says that there is news, or their payer came back. */
export const askSoon = (services: PaymentServices, gateway: string, numbers: readonly string[]): Promise<void> =>
  bringForward(services.db, gateway, numbers, services.clock());
