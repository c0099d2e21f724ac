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

// Every change here runs under the lock of the member's billing account: no two lay times of one member at once. The
// database refuses times that overlap, whoever lays them.

export {
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
  /** What renews it, where it is a period of that. */
  profileId?: number;
  /** Of months: `anchorDay` null where a series begins. */
  length: { days: number } | { months: number; anchorDay: number | null };
  /** The old end, of a period that is paid within its grace. */
  from?: Date | undefined;
  now: Date;
}

/** What was bought is heard in place of grace: what of that is left goes; all of it where it is paid for after all. */
async function endGrace(tx: Tx, times: readonly TimeRow[], at: Date): Promise<void> {
  for (const { id, source, startsAt, endsAt } of times) {
    if (source !== 'grace' || endsAt <= at) continue;
    if (startsAt >= at) await deleteTime(tx, id);
    else await updateTime(tx, id, { endsAt: at });
  }
}

/** A renewal is charged on the last day of all that its member has; where that is none of its series, it has a new anchor. */
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
      // A schedule of PayDollar charges by its own calendar.
      renewOn: profile.gateway === 'mpgs' ? renewOn : null,
      anchorDay: anchorFor(renewOn, profile.anchorDay),
      state: 'active',
      tries: 0,
      graceUntil: null,
    },
    now,
  );
}

/** Gives a member time of a plan, at once or behind what they have. What an order gave already is given once. */
export async function addTime(tx: Tx, time: NewTime): Promise<TimeRow> {
  const { memberId, source, orderId, now } = time;
  const before = orderId === undefined || source === 'credit' ? null : await findTimeOfOrder(tx, orderId);
  if (before !== null) return before;
  const row = await layTime(tx, time);
  await realignRenewal(tx, memberId, now);
  return row;
}

/** As a part of `addTime`, for what renews: the caller knows that its order gave nothing yet, and says itself when it is charged next. */
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

/** Sound that goes on while a charge is tried again: behind all that was paid, up to an instant. */
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
  // From the first: each moves to where the one before it is no more.
  for (const { id, startsAt, endsAt } of movedUp(await findLiveTimes(tx, memberId, now), now))
    await updateTime(tx, id, { startsAt, endsAt });
  await realignRenewal(tx, memberId, now);
  await memberChanged(tx, memberId);
}

/** Ends a time at `now`; one that has not begun goes. What waits behind it moves up. */
export async function cutTime(tx: Tx, time: TimeRow, now: Date): Promise<void> {
  if (time.endsAt <= now) return;
  if (time.startsAt >= now) await deleteTime(tx, time.id);
  else await updateTime(tx, time.id, { endsAt: now });
  await closeGaps(tx, time.memberId, now);
}

/** Takes days off the end of what an order gave; all that is left of it where no number is said. */
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

/** Says of a time what renews it. */
export const setRenewedBy = (tx: Tx, timeId: number, profileId: number): Promise<void> =>
  updateTime(tx, timeId, { profileId });

/** Whether a member never had a plan, had one, or has one now. `known`: their times that are not over, where they were read. */
export async function standingOf(db: Db, memberId: number, now: Date, known?: readonly TimeRow[]): Promise<Standing> {
  const live = known ?? (await findLiveTimes(db, memberId, now));
  if (live.some(({ source }) => source !== 'grace')) return 'current';
  const last = await findLastTime(db, memberId);
  if (last === null) return 'new';
  return live.length > 0 ? 'current' : 'former';
}
