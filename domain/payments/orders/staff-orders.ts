import type { Db } from '#db/database.ts';
import { isAttemptNumber, mayTakeMoney } from '#domain/payments/payments.rules.ts';
import { findAttempts } from '#domain/payments/payments.store.ts';
import { findOrderOfAttempt, findOrderOfRefund, findStaffOrders, type OrderFilter } from './staff-orders.store.ts';

export type { OrderFilter } from './staff-orders.store.ts';
export type StaffOrder = Awaited<ReturnType<typeof findStaffOrders>>[number];

const MAX_LISTED = 500;

/** Orders for staff, newest first. */
export const listStaffOrders = (db: Db, filter: OrderFilter, limit: number): Promise<StaffOrder[]> =>
  findStaffOrders(db, filter, Math.min(limit, MAX_LISTED));

/** Whether a payer can still pay by an attempt of an order. */
export const mayBePaid = async (db: Db, orderId: number, now: Date): Promise<boolean> =>
  (await findAttempts(db, orderId)).some((attempt) => attempt.state !== 'failed' && mayTakeMoney(attempt, now));

/** The order of our number of a payment attempt or a refund; null if there is none. */
export async function findOrderNumbered(db: Db, number: string): Promise<number | null> {
  if (/^RF\d{14}$/.test(number)) return findOrderOfRefund(db, number);
  return isAttemptNumber(number) ? findOrderOfAttempt(db, number) : null;
}
