import type { Tx } from '#db/database.ts';
import { findFactByTxn, hasReading, insertFact, type FactRow, type NewFact } from './facts.store.ts';
import type { GatewayName } from '#domain/payments/gateway.types.ts';
import { isRight } from '#domain/payments/payments.rules.ts';
import { bringForward, findAttempt } from '#domain/payments/payments.store.ts';
import type { PaymentServices } from '#domain/payments/payments.types.ts';
import { openWork, workDone } from '#domain/payments/operations/work.ts';

// A provider may report one transaction in two ways. Both readings are kept, one counts, and staff see both.

interface Contradiction {
  reading: FactRow;
  /** The reading that counted until then. */
  before: FactRow;
}

interface Kept {
  /** New and counting. */
  news: FactRow[];
  contradictions: Contradiction[];
}

/** Context of the locked order; empty for money without an attempt. */
interface Asked {
  amounts: ReadonlyMap<number, number>;
  /** Facts with a refund recorded: the provider was or will be asked to refund exactly that. */
  refundedIds: ReadonlySet<number>;
}

const NOTHING_ASKED: Asked = { amounts: new Map(), refundedIds: new Set() };

/**
 * The right amount under one of our numbers pays. It replaces a wrong reading of the same attempt, or money without an
 * attempt, but never a reading that may have paid another attempt. Of two wrong readings, a query answer outranks a
 * webhook.
 */
function takesPlace(reading: NewFact, before: FactRow, { amounts, refundedIds }: Asked): boolean {
  const { attemptId = null, kind, cents, currency, source } = reading;
  if (attemptId === null || (kind !== 'paid' && kind !== 'authorised') || refundedIds.has(before.id)) return false;
  const asked = amounts.get(attemptId) ?? -1;
  const isRightNow = isRight({ kind, cents, currency }, asked);
  if (before.attemptId === null) return isRightNow;
  const isBetter = isRightNow || (source === 'query' && before.source === 'notice');
  return before.attemptId === attemptId && !isRight(before, asked) && isBetter;
}

/** Records new readings only. */
export async function keepReadings(tx: Tx, rows: readonly NewFact[], asked: Asked = NOTHING_ASKED): Promise<Kept> {
  const kept: Kept = { news: [], contradictions: [] };
  for (const row of rows) {
    const first = await insertFact(tx, row);
    if (first) {
      kept.news.push(first);
      continue;
    }
    const meaning = { ...row, reference: row.reference ?? '' };
    // If a concurrent transaction replaces the reading found here, that replacement is contradicted instead.
    for (let reading: FactRow | null = null; reading === null && !(await hasReading(tx, meaning));) {
      const before = await findFactByTxn(tx, row.gateway, row.gatewayTxn, row.kind);
      if (!before) break;
      reading = await insertFact(tx, { ...row, contradictsId: before.id, replaces: takesPlace(row, before, asked) });
      if (!reading) continue;
      kept.contradictions.push({ reading, before });
      if (reading.replaces) kept.news.push(reading);
    }
  }
  return kept;
}

const MOVES: readonly FactRow['kind'][] = ['paid', 'authorised', 'refunded', 'voided', 'chargeback'];

const readingOf = ({ reference, cents, currency, source }: FactRow) => ({ reference, cents, currency, source });

/** Raises both readings as a work item and schedules a query of each attempt they name. */
export async function reportContradictions(
  tx: Tx,
  services: PaymentServices,
  contradictions: readonly Contradiction[],
  now: Date,
): Promise<void> {
  for (const { reading, before } of contradictions) {
    const { gateway, gatewayTxn, kind } = reading;
    if (!MOVES.includes(kind)) continue;
    const attemptId = reading.attemptId ?? before.attemptId;
    const attempt = attemptId === null ? null : await findAttempt(tx, attemptId);
    const counting = reading.replaces ? 'second' : 'first';
    await openWork(tx, {
      kind: 'contradicting_readings',
      subject: `fact:${reading.id}`,
      orderId: attempt?.orderId ?? null,
      attemptId,
      detail: { gateway, gatewayTxn, kind, first: readingOf(before), second: readingOf(reading), counting },
      now,
    });
    if (reading.replaces)
      for (const settled of ['wrong_amount', 'unknown_money'])
        await workDone(tx, settled, `fact:${before.id}`, 'another reading took its place', now);
    // A query answer needs no further query.
    if (reading.source !== 'query')
      await scheduleQueryIn(tx, services, gateway, [reading.reference, before.reference], now);
  }
}

/** Schedules a query of these attempts if the provider supports it, including ended ones. */
export async function scheduleQueryIn(
  tx: Tx,
  { gateways }: PaymentServices,
  gateway: GatewayName,
  references: readonly string[],
  now: Date,
): Promise<void> {
  if (!gateways[gateway]?.query) return;
  const numbers = new Set(references.filter((number) => number !== ''));
  await bringForward(tx, gateway, [...numbers], now);
}
