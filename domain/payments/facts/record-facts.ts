import type { Tx } from '#db/database.ts';
import { post, type Transfer } from '#domain/ledger/ledger.ts';
import { CARD_CHECK, clearingOf, UNAPPLIED } from '#domain/ledger/ledger.rules.ts';
import { dayHkOf } from '#shared/hk-time.ts';
import { findFactByTxn, findFacts, findRefunds, type FactRow } from './facts.store.ts';
import { insertNumbered } from '#domain/payments/orders/attempt-numbers.ts';
import { CURRENCY, datedBy, isCardCheck, isRight } from '#domain/payments/payments.rules.ts';
import {
  findAttempt,
  findAttempts,
  findAttemptsByNumber,
  lockOrder,
  lockOrderOf,
  updateAttempt,
  type OwnedOrder,
} from '#domain/payments/payments.store.ts';
import type { PaymentServices, SeenFact } from '#domain/payments/payments.types.ts';
import { scheduleQueryIn, keepReadings, reportContradictions } from './readings.ts';
import { settle } from './settle.ts';
import { startedOf } from '#domain/payments/attempts/started.ts';
import { countCards } from '#domain/payments/attempts/attempt-limits.ts';
import { openWork } from '#domain/payments/operations/work.ts';

/** Books moved money, once per fact. Other currencies than HKD are not booked; staff handle them. */
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

/** Reverses the booking of a replaced reading. */
async function unbook(tx: Tx, replaced: readonly FactRow[], order: { id: number; isCheck: boolean }, now: Date) {
  const transfers = replaced.flatMap((fact): Transfer[] => {
    const { id: factId, cents, attemptId } = fact;
    if (fact.currency !== CURRENCY || fact.kind !== 'paid') return [];
    const held = attemptId !== null && order.isCheck ? CARD_CHECK : UNAPPLIED;
    const orderId = attemptId === null ? null : order.id;
    const row = { cents, factId, orderId, uniqueKey: `replaced:${factId}`, dayHk: dayHkOf(now) };
    return [{ ...row, debit: held, credit: clearingOf(fact.gateway), kind: 'correction' }];
  });
  await post(tx, transfers);
}

/** Provider times are checked. Staff set their own dates, and we set the time of day for settlement lines. */
const isByProvider = ({ source }: SeenFact): boolean => source !== 'hand' && source !== 'settlement';

function rowOf(fact: SeenFact, of: { attemptId: number | null; orderedAt: Date | null }, now: Date) {
  const said = { orderedAt: fact.isAdopted ? null : of.orderedAt, toldAt: fact.receivedAt ?? now };
  const at = isByProvider(fact) ? datedBy(fact.at, said) : fact.at;
  const detail = at.getTime() === fact.at.getTime() ? fact.detail : { ...fact.detail, saidAt: fact.at.toISOString() };
  return {
    attemptId: of.attemptId,
    gateway: fact.gateway,
    gatewayTxn: fact.gatewayTxn,
    kind: fact.kind,
    reference: fact.attempt ?? '',
    cents: fact.cents,
    currency: fact.currency,
    at,
    source: fact.source,
    seenAt: now,
    detail: fact.card ? { ...detail, scheme: fact.card.scheme, last4: fact.card.last4 } : detail,
  };
}

/** An implausible time indicates a wrong provider clock or an attempted fraud. */
async function tellOfClocks(tx: Tx, news: readonly FactRow[], orderId: number | null, now: Date): Promise<void> {
  for (const { id, attemptId, gateway, gatewayTxn, at, detail } of news)
    if (typeof detail['saidAt'] === 'string')
      await openWork(tx, {
        kind: 'impossible_time',
        subject: `fact:${id}`,
        orderId,
        attemptId,
        detail: { gateway, gatewayTxn, said: detail['saidAt'], dated: at.toISOString() },
        now,
      });
}

/** Money without a known attempt: booked and raised as a work item. */
async function takeStrange(tx: Tx, services: PaymentServices, facts: readonly SeenFact[], now: Date): Promise<void> {
  const rows = facts.map((fact) => rowOf(fact, { attemptId: null, orderedAt: null }, now));
  const { news, contradictions } = await keepReadings(tx, rows);
  await reportContradictions(tx, services, contradictions, now);
  await book(tx, news, null, now);
  await tellOfClocks(tx, news, null, now);
  for (const { id, kind, gateway, gatewayTxn, cents } of news)
    if (kind === 'paid' || kind === 'refunded' || kind === 'chargeback')
      await openWork(tx, { kind: 'unknown_money', subject: `fact:${id}`, detail: { gateway, gatewayTxn, cents }, now });
}

const isReturn = ({ kind }: { kind: SeenFact['kind'] }): boolean => kind === 'refunded' || kind === 'voided';

/**
 * A refund recorded by hand and later reported by its provider under another id moved money once: the provider's report
 * is kept beside it and does not count (`sameAs`).
 */
async function withEchoes(
  tx: Tx,
  { orderId, attemptIds }: { orderId: number; attemptIds: ReadonlyMap<string, number> },
  facts: readonly SeenFact[],
): Promise<readonly SeenFact[]> {
  if (!facts.some((fact) => isReturn(fact) && fact.source !== 'hand')) return facts;
  const known = await findFacts(tx, orderId);
  const knownAs = (fact: SeenFact) =>
    known.find((one) => one.kind === fact.kind && one.gatewayTxn === fact.gatewayTxn && one.gateway === fact.gateway);
  const told = new Set(known.map(({ detail }) => detail['sameAs']));
  return facts.map((fact) => {
    if (!isReturn(fact) || fact.source === 'hand') return fact;
    const before = knownAs(fact);
    // A repeated echo is the same echo.
    if (before?.detail['sameAs'] !== undefined && before.detail['cents'] === fact.cents) return { ...fact, cents: 0 };
    if (before) return fact;
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
  if (!order) throw new Error(`order ${orderId} does not exist`);
  const all = await findAttempts(tx, orderId);
  const attempts = new Map(all.map((attempt) => [attempt.number, attempt]));
  const attemptIds = new Map([...attempts].map(([number, { id }]) => [number, id]));
  const facts = await withEchoes(tx, { orderId, attemptIds }, told);
  const orderedAt = order.createdAt;
  const rows = facts.map((fact) =>
    rowOf(fact, { attemptId: attempts.get(fact.attempt ?? '')?.id ?? null, orderedAt }, now),
  );
  const { news, contradictions } = await keepReadings(tx, rows, {
    amounts: new Map(all.map(({ id, amountCents }) => [id, amountCents])),
    refundedIds: new Set((await findRefunds(tx, orderId)).map(({ paidFactId }) => paidFactId)),
  });
  for (const { attempt: number, card } of facts) {
    const attempt = attempts.get(number ?? '');
    // Also for known money: the first report may not have included the card.
    if (!attempt || !card || startedOf(attempt).card?.token === card.token) continue;
    attempt.started = { ...startedOf(attempt), card };
    await updateAttempt(tx, attempt.id, { started: attempt.started });
  }
  if (news.length > 0) {
    const ofBooks = { id: order.id, isCheck: isCardCheck(order) };
    const replaced = contradictions.filter(({ reading: { replaces } }) => replaces).map(({ before }) => before);
    await unbook(tx, replaced, ofBooks, now);
    await book(tx, news, ofBooks, now);
    await settle(tx, services, { order, attempts: all, news, now });
    await tellOfClocks(tx, news, order.id, now);
  }
  await reportContradictions(tx, services, contradictions, now);
  // A wrong amount may be an error of the webhook; the provider's answer to a query replaces it.
  for (const { kind, cents, currency, source, attemptId, gateway, reference } of news) {
    const asked = all.find(({ id }) => id === attemptId)?.amountCents ?? -1;
    if (kind === 'paid' && source === 'notice' && !isRight({ kind, cents, currency }, asked))
      await scheduleQueryIn(tx, services, gateway, [reference], now);
  }
  await countCards(tx, all, news, now);
}

/** An adopted charge names no attempt when reported again: use the attempt created for it. */
async function asAdopted(tx: Tx, fact: SeenFact, known: FactRow): Promise<SeenFact> {
  const attempt = known.attemptId === null ? null : await findAttempt(tx, known.attemptId);
  return attempt ? { ...fact, attempt: attempt.number, isAdopted: true } : fact;
}

/**
 * A charge by a provider's own schedule has no attempt of ours: creates one in an order of its own. Found by the
 * schedule, else by the attempt that set it up.
 */
async function adoptCharge(tx: Tx, services: PaymentServices, fact: SeenFact, now: Date): Promise<SeenFact> {
  const { gateway, gatewayTxn, kind } = fact;
  if (fact.attempt !== null || kind !== 'paid' || !services.orderOfSchedule) return fact;
  const known = await findFactByTxn(tx, gateway, gatewayTxn, kind);
  if (known) return asAdopted(tx, fact, known);
  for (const agreement of [fact.detail['schedule'], fact.detail['setUpBy']]) {
    if (typeof agreement !== 'string' || agreement === '') continue;
    const orderId = await services.orderOfSchedule(tx, { agreement, gatewayTxn, now });
    const order = orderId === null ? null : await lockOrder(tx, orderId);
    if (!order) continue;
    // If reported twice at once, the one that waited for the lock finds it adopted.
    const adopted = await findFactByTxn(tx, gateway, gatewayTxn, kind);
    if (adopted) return asAdopted(tx, fact, adopted);
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
    return { ...fact, attempt: number, isAdopted: true };
  }
  return fact;
}

/** As `recordFacts`, in the caller's transaction. */
export async function recordFactsIn(tx: Tx, services: PaymentServices, told: readonly SeenFact[]): Promise<void> {
  const now = services.clock();
  const facts: SeenFact[] = [];
  for (const fact of told) facts.push(await adoptCharge(tx, services, fact, now));
  for (const { order, facts: own } of await groupsOf(tx, facts))
    if (order === null) await takeStrange(tx, services, own, now);
    else await takeOfOrder(tx, services, { order, facts: own }, now);
}

/** Groups facts by order, in order of id. A provider can report only its own attempts. */
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
 * The only entry point for payment facts: webhook, query, JETCO return, settlement, manual. Known facts change nothing.
 * All effects are in the fact's transaction: the order's goods, the books, the receipts.
 */
export async function recordFacts(services: PaymentServices, facts: readonly SeenFact[]): Promise<void> {
  for (const { order, facts: own } of await groupsOf(services.db, facts))
    await services.db.transaction((tx) =>
      order === null
        ? recordFactsIn(tx, services, own)
        : takeOfOrder(tx, services, { order, facts: own }, services.clock()),
    );
}
