import type { Tx } from '#db/database.ts';
import type { MovedValue, Order, OrderLine } from '#domain/payments/payments.ts';
import { DomainError } from '#shared/domain-error.ts';
import { dayHkOf } from '#shared/hk-time.ts';
import { lineTotalCents } from '#shared/money.ts';
import { creditIn, takeMoved, unusedValue, valueOfOrder } from './credit.ts';
import { daysOfCents, lastDayOf, wholeDays } from './plan-times.rules.ts';
import { takeTimeBack } from './plan-times.ts';
import { findLastTime, findTimeOfOrder, type TimeRow } from './plan-times.store.ts';
import { findLastProfile, stopLiveProfiles, updateProfile } from './profiles.store.ts';

// Shared by plan fulfilments: an order grants one period, and refunds of its price are deducted from it.

/** The order's buyer. Throws if erased: there is nobody to grant to. */
export function buyerOf({ memberId }: Order): number {
  if (memberId === null) throw new DomainError('userNotFound', 'the account of the buyer was erased');
  return memberId;
}

/** Whether the whole price of a line is refunded. */
export const isWhole = (line: OrderLine, cents: number): boolean => cents >= lineTotalCents(line);

/** Stops further charges after a refund or chargeback. */
async function stopCharges(tx: Tx, { memberId }: Order, now: Date): Promise<void> {
  if (memberId !== null) await stopLiveProfiles(tx, memberId, now);
}

/**
 * Days that `cents` of a line paid for. For a number of days, in proportion to the purchase; for months, in proportion
 * to the remaining time and value.
 */
async function daysBack(
  tx: Tx,
  { id }: Order,
  line: OrderLine,
  { time, cents }: { time: TimeRow; cents: number },
): Promise<number> {
  const { days, periodMonths } = line.payload;
  if (typeof days === 'number' && periodMonths === null)
    return daysOfCents(days * line.quantity, lineTotalCents(line), cents);
  const { cents: kept } = await valueOfOrder(tx, id);
  return daysOfCents(wholeDays(time), kept + cents, cents);
}

/** A member's remaining time: none, the rest of today, or whole days. The rest of a day is never reversed. */
async function timeLeft(tx: Tx, { memberId }: Order, now: Date): Promise<0 | 1 | 2> {
  const last = memberId === null ? null : await findLastTime(tx, memberId);
  if (last === null || last.endsAt <= now) return 0;
  return wholeDays({ startsAt: now, endsAt: last.endsAt }) > 0 ? 2 : 1;
}

/**
 * Reverses a refunded period: first credit it became, then time of later orders paid with that credit, then the period
 * itself. Time paid by other orders remains. Stops charges if a renewing plan is fully refunded or loses all but the rest
 * of today, for which the card would be charged again at once, and if the member has no time left.
 */
export async function takeBack(
  tx: Tx,
  order: Order,
  line: OrderLine,
  { cents, now }: { cents: number; now: Date },
): Promise<MovedValue | void> {
  const before = await timeLeft(tx, order, now);
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
  const after = await timeLeft(tx, order, now);
  if ((isAll && isOfSeries) || (after < before && after <= (isOfSeries ? 1 : 0))) await stopCharges(tx, order, now);
  if (moved.isMoved) return moved;
}

/** After a chargeback: stops charges; only staff can resume them. */
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

/** The unused money of an order, if value moved from or to it. */
export const unusedOfTime = (tx: Tx, { id }: Order, now: Date): ReturnType<typeof unusedValue> =>
  unusedValue(tx, id, now);

/** A period as mails describe it. */
export const timeWords = (planName: string, { startsAt, endsAt }: TimeRow) => ({
  planName,
  first: dayHkOf(startsAt),
  last: lastDayOf(endsAt),
});
