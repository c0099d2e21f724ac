import type { Db, Tx } from '#db/database.ts';
import { recordAudit, type Hand } from '#domain/audit/audit.ts';
import { lockAccount, openWork, workDone } from '#domain/payments/payments.ts';
import { mailMember } from '#domain/subscriptions/plan-mails.ts';
import { anchorFor, lastDayOf } from '#domain/subscriptions/plan-times.rules.ts';
import { findLastTime } from '#domain/subscriptions/plan-times.ts';
import {
  deleteErasedProfiles,
  findLastProfile,
  findLiveProfile,
  findStopping,
  findTokensLeft,
  lockProfileOf,
  stopLiveProfiles,
  updateProfile,
  type ProfileRow,
} from '#domain/subscriptions/profiles.ts';
import { getPlan, type SubscriptionServices } from '#domain/subscriptions/subscriptions.ts';
import type { MemberActor } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import { countReturned } from './periods.ts';
import { schedulesOf } from './schedules.ts';
import { stoppedMail } from './renewals.mail.ts';
import { profileOfToken } from './stop-links.ts';

const STOPPING_AT_ONCE = 100;
/** A stop not confirmed by the provider after this becomes a work item. */
const STOP_UNCONFIRMED_MS = 24 * 3_600_000;

async function stop(tx: Tx, memberId: number, now: Date): Promise<'stopped' | 'stopping' | null> {
  const [profile] = await stopLiveProfiles(tx, memberId, now);
  if (profile === undefined) return null;
  const plan = await getPlan(tx, profile.planId);
  const last = await findLastTime(tx, memberId);
  await mailMember(tx, memberId, `${profile.id}:${now.getTime()}`, (to) =>
    stoppedMail(to, { planName: plan.name, last: last && last.endsAt > now ? lastDayOf(last.endsAt) : null }),
  );
  return profile.state === 'stopped' ? 'stopped' : 'stopping';
}

/**
 * Stops future payments; the running plan and its grace continue to their ends. A charge in progress is fulfilled and
 * is the last (31001 does not block a stop); a PayDollar schedule is `stopping` until confirmed. Throws 30006 if there
 * is nothing to stop.
 */
export async function stopRecurring(db: Db, memberId: number, now: Date): Promise<'stopped' | 'stopping'> {
  return db.transaction(async (tx) => {
    await lockAccount(tx, memberId);
    const stopped = await stop(tx, memberId, now);
    if (stopped === null) throw new DomainError('noRecurringProfile');
    return stopped;
  });
}

/** As `stopRecurring`, for a leaving member whose account is locked; does nothing if there is nothing to stop. */
export async function stopAllPayments(tx: Tx, memberId: number, now: Date): Promise<void> {
  await stop(tx, memberId, now);
}

/** By a mail's link, with one click and without log-in. Idempotent. */
export async function stopByLink(
  { db, secretKey }: Pick<SubscriptionServices, 'db' | 'secretKey'>,
  token: string,
  now: Date,
): Promise<void> {
  const id = profileOfToken(secretKey, token);
  if (id === null) throw new DomainError('noRecurringProfile');
  await db.transaction(async (tx) => {
    const found = await lockProfileOf(tx, id);
    if (found === null) throw new DomainError('noRecurringProfile');
    if (found.state === 'active' || found.state === 'grace') await stop(tx, found.memberId, now);
  });
}

/** Resumes a stopped renewal while its paid time runs. Throws 30007 for PayDollar, whose schedule is gone. */
export async function resumeRecurring(
  services: SubscriptionServices,
  actor: MemberActor,
  { password }: { password?: unknown },
  now: Date,
): Promise<void> {
  await services.proveOwner(actor, { password }, now);
  await services.db.transaction((tx) => resume(tx, actor.memberId, { now, byStaff: false }));
}

async function resume(tx: Tx, memberId: number, { now, byStaff }: { now: Date; byStaff: boolean }): Promise<void> {
  await lockAccount(tx, memberId);
  const profile = (await findLiveProfile(tx, memberId)) ?? (await findLastProfile(tx, memberId));
  if (profile === null || profile.stopAskedAt === null) throw new DomainError('noRecurringProfile');
  if (profile.gateway === 'paydollar') throw new DomainError('periodFixed');
  if (profile.chargedBackAt !== null && !byStaff)
    throw new DomainError('noRecurringProfile', 'one of its payments was charged back; contact the station');
  const last = await findLastTime(tx, memberId);
  if (last === null || last.endsAt <= now || profile.gatewayToken === null)
    throw new DomainError('noRecurringProfile', 'the paid period has ended');
  const state = profile.state === 'stopped' ? ('active' as const) : profile.state;
  const renewOn = lastDayOf(last.endsAt);
  const anchorDay = anchorFor(renewOn, profile.anchorDay);
  const change = { state, stopAskedAt: null, chargedBackAt: null, renewOn, anchorDay };
  const tries = await countReturned(tx, { ...profile, ...change });
  await updateProfile(tx, profile.id, { ...change, tries }, now);
}

/** As `resumeRecurring`, by staff; also after a chargeback. */
export const resumeByHand = (db: Db, hand: Hand, memberId: number, now: Date): Promise<void> =>
  db.transaction(async (tx) => {
    await resume(tx, memberId, { now, byStaff: true });
    await recordAudit(tx, hand, { action: 'subscriptions.resume', subject: ['member', memberId] }, now);
  });

/** Nothing more is charged for a profile. Runs under its owner's lock. */
async function endStop(tx: Tx, id: number, note: string, now: Date): Promise<void> {
  await updateProfile(tx, id, { state: 'stopped', renewOn: null }, now);
  await workDone(tx, 'unconfirmed_stop', `profile ${id}`, note, now);
}

/** Staff ended the schedule of a member's profile in PayDollar's portal, which nobody but they can know. */
export async function confirmStopByHand(tx: Tx, hand: Hand, memberId: number, now: Date): Promise<void> {
  await lockAccount(tx, memberId);
  const profile = await findLiveProfile(tx, memberId);
  if (profile?.state !== 'stopping') throw new DomainError('noRecurringProfile');
  await endStop(tx, profile.id, 'ended in the portal', now);
  await recordAudit(tx, hand, { action: 'subscriptions.confirm-stop', subject: ['member', memberId] }, now);
}

/** Ends all schedules of a profile at their provider. One that it does not name can only be ended in its portal. */
async function endSchedules(
  services: Pick<SubscriptionServices, 'db' | 'payments'>,
  profile: ProfileRow,
): Promise<'stopped' | 'unknown'> {
  const end = services.payments.gateways.paydollar?.stopSchedule;
  const schedules = await schedulesOf(services, profile);
  if (!end || schedules.length === 0) return 'unknown';
  const said: string[] = [];
  for (const schedule of schedules) said.push(await end(schedule));
  return said.every((one) => one === 'stopped') ? 'stopped' : 'unknown';
}

/** Ends stopped schedules at their provider until it confirms. Unconfirmed ones become work items. */
export async function confirmStops(services: Pick<SubscriptionServices, 'db' | 'payments'>, now: Date) {
  const { db } = services;
  for (const profile of await findStopping(db, STOPPING_AT_ONCE)) {
    const { id, gatewayAgreement, stopAskedAt } = profile;
    const said = await endSchedules(services, profile).catch(() => 'unknown' as const);
    await db.transaction(async (tx) => {
      // Staff may have recorded its end while the provider was asked.
      if ((await lockProfileOf(tx, id))?.state !== 'stopping') return;
      if (said === 'stopped') return endStop(tx, id, 'its provider confirmed it', now);
      // Moves it behind those that have waited longer.
      await updateProfile(tx, id, {}, now);
      if (stopAskedAt !== null && now.getTime() - stopAskedAt.getTime() > STOP_UNCONFIRMED_MS)
        await openWork(tx, {
          kind: 'unconfirmed_stop',
          subject: `profile ${id}`,
          detail: { gatewayAgreement, memberId: profile.memberId },
          now,
        });
    });
  }
}

/**
 * Deletes cards that are no longer charged, first at their provider, then here; for erased members, all of the profile.
 */
export async function forgetCards({ db, payments }: Pick<SubscriptionServices, 'db' | 'payments'>, now: Date) {
  const forget = payments.gateways.mpgs?.deleteToken ?? null;
  for (let afterId = 0; ;) {
    const found = await findTokensLeft(db, { now, afterId, limit: STOPPING_AT_ONCE });
    for (const { id, gatewayToken } of found) {
      if (gatewayToken === null) continue;
      const isGone = await (forget?.(gatewayToken) ?? Promise.resolve()).then(
        () => true,
        () => false,
      );
      if (isGone) await db.transaction((tx) => updateProfile(tx, id, { gatewayToken: null }, now));
    }
    if (found.length < STOPPING_AT_ONCE) break;
    afterId = found.at(-1)?.id ?? 0;
  }
  await deleteErasedProfiles(db);
}
