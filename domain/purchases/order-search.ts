import type { Db } from '#db/database.ts';
import { CARD_CHECK, UNAPPLIED } from '#domain/ledger/ledger.rules.ts';
import { movements } from '#domain/ledger/ledger.ts';
import { findOrderNumbered, listStaffOrders, type OrderFilter, type StaffOrder } from '#domain/payments/payments.ts';
import { orderOfReceipt } from '#domain/receipts/receipts.ts';
import type { DayHk } from '#shared/hk-time.ts';
import { isPossibleId } from '#shared/ids.ts';

export interface OrderSearch extends Omit<OrderFilter, 'id'> {
  /** An order's, payment's, refund's or document's. */
  number?: string | undefined;
}

/**
 * Few, so that a page is garbage before a collection of young memory would keep it; not fewer, as each query leaves some
 * kilobytes to the collection of old memory.
 */
const EXPORTED_AT_ONCE = 250;

/** Null if no order has the number. */
async function orderNumbered(db: Db, number: string): Promise<number | null> {
  const named = number.toUpperCase();
  if (/^\d{1,10}$/.test(named)) return isPossibleId(Number(named)) ? Number(named) : null;
  return (await orderOfReceipt(db, named)) ?? (await findOrderNumbered(db, named));
}

/** Orders for staff, newest first; none if no order has the number. */
export async function searchOrders(db: Db, { number, ...filter }: OrderSearch, limit: number): Promise<StaffOrder[]> {
  if (number === undefined || number === '') return listStaffOrders(db, filter, limit);
  const id = await orderNumbered(db, number);
  return id === null ? [] : listStaffOrders(db, { ...filter, id }, limit);
}

/** The same, all of them, a page at a time. */
export async function* orderPages(db: Db, search: OrderSearch): AsyncGenerator<StaffOrder[]> {
  for (let beforeId: number | undefined; ;) {
    const orders = await searchOrders(db, { ...search, beforeId }, EXPORTED_AT_ONCE);
    yield orders;
    if (orders.length < EXPORTED_AT_ONCE) return;
    beforeId = orders.at(-1)?.id;
  }
}

const isHeld = (account: string): boolean => /^(clearing|receivable):/.test(account);
const isPayers = (account: string): boolean => account === UNAPPLIED || account === CARD_CHECK;

/** Money received from payers and refunded to them on a day, by the books. */
export async function moneyOfDay(db: Db, day: DayHk) {
  const total = { day, receivedCents: 0, received: 0, refundedCents: 0, refunds: 0 };
  for (const { debit, credit, transfers, cents } of await movements(db, { from: day, to: day })) {
    if (isHeld(debit) && isPayers(credit)) {
      total.receivedCents += cents;
      total.received += transfers;
    }
    if (isPayers(debit) && isHeld(credit)) {
      total.refundedCents += cents;
      total.refunds += transfers;
    }
  }
  return total;
}
