import type { Db } from '#db/database.ts';
import { listWork, openWork, workDone } from '#domain/payments/payments.ts';
import type { DayHk } from '#shared/hk-time.ts';
import { comparePapers, findOrdersMovedOn, type Compared } from './receipts-check.store.ts';

const WORK = 'receipt_difference';
const MAX_OPEN = 1_000;
/** Orders compared per query. */
const AT_ONCE = 5_000;

const subjectOf = ({ orderId, refundId }: Pick<Compared, 'orderId' | 'refundId'>) =>
  refundId === null ? `order:${orderId}` : `order:${orderId}:refund:${refundId}`;

export interface CheckedDay {
  orders: number;
  receiptCents: number;
  refundNoteCents: number;
  differences: Compared[];
}

/**
 * Compares the documents of all orders with movements on a day to the books, order by order, because two errors could
 * cancel out in a total. Each difference opens a work item, which a later check closes once they agree. Checks the
 * current state, so any day can be rechecked.
 */
export async function checkReceipts({ db, now }: { db: Db; now: Date }, dayHk: DayHk): Promise<CheckedDay> {
  const day: CheckedDay = { orders: 0, receiptCents: 0, refundNoteCents: 0, differences: [] };
  await db.transaction(
    async (tx) => {
      const open = (await listWork(tx, MAX_OPEN)).filter(({ kind }) => kind === WORK);
      const moved = await findOrdersMovedOn(tx, dayHk);
      day.orders = moved.length;
      const asked = [...new Set([...moved, ...open.flatMap(({ orderId }) => orderId ?? [])])];
      const compared: Compared[] = [];
      for (let at = 0; at < asked.length; at += AT_ONCE)
        compared.push(...(await comparePapers(tx, asked.slice(at, at + AT_ONCE))));
      const ofDay = new Set(moved);
      for (const { orderId, refundId, paperCents } of compared)
        if (ofDay.has(orderId)) day[refundId === null ? 'receiptCents' : 'refundNoteCents'] += paperCents;
      day.differences = compared.filter(({ paperCents, bookCents }) => paperCents !== bookCents);
      const differing = new Set(day.differences.map(subjectOf));
      for (const { subject } of open)
        if (!differing.has(subject)) await workDone(tx, WORK, subject, 'papers and books agree', now);
      for (const one of day.differences) {
        const { orderId, paperCents, bookCents } = one;
        await openWork(tx, { kind: WORK, subject: subjectOf(one), orderId, detail: { paperCents, bookCents }, now });
      }
    },
    // One snapshot: a concurrent payment is in both documents and books, or in neither.
    { isolationLevel: 'repeatable read' },
  );
  return day;
}
