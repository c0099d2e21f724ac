import type { Db, Tx } from '#db/database.ts';
import { keptCents, orderStory, type MovedValue } from '#domain/payments/payments.ts';
import { endDeferral, post, stopDeferral } from '#domain/ledger/ledger.ts';
import { CREDIT } from '#domain/ledger/ledger.rules.ts';
import { DomainError } from '#shared/domain-error.ts';
import { dayHkOf } from '#shared/hk-time.ts';
import { splitCents } from './credit.rules.ts';
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
import { daysOfCents, unusedCents, wholeDays } from './plan-times.rules.ts';
import { takeTimeBack } from './plan-times.ts';
import { findTimeOfOrder, type TimeRow } from './plan-times.store.ts';

// Value that moves from one order to another stays the money of the order that was paid with it. Time that is given up for
// another plan becomes lots of credit, each of the order whose money it is; an order that is paid with credit uses lots. So a
// refund finds its value: in the credit that is left, then in the time of later orders, then in the order's own time. All of it
// runs under the lock of the member's billing account.

const leftIn = ({ cents, takenCents }: UseRow): number => cents - takenCents;

/** What an order's time was paid with and is still here: its own money, and the credit that it used. */
export async function valueOfOrder(
  db: Db,
  orderId: number,
): Promise<{ ownCents: number; uses: UseRow[]; cents: number }> {
  const ownCents = await keptCents(db, orderId);
  const uses = await findUsesIn(db, orderId);
  return { ownCents, uses, cents: uses.reduce((sum, use) => sum + leftIn(use), ownCents) };
}

/** Turns value of a time that is given up into credit of its profile. `byOrderId`: the change that it is given up for. */
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
  const { ownCents, uses } = await valueOfOrder(tx, orderId);
  const [own = 0, ...moved] = splitCents(cents, [ownCents, ...uses.map(leftIn)]);
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
  if (!line) throw new Error(`order ${orderId} has no line`);
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

/** Pays for an order with credit, the oldest first; answers what is left. `conflict` where that is too little. */
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
  if (missing > 0) throw new DomainError('conflict', 'its credit was used meanwhile');
  return sumCredit(tx, profileId);
}

/** Lots of an order's money, and what they paid for that is not over. */
async function findMoved(db: Db, orderId: number, now: Date) {
  const lots = await findLotsOfOrder(db, orderId);
  const running: { use: UseRow; time: TimeRow; unused: number }[] = [];
  for (const use of await findUsesOf(
    db,
    lots.map(({ id }) => id),
  )) {
    const time = await findTimeOfOrder(db, use.orderId);
    const unused = time === null ? 0 : unusedCents(leftIn(use), time, now);
    if (time !== null && unused > 0) running.push({ use, time, unused });
  }
  return { lots, running };
}

/**
 * What of an order's money is not used, where value moved from it or to it; null where none did. `isLimit`: value moved from it,
 * and no more than this can be taken back.
 */
export async function unusedValue(
  db: Db,
  orderId: number,
  now: Date,
): Promise<{ cents: number; isLimit: boolean } | null> {
  const { lots, running } = await findMoved(db, orderId, now);
  const { ownCents, uses } = await valueOfOrder(db, orderId);
  if (lots.length === 0 && uses.length === 0) return null;
  const time = await findTimeOfOrder(db, orderId);
  const own = time === null ? 0 : unusedCents(ownCents, time, now);
  const left = lots.reduce((sum, { leftCents }) => sum + leftCents, 0);
  return { cents: own + left + running.reduce((sum, { unused }) => sum + unused, 0), isLimit: lots.length > 0 };
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

/** Takes back value that moved from an order: of the credit that is left, then of the newest time that it paid for. */
export async function takeMoved(
  tx: Tx,
  orderId: number,
  { cents, now }: { cents: number; now: Date },
): Promise<MovedValue & { isMoved: boolean; shortCents: number }> {
  const { lots, running } = await findMoved(tx, orderId, now);
  const creditCents = await takeOfLots(tx, lots, cents);
  let missing = cents - creditCents;
  const fromOrders: MovedValue['fromOrders'] = [];
  for (const { use } of running) {
    // Another share of the same time may have been taken just now.
    const time = await findTimeOfOrder(tx, use.orderId);
    if (time === null) continue;
    const taken = Math.min(missing, unusedCents(leftIn(use), time, now));
    if (taken === 0) continue;
    const { cents: value } = await valueOfOrder(tx, use.orderId);
    await takeTimeBack(tx, { orderId: use.orderId, days: daysOfCents(wholeDays(time), value, taken), now });
    await takeOfUse(tx, use, taken);
    const { order } = await orderStory(tx, use.orderId);
    fromOrders.push({ orderId: use.orderId, line: order.lines[0]!, cents: taken });
    missing -= taken;
  }
  return { creditCents, fromOrders, isMoved: lots.length > 0, shortCents: missing };
}

/** What of an order's time is paid with credit, for the books. */
export const creditIn = async (db: Db, orderId: number): Promise<number> =>
  (await findUsesIn(db, orderId)).reduce((sum, { cents }) => sum + cents, 0);
