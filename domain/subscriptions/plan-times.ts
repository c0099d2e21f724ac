import type { Db, Tx } from '#db/database.ts';
import { memberChanged } from '#domain/auth/auth.ts';
import type { Standing } from '#domain/promotions/promotions.rules.ts';
import {
  anchorFor,
  anchorOf,
  endOfDays,
  endOfPeriod,
  lastDayOf,
  movedUp,
  startBehind,
  wholeDays,
} from './plan-times.rules.ts';
import {
  deleteTime,
  findLastTime,
  findLiveTimes,
  findTimeOfOrder,
  insertTime,
  updateTime,
  type TimeRow,
} from './plan-times.store.ts';
import { findLiveProfile, updateProfile } from './profiles.store.ts';

// All changes run under the lock of the member's billing account, so that periods of one member never change
// concurrently. A database constraint also rejects overlaps.

export {
  countMembersWithPlan,
  findLastTime,
  findLiveTimes,
  findMembersWithPlan,
  findTimeOfOrder,
  findTimesOfOrders,
  type TimeRow,
} from './plan-times.store.ts';

export interface NewTime {
  memberId: number;
  planId: number;
  source: Exclude<TimeRow['source'], 'grace'>;
  orderId?: number;
  /** The profile that renews it, for a renewing period. */
  profileId?: number;
  /** For months: `anchorDay` is null if a series starts. */
  length: { days: number } | { months: number; anchorDay: number | null };
  /** The old end, for a period paid within its grace. */
  from?: Date | undefined;
  now: Date;
}

/** A purchase replaces the remaining grace; all of it if its period is paid after all. */
async function endGrace(tx: Tx, times: readonly TimeRow[], at: Date): Promise<void> {
  for (const { id, source, startsAt, endsAt } of times) {
    if (source !== 'grace' || endsAt <= at) continue;
    if (startsAt >= at) await deleteTime(tx, id);
    else await updateTime(tx, id, { endsAt: at });
  }
}

/**
 * A renewal is charged on the last day of a member's time; if that day is not in its series, the series gets a new
 * anchor.
 */
async function realignRenewal(tx: Tx, memberId: number, now: Date): Promise<void> {
  const profile = await findLiveProfile(tx, memberId);
  if (profile === null || profile.state === 'stopping') return;
  const last = await findLastTime(tx, memberId);
  if (last === null || last.endsAt <= now) return;
  const renewOn = lastDayOf(last.endsAt);
  await updateProfile(
    tx,
    profile.id,
    {
      // PayDollar schedules charge on their own dates.
      renewOn: profile.gateway === 'mpgs' ? renewOn : null,
      anchorDay: anchorFor(renewOn, profile.anchorDay),
      state: 'active',
      tries: 0,
      graceUntil: null,
    },
    now,
  );
}

/** Grants a member a plan period, now or after existing ones. Idempotent per order. */
export async function addTime(tx: Tx, time: NewTime): Promise<TimeRow> {
  const { memberId, source, orderId, now } = time;
  const before = orderId === undefined || source === 'credit' ? null : await findTimeOfOrder(tx, orderId);
  if (before !== null) return before;
  const row = await layTime(tx, time);
  await realignRenewal(tx, memberId, now);
  return row;
}

/**
 * Part of `addTime`, for renewals: the caller has checked that the order granted nothing yet, and sets the next charge
 * itself.
 */
export async function layTime(tx: Tx, time: NewTime): Promise<TimeRow> {
  const { memberId, planId, source, orderId, profileId, length, from, now } = time;
  const times = await findLiveTimes(tx, memberId, from ?? now);
  await endGrace(tx, times, from ?? now);
  const startsAt = startBehind(times, from ?? now);
  const endsAt =
    'days' in length
      ? endOfDays(startsAt, length.days)
      : endOfPeriod(startsAt, length.months, length.anchorDay ?? anchorOf(startsAt));
  const row = await insertTime(tx, {
    memberId,
    planId,
    source,
    orderId: orderId ?? null,
    profileId: profileId ?? null,
    startsAt,
    endsAt,
    createdAt: now,
  });
  await memberChanged(tx, memberId);
  return row;
}

/** Access while a failed charge is retried: follows all paid time, up to an instant. */
export async function addGrace(
  tx: Tx,
  {
    memberId,
    planId,
    profileId,
    until,
    now,
  }: Pick<NewTime, 'memberId' | 'planId' | 'now'> & {
    profileId: number;
    until: Date;
  },
): Promise<void> {
  const times = await findLiveTimes(tx, memberId, now);
  if (times.some(({ source }) => source === 'grace')) return;
  const startsAt = startBehind(times, now);
  if (until <= startsAt) return;
  await insertTime(tx, {
    memberId,
    planId,
    source: 'grace',
    profileId,
    startsAt,
    endsAt: until,
    createdAt: now,
  });
  await memberChanged(tx, memberId);
}

async function closeGaps(tx: Tx, memberId: number, now: Date): Promise<void> {
  // First to last: each moves to where its predecessor no longer is.
  for (const { id, startsAt, endsAt } of movedUp(await findLiveTimes(tx, memberId, now), now))
    await updateTime(tx, id, { startsAt, endsAt });
  await realignRenewal(tx, memberId, now);
  await memberChanged(tx, memberId);
}

/** Ends a period at `now`, or deletes it if it has not started. Later periods move up. */
export async function cutTime(tx: Tx, time: TimeRow, now: Date): Promise<void> {
  if (time.endsAt <= now) return;
  if (time.startsAt >= now) await deleteTime(tx, time.id);
  else await updateTime(tx, time.id, { endsAt: now });
  await closeGaps(tx, time.memberId, now);
}

/** Takes days off the end of what an order granted; by default all that is left. */
export async function takeTimeBack(
  tx: Tx,
  { orderId, days, now }: { orderId: number; days: number | 'all'; now: Date },
): Promise<void> {
  const time = await findTimeOfOrder(tx, orderId);
  if (time === null || time.endsAt <= now) return;
  const kept = days === 'all' ? 0 : wholeDays(time) - days;
  const endsAt = kept > 0 ? endOfDays(time.startsAt, kept) : now;
  if (endsAt <= now || endsAt <= time.startsAt) return cutTime(tx, time, now);
  await updateTime(tx, time.id, { endsAt });
  await closeGaps(tx, time.memberId, now);
}

/** Links a period to the profile that renews it. */
export const setRenewedBy = (tx: Tx, timeId: number, profileId: number): Promise<void> =>
  updateTime(tx, timeId, { profileId });

/** Whether a member never had a plan, had one, or has one. `known`: their unexpired periods, if already read. */
export async function standingOf(db: Db, memberId: number, now: Date, known?: readonly TimeRow[]): Promise<Standing> {
  const live = known ?? (await findLiveTimes(db, memberId, now));
  if (live.some(({ source }) => source !== 'grace')) return 'current';
  const last = await findLastTime(db, memberId);
  if (last === null) return 'new';
  return live.length > 0 ? 'current' : 'former';
}
