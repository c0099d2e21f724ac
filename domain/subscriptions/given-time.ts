import type { Tx } from '#db/database.ts';
import type { Order, OrderLine } from '#domain/payments/payments.ts';
import { DomainError } from '#shared/domain-error.ts';
import { dayHkOf } from '#shared/hk-time.ts';
import { daysOfCents, lastDayOf, wholeDays } from './plan-times.rules.ts';
import { takeTimeBack } from './plan-times.ts';
import { findLastTime, findTimeOfOrder, type TimeRow } from './plan-times.store.ts';
import { stopLiveProfiles } from './profiles.store.ts';

// What fulfilments of plans share: an order gave one time, and what goes back of its price goes back of that.

/** Whose an order is. Throws where they were erased: there is nobody to give it to. */
export function buyerOf({ memberId }: Order): number {
  if (memberId === null) throw new DomainError('userNotFound', 'the buyer was erased');
  return memberId;
}

export const paidOf = ({ quantity, unitCents, discountCents }: OrderLine): number =>
  quantity * unitCents - discountCents;

/** Whether all that was paid for a line goes back. */
export const isWhole = (line: OrderLine, cents: number): boolean => cents >= paidOf(line);

/** Nothing more is charged to who got their money back, or had their bank take it. */
export async function stopCharges(tx: Tx, { memberId }: Order, now: Date): Promise<void> {
  if (memberId !== null) await stopLiveProfiles(tx, memberId, now);
}

/** Days that a line paid for, also where some of them went back already. */
function boughtDays({ payload, quantity }: OrderLine, time: TimeRow): number {
  const { days, periodMonths } = payload;
  return typeof days === 'number' && periodMonths === null ? days * quantity : wholeDays(time);
}

async function hasTimeLeft(tx: Tx, { memberId }: Order, now: Date): Promise<boolean> {
  const last = memberId === null ? null : await findLastTime(tx, memberId);
  return last !== null && last.endsAt > now;
}

/** Takes back of the time what its price went back for. Who gets all of it back, or has nothing left, is charged no more. */
export async function takeBack(
  tx: Tx,
  order: Order,
  line: OrderLine,
  { cents, now }: { cents: number; now: Date },
): Promise<void> {
  const time = await findTimeOfOrder(tx, order.id);
  const isRunning = time !== null && time.endsAt > now;
  const isAll = isWhole(line, cents);
  if (time !== null)
    await takeTimeBack(tx, {
      orderId: order.id,
      days: isAll ? 'all' : daysOfCents(boughtDays(line, time), paidOf(line), cents),
      now,
    });
  const isOfSeries = order.isAutopay || order.kind === 'renewal' || order.kind === 'plan_change';
  if ((isAll && isOfSeries) || (isRunning && !(await hasTimeLeft(tx, order, now)))) await stopCharges(tx, order, now);
}

export async function earnedOverTime(tx: Tx, order: Order): Promise<{ fromDay: string; days: number } | null> {
  const time = await findTimeOfOrder(tx, order.id);
  return time === null ? null : { fromDay: dayHkOf(time.startsAt), days: Math.max(1, wholeDays(time)) };
}

/** A time, as a mail says it. */
export const timeWords = (planName: string, { startsAt, endsAt }: TimeRow) => ({
  planName,
  first: dayHkOf(startsAt),
  last: lastDayOf(endsAt),
});
