import type { Tx } from '#db/database.ts';
import { post, type Transfer } from '#domain/ledger/ledger.ts';
import { CARD_CHECK, clearingOf, UNAPPLIED } from '#domain/ledger/ledger.rules.ts';
import { dayHkOf } from '#shared/hk-time.ts';
import { findFactByTxn, findFacts, insertFacts, type FactRow } from './facts.store.ts';
import { insertNumbered } from './numbering.ts';
import { CURRENCY, isCardCheck } from './payments.rules.ts';
import {
  findAttempts,
  findAttemptsByNumber,
  lockOrder,
  lockOrderOf,
  updateAttempt,
  type OwnedOrder,
} from './payments.store.ts';
import type { PaymentServices, SeenFact } from './payments.types.ts';
import { settle } from './settle.ts';
import { startedOf } from './started.ts';
import { openWork } from './work.ts';

/** Books money that moved at a provider: once a fact. Other money than Hong Kong's is not in the books; a person looks at it. */
async function book(tx: Tx, news: readonly FactRow[], order: { id: number; isCheck: boolean } | null, now: Date) {
  const held = order?.isCheck ? CARD_CHECK : UNAPPLIED;
  const transfers = news.flatMap((fact): Transfer[] => {
    if (fact.currency !== CURRENCY) return [];
    const { id: factId, cents, kind } = fact;
    const clearing = clearingOf(fact.gateway);
    const row = { cents, factId, orderId: order?.id ?? null, uniqueKey: `fact:${factId}`, dayHk: dayHkOf(now) };
    if (kind === 'paid') return [{ ...row, debit: clearing, credit: held, kind: 'capture' }];
    if (kind === 'refunded') return [{ ...row, debit: held, credit: clearing, kind: 'refund' }];
    if (kind === 'chargeback') return [{ ...row, debit: 'chargebacks', credit: clearing, kind }];
    return [];
  });
  await post(tx, transfers);
}

const rowOf = (fact: SeenFact, attemptId: number | null, now: Date) => ({
  attemptId,
  gateway: fact.gateway,
  gatewayTxn: fact.gatewayTxn,
  kind: fact.kind,
  cents: fact.cents,
  currency: fact.currency,
  at: fact.at,
  source: fact.source,
  seenAt: now,
  detail: fact.card ? { ...fact.detail, scheme: fact.card.scheme, last4: fact.card.last4 } : fact.detail,
});

/** Money of no attempt that we know: in the books, and before a person. */
async function takeStrange(tx: Tx, facts: readonly SeenFact[], now: Date): Promise<void> {
  const news = await insertFacts(
    tx,
    facts.map((fact) => rowOf(fact, null, now)),
  );
  await book(tx, news, null, now);
  for (const { id, kind, gateway, gatewayTxn, cents } of news)
    if (kind === 'paid' || kind === 'refunded' || kind === 'chargeback')
      await openWork(tx, { kind: 'unknown_money', subject: `fact:${id}`, detail: { gateway, gatewayTxn, cents }, now });
}

const isReturn = ({ kind }: { kind: SeenFact['kind'] }): boolean => kind === 'refunded' || kind === 'voided';

/**
 * Money that a person said they gave back, told later by its provider under a number of its own, moved once: the provider's word
 * is kept beside the person's, and counts nothing (`sameAs`).
 */
async function withEchoes(
  tx: Tx,
  { orderId, attemptIds }: { orderId: number; attemptIds: ReadonlyMap<string, number> },
  facts: readonly SeenFact[],
): Promise<readonly SeenFact[]> {
  if (!facts.some((fact) => isReturn(fact) && fact.source !== 'hand')) return facts;
  const known = await findFacts(tx, orderId);
  const isKnown = (fact: SeenFact) =>
    known.some((one) => one.kind === fact.kind && one.gatewayTxn === fact.gatewayTxn && one.gateway === fact.gateway);
  const told = new Set(known.map(({ detail }) => detail['sameAs']));
  return facts.map((fact) => {
    if (!isReturn(fact) || fact.source === 'hand' || isKnown(fact)) return fact;
    const same = known.find(
      (one) =>
        one.source === 'hand' &&
        one.kind === fact.kind &&
        one.attemptId === attemptIds.get(fact.attempt ?? '') &&
        one.cents === fact.cents &&
        !told.has(one.gatewayTxn),
    );
    if (!same) return fact;
    told.add(same.gatewayTxn);
    return { ...fact, cents: 0, detail: { ...fact.detail, cents: fact.cents, sameAs: same.gatewayTxn } };
  });
}

async function takeOfOrder(
  tx: Tx,
  services: PaymentServices,
  { order: owned, facts: told }: { order: OwnedOrder; facts: readonly SeenFact[] },
  now: Date,
): Promise<void> {
  const orderId = owned.id;
  const order = await lockOrderOf(tx, owned);
  if (!order) throw new Error(`order ${orderId} is gone`);
  const all = await findAttempts(tx, orderId);
  const attempts = new Map(all.map((attempt) => [attempt.number, attempt]));
  const attemptIds = new Map([...attempts].map(([number, { id }]) => [number, id]));
  const facts = await withEchoes(tx, { orderId, attemptIds }, told);
  const news = await insertFacts(
    tx,
    facts.map((fact) => rowOf(fact, attempts.get(fact.attempt ?? '')?.id ?? null, now)),
  );
  for (const { attempt: number, card } of facts) {
    const attempt = attempts.get(number ?? '');
    // Also with money that was told before: the way that told it first may not have known the card.
    if (!attempt || !card || startedOf(attempt).card?.token === card.token) continue;
    attempt.started = { ...startedOf(attempt), card };
    await updateAttempt(tx, attempt.id, { started: attempt.started });
  }
  if (news.length === 0) return;
  await book(tx, news, { id: order.id, isCheck: isCardCheck(order) }, now);
  await settle(tx, services, { order, attempts: all, news, now });
}

/**
 * A charge that a provider made by its own calendar has no attempt of ours: it gets one, of an order of its own. By the schedule,
 * else by the attempt that set it up.
 */
async function adoptCharge(tx: Tx, services: PaymentServices, fact: SeenFact, now: Date): Promise<SeenFact> {
  const { gateway, gatewayTxn, kind } = fact;
  if (fact.attempt !== null || kind !== 'paid' || !services.orderOfSchedule) return fact;
  if (await findFactByTxn(tx, gateway, gatewayTxn, kind)) return fact;
  for (const agreement of [fact.detail['schedule'], fact.detail['setUpBy']]) {
    if (typeof agreement !== 'string' || agreement === '') continue;
    const orderId = await services.orderOfSchedule(tx, { agreement, gatewayTxn, now });
    const order = orderId === null ? null : await lockOrder(tx, orderId);
    if (!order) continue;
    // Told twice at once: who waited for the account finds it adopted.
    if (await findFactByTxn(tx, gateway, gatewayTxn, kind)) return fact;
    const { number } = await insertNumbered(tx, order.kind, {
      orderId: order.id,
      gateway,
      method: 'card',
      amountCents: order.totalCents,
      state: 'redirected',
      redirectedAt: now,
      createdAt: now,
      expiresAt: now,
    });
    return { ...fact, attempt: number };
  }
  return fact;
}

/** As `recordFacts`, as a part of its caller's transaction. */
export async function recordFactsIn(tx: Tx, services: PaymentServices, told: readonly SeenFact[]): Promise<void> {
  const now = services.clock();
  const facts: SeenFact[] = [];
  for (const fact of told) facts.push(await adoptCharge(tx, services, fact, now));
  for (const { order, facts: own } of await groupsOf(tx, facts))
    if (order === null) await takeStrange(tx, own, now);
    else await takeOfOrder(tx, services, { order, facts: own }, now);
}

/** By order, in the order of their numbers. A provider speaks of its own attempts only. */
async function groupsOf(
  db: PaymentServices['db'],
  facts: readonly SeenFact[],
): Promise<{ order: OwnedOrder | null; facts: SeenFact[] }[]> {
  const numbers = [...new Set(facts.flatMap(({ attempt }) => attempt ?? []))];
  const known = new Map((await findAttemptsByNumber(db, numbers)).map((attempt) => [attempt.number, attempt]));
  const groups = new Map<number | null, { order: OwnedOrder | null; facts: SeenFact[] }>();
  for (const fact of facts) {
    const attempt = known.get(fact.attempt ?? '');
    const isOurs = attempt !== undefined && attempt.gateway === fact.gateway;
    const order = isOurs ? attempt.order : null;
    const group = groups.get(order?.id ?? null) ?? { order, facts: [] };
    group.facts.push(fact);
    groups.set(order?.id ?? null, group);
  }
  return [...groups.values()].toSorted((a, b) => (a.order?.id ?? 0) - (b.order?.id ?? 0));
}

/**
 * The only way in for what is known of money: by notice, by query, by the return of JETCO, by settlement, by hand. What was
 * told before changes nothing. Everything that follows is one transaction with the fact: an order's time, the books, the
 * papers.
 */
export async function recordFacts(services: PaymentServices, facts: readonly SeenFact[]): Promise<void> {
  for (const { order, facts: own } of await groupsOf(services.db, facts))
    await services.db.transaction((tx) =>
      order === null
        ? recordFactsIn(tx, services, own)
        : takeOfOrder(tx, services, { order, facts: own }, services.clock()),
    );
}
