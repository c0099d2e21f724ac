import type { Db, Tx } from '#db/database.ts';
import { keptCents, orderStory, type MovedValue } from '#domain/payments/payments.ts';
import { endDeferral, post, stopDeferral } from '#domain/ledger/ledger.ts';
import { CREDIT } from '#domain/ledger/ledger.rules.ts';
import { DomainError } from '#shared/domain-error.ts';
import { dayHkOf } from '#shared/hk-time.ts';
import { splitCents, unusedShares } from './credit.rules.ts';
import {
  findLotsOfOrder,
  findUsesIn,
  findUsesOf,
  insertLot,
  insertUse,
  lockLotsOfProfile,
  setLeft,
  sumCredit,
  takeOfUse,
  type LotRow,
  type UseRow,
} from './credit.store.ts';
import { daysOfCents, wholeDays } from './plan-times.rules.ts';
import { takeTimeBack } from './plan-times.ts';
import { findTimeOfOrder, type TimeRow } from './plan-times.store.ts';

// Value that moves between orders remains the money of the order that paid it. Time given up for another plan becomes
// credit lots, each tied to its funding order; an order paid with credit uses lots. A refund therefore finds its value:
// first in remaining credit, then in the time of later orders, then in the order's own time. Everything runs under the
// lock of the member's billing account.

const DAY_MS = 86_400_000;

const leftIn = ({ cents, takenCents }: UseRow): number => cents - takenCents;

/** The remaining value of an order's time: its own money plus the credit it used. */
export async function valueOfOrder(
  db: Db,
  orderId: number,
): Promise<{ totalCents: number; ownCents: number; uses: UseRow[]; cents: number }> {
  const { order } = await orderStory(db, orderId);
  const ownCents = await keptCents(db, orderId);
  const uses = await findUsesIn(db, orderId);
  const cents = uses.reduce((sum, use) => sum + leftIn(use), ownCents);
  return { totalCents: order.totalCents, ownCents, uses, cents };
}

/**
 * The unused part of each component of a period's value: the order's own money first, then its credit uses in order.
 */
async function unusedParts(db: Db, orderId: number, now: Date): Promise<{ uses: UseRow[]; parts: number[] }> {
  const time = await findTimeOfOrder(db, orderId);
  const { totalCents, ownCents, uses, cents } = await valueOfOrder(db, orderId);
  const paid = [totalCents, ...uses.map((use) => use.cents)];
  const left = [ownCents, ...uses.map(leftIn)];
  if (time === null) return { uses, parts: left.map(() => 0) };
  return { uses, parts: unusedShares({ paid, left, valueCents: cents }, time, now) };
}

const sumOf = (cents: readonly number[]): number => cents.reduce((sum, one) => sum + one, 0);

/** The unused value of an order's time, whichever order's money it is. */
export const unusedOf = async (db: Db, orderId: number, now: Date): Promise<number> =>
  sumOf((await unusedParts(db, orderId, now)).parts);

/** Converts the value of a period given up into credit of its profile. `byOrderId`: the plan change that caused it. */
export async function moveToCredit(
  tx: Tx,
  {
    time,
    profileId,
    cents,
    byOrderId,
    now,
  }: { time: TimeRow; profileId: number; cents: number; byOrderId: number; now: Date },
): Promise<void> {
  const { orderId } = time;
  if (orderId === null || cents === 0) return;
  const { uses, parts } = await unusedParts(tx, orderId, now);
  // A price shown before midnight credits one more day.
  const shown = sumOf(parts) < cents ? await unusedParts(tx, orderId, new Date(now.getTime() - DAY_MS)) : { parts };
  const [own = 0, ...moved] = splitCents(cents, shown.parts);
  const lot = { profileId, fromOrderId: orderId, createdAt: now };
  if (own > 0) await insertLot(tx, { ...lot, sourceOrderId: orderId, cents: own, leftCents: own });
  for (const [n, use] of uses.entries()) {
    const share = moved[n] ?? 0;
    if (share === 0) continue;
    await takeOfUse(tx, use, share);
    await insertLot(tx, { ...lot, sourceOrderId: use.sourceOrderId, cents: share, leftCents: share });
  }
  const today = dayHkOf(now);
  const { order } = await orderStory(tx, orderId);
  const [line] = order.lines;
  if (!line) throw new Error(`order ${orderId} has no lines`);
  const key = { orderId, lineNo: line.lineNo, today };
  const unearned = await stopDeferral(tx, { ...key, cents });
  await endDeferral(tx, { ...key, kind: line.kind });
  const transfer = { credit: CREDIT, kind: 'credit', orderId, dayHk: today };
  await post(tx, [
    { ...transfer, debit: `deferred:${line.kind}`, cents: unearned, uniqueKey: `credit:${byOrderId}:from:${orderId}` },
    {
      ...transfer,
      debit: `refunds:${line.kind}`,
      cents: cents - unearned,
      uniqueKey: `credit:${byOrderId}:earned:${orderId}`,
    },
  ]);
}

/**
 * Pays for an order with credit, oldest first; returns the remaining credit. Throws `conflict` if it is insufficient.
 */
export async function spendCredit(
  tx: Tx,
  { profileId, orderId, cents }: { profileId: number; orderId: number; cents: number },
): Promise<number> {
  let missing = cents;
  for (const { id, leftCents } of await lockLotsOfProfile(tx, profileId)) {
    const used = Math.min(missing, leftCents);
    if (used === 0) break;
    await setLeft(tx, id, leftCents - used);
    await insertUse(tx, { lotId: id, orderId, cents: used });
    missing -= used;
  }
  if (missing > 0) throw new DomainError('conflict', 'the credit has been used in the meantime');
  return sumCredit(tx, profileId);
}

/** An order's credit lots, and the unexpired time they paid for. */
async function findMoved(db: Db, orderId: number, now: Date) {
  const lots = await findLotsOfOrder(db, orderId);
  const running: { use: UseRow; unused: number }[] = [];
  for (const use of await findUsesOf(
    db,
    lots.map(({ id }) => id),
  )) {
    const { uses, parts } = await unusedParts(db, use.orderId, now);
    const unused = parts[1 + uses.findIndex(({ lotId }) => lotId === use.lotId)] ?? 0;
    if (unused > 0) running.push({ use, unused });
  }
  return { lots, running };
}

/**
 * The unused value of an order's money, if value moved from or to it; otherwise null. Where value moved away, no
 * more than this can be reversed.
 */
export async function unusedValue(
  db: Db,
  orderId: number,
  now: Date,
): Promise<{ cents: number; limit?: { cents: number; why: 'value-used' } } | null> {
  const { lots, running } = await findMoved(db, orderId, now);
  const {
    uses,
    parts: [own = 0],
  } = await unusedParts(db, orderId, now);
  if (lots.length === 0 && uses.length === 0) return null;
  const left = lots.reduce((sum, { leftCents }) => sum + leftCents, 0);
  const cents = own + left + running.reduce((sum, { unused }) => sum + unused, 0);
  return { cents, ...(lots.length > 0 && { limit: { cents, why: 'value-used' } }) };
}

async function takeOfLots(tx: Tx, lots: readonly LotRow[], cents: number): Promise<number> {
  let missing = cents;
  for (const { id, leftCents, profileId } of lots) {
    const taken = Math.min(missing, leftCents);
    if (taken === 0) continue;
    await setLeft(tx, id, leftCents - taken);
    await sumCredit(tx, profileId);
    missing -= taken;
  }
  return cents - missing;
}

/** Reverses value that moved from an order: first remaining credit, then the newest time it paid for. */
export async function takeMoved(
  tx: Tx,
  orderId: number,
  { cents, now }: { cents: number; now: Date },
): Promise<MovedValue & { isMoved: boolean; shortCents: number }> {
  const { lots, running } = await findMoved(tx, orderId, now);
  const creditCents = await takeOfLots(tx, lots, cents);
  let missing = cents - creditCents;
  const fromOrders: MovedValue['fromOrders'] = [];
  for (const { use, unused } of running) {
    const time = await findTimeOfOrder(tx, use.orderId);
    const taken = Math.min(missing, unused);
    if (time === null || taken === 0) continue;
    const { cents: value } = await valueOfOrder(tx, use.orderId);
    await takeTimeBack(tx, { orderId: use.orderId, days: daysOfCents(wholeDays(time), value, taken), now });
    await takeOfUse(tx, use, taken);
    const { order } = await orderStory(tx, use.orderId);
    fromOrders.push({ orderId: use.orderId, line: order.lines[0]!, cents: taken });
    missing -= taken;
  }
  return { creditCents, fromOrders, isMoved: lots.length > 0, shortCents: missing };
}

/** The part of an order's time paid with credit, for the books. */
export const creditIn = async (db: Db, orderId: number): Promise<number> =>
  (await findUsesIn(db, orderId)).reduce((sum, { cents }) => sum + cents, 0);
