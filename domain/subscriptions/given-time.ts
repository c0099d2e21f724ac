import type { Tx } from '#db/database.ts';
import type { MovedValue, Order, OrderLine } from '#domain/payments/payments.ts';
import { DomainError } from '#shared/domain-error.ts';
import { dayHkOf } from '#shared/hk-time.ts';
import { creditIn, takeMoved, unusedValue, valueOfOrder } from './credit.ts';
import { daysOfCents, lastDayOf, wholeDays } from './plan-times.rules.ts';
import { takeTimeBack } from './plan-times.ts';
import { findLastTime, findTimeOfOrder, type TimeRow } from './plan-times.store.ts';
import { findLastProfile, stopLiveProfiles, updateProfile } from './profiles.store.ts';

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
async function stopCharges(tx: Tx, { memberId }: Order, now: Date): Promise<void> {
  if (memberId !== null) await stopLiveProfiles(tx, memberId, now);
}

/**
 * Days that `cents` of a line paid for. Of a number of days by what was bought; of months by what is left of them, which is what
 * is left of their value.
 */
async function daysBack(
  tx: Tx,
  { id }: Order,
  line: OrderLine,
  { time, cents }: { time: TimeRow; cents: number },
): Promise<number> {
  const { days, periodMonths } = line.payload;
  if (typeof days === 'number' && periodMonths === null) return daysOfCents(days * line.quantity, paidOf(line), cents);
  const { cents: kept } = await valueOfOrder(tx, id);
  return daysOfCents(wholeDays(time), kept + cents, cents);
}

async function hasTimeLeft(tx: Tx, { memberId }: Order, now: Date): Promise<boolean> {
  const last = memberId === null ? null : await findLastTime(tx, memberId);
  return last !== null && last.endsAt > now;
}

/**
 * Takes back what the price of a time went back for: credit that it became, time of later orders that the credit paid for, then of
 * the time itself. What other orders paid of it stays. A member who gets all of it back, or has nothing left, is charged no more.
 */
export async function takeBack(
  tx: Tx,
  order: Order,
  line: OrderLine,
  { cents, now }: { cents: number; now: Date },
): Promise<MovedValue | void> {
  const hadTime = await hasTimeLeft(tx, order, now);
  const moved = await takeMoved(tx, order.id, { cents, now });
  const isAll = isWhole(line, cents);
  const time = await findTimeOfOrder(tx, order.id);
  if (time !== null && !moved.isMoved)
    await takeTimeBack(tx, {
      orderId: order.id,
      days: isAll && (await creditIn(tx, order.id)) === 0 ? 'all' : await daysBack(tx, order, line, { time, cents }),
      now,
    });
  const isOfSeries = order.isAutopay || order.kind === 'renewal' || order.kind === 'plan_change';
  if ((isAll && isOfSeries) || (hadTime && !(await hasTimeLeft(tx, order, now)))) await stopCharges(tx, order, now);
  if (moved.isMoved) return moved;
}

/** A bank took back what paid for it: nothing more is charged, and staff alone resume it. */
export async function blockCharges(tx: Tx, order: Order, now: Date): Promise<void> {
  await stopCharges(tx, order, now);
  const profile = order.memberId === null ? null : await findLastProfile(tx, order.memberId);
  if (profile) await updateProfile(tx, profile.id, { chargedBackAt: now }, now);
}

export async function earnedOverTime(
  tx: Tx,
  order: Order,
): Promise<{ fromDay: string; days: number; creditCents: number } | null> {
  const time = await findTimeOfOrder(tx, order.id);
  if (time === null) return null;
  const creditCents = await creditIn(tx, order.id);
  return { fromDay: dayHkOf(time.startsAt), days: Math.max(1, wholeDays(time)), creditCents };
}

/** What of the money of an order is not used, where value moved from it or to it. */
export const unusedOfTime = (tx: Tx, { id }: Order, now: Date): ReturnType<typeof unusedValue> =>
  unusedValue(tx, id, now);

/** A time, as a mail says it. */
export const timeWords = (planName: string, { startsAt, endsAt }: TimeRow) => ({
  planName,
  first: dayHkOf(startsAt),
  last: lastDayOf(endsAt),
});
