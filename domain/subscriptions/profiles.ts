import type { Db, Tx } from '#db/database.ts';
import { lockAccount, openOrder, openWork, type Order, type PaymentServices } from '#domain/payments/payments.ts';
import type { MemberActor } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import type { DayHk } from '#shared/hk-time.ts';
import { buyPlan } from './buying.ts';
import { dueDayOf } from './fulfilment.ts';
import { mailMember } from './member-mails.ts';
import { lastDayOf } from './plan-times.rules.ts';
import { findLastTime, findLiveTimes } from './plan-times.store.ts';
import { getPlan } from './plans.ts';
import {
  deleteErasedProfiles,
  findLastProfile,
  findLiveProfile,
  findProfileOfAgreement,
  findStopping,
  findTokensLeft,
  lockProfile,
  stopLiveProfiles,
  updateProfile,
  type Profile,
} from './profiles.store.ts';
import { graceEndsAt, renewalPrice } from './renewals.rules.ts';
import { profileOfToken } from './stop-links.ts';
import { stoppedMail } from './subscriptions.mail.ts';
import type { SubscriptionServices } from './subscription-services.ts';

const STOPPING_AT_ONCE = 100;
/** A provider is asked for a day about what is unknown. */
const ASKED_MS = 25 * 3_600_000;
/** A schedule that its provider does not say has ended is asked about by a person after so long. */
const STOP_UNCONFIRMED_MS = 24 * 3_600_000;

interface ShownProfile {
  id: number;
  planId: number;
  planName: string;
  state: Profile['state'];
  cardScheme: string;
  cardLast4: string;
  cardEndsOn: DayHk;
  renewOn: DayHk | null;
  renewCents: number;
  graceUntil: Date | null;
  nextPlanName: string | null;
  /** End of what is paid, or of grace. */
  endsAt: Date | null;
}

/** What renews the plan of a member, or did last. A stop that waits for a batch to end is shown as stopping. */
export async function findProfile({ db, now }: { db: Db; now: Date }, memberId: number): Promise<ShownProfile | null> {
  const profile = (await findLiveProfile(db, memberId)) ?? (await findLastProfile(db, memberId));
  if (profile === null) return null;
  const plan = await getPlan(db, profile.planId);
  const next = profile.nextPlanId === null ? null : await getPlan(db, profile.nextPlanId);
  const times = await findLiveTimes(db, memberId, now);
  const isStopping = profile.stopAskedAt !== null && profile.state !== 'stopped';
  return {
    id: profile.id,
    planId: plan.id,
    planName: plan.name,
    state: isStopping ? 'stopping' : profile.state,
    cardScheme: profile.cardScheme,
    cardLast4: profile.cardLast4,
    cardEndsOn: profile.cardEndsOn,
    renewOn: profile.renewOn,
    renewCents: renewalPrice((next ?? plan).priceCents, profile.creditCents).dueCents,
    graceUntil: profile.graceUntil,
    nextPlanName: next?.name ?? null,
    endsAt: times.at(-1)?.endsAt ?? null,
  };
}

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
 * Ends the payments to come; the running plan stays to its end, and grace to its own. What a batch charges at this moment is
 * given and is the last (31001 stops nobody); a schedule at PayDollar is `stopping` until that confirms it. 30006 where there
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

/** As `stopRecurring`, for whoever leaves: nothing to stop is as good. */
export async function stopAllPayments(tx: Tx, memberId: number, now: Date): Promise<void> {
  await stop(tx, memberId, now);
}

/** By the link of a mail, at one press and without logging in. Twice is as good as once. */
export async function stopByLink(
  { db, secretKey }: Pick<SubscriptionServices, 'db' | 'secretKey'>,
  token: string,
  now: Date,
): Promise<void> {
  const id = profileOfToken(secretKey, token);
  if (id === null) throw new DomainError('noRecurringProfile');
  await db.transaction(async (tx) => {
    const found = await lockProfile(tx, id);
    if (found === null) throw new DomainError('noRecurringProfile');
    if (found.state === 'active' || found.state === 'grace') await stop(tx, found.memberId, now);
  });
}

/** Renews again what was stopped while what was paid still runs. 30007 where PayDollar had the schedule: that is gone. */
export async function resumeRecurring(
  services: SubscriptionServices,
  actor: MemberActor,
  { password }: { password?: unknown },
  now: Date,
): Promise<void> {
  await services.proveOwner(actor, { password }, now);
  await services.db.transaction(async (tx) => {
    const { memberId } = actor;
    await lockAccount(tx, memberId);
    const profile = (await findLiveProfile(tx, memberId)) ?? (await findLastProfile(tx, memberId));
    if (profile === null || profile.stopAskedAt === null) throw new DomainError('noRecurringProfile');
    if (profile.gateway === 'paydollar') throw new DomainError('periodFixed');
    const last = await findLastTime(tx, memberId);
    if (last === null || last.endsAt <= now || profile.gatewayToken === null)
      throw new DomainError('noRecurringProfile', 'what was paid is over');
    const state = profile.state === 'stopped' ? ('active' as const) : profile.state;
    await updateProfile(tx, profile.id, { state, stopAskedAt: null, renewOn: lastDayOf(last.endsAt), tries: 0 }, now);
  });
}

/** An order that proves another card and gives its HK$1.00 back (AP-039). Throws 30006, 30007, 31001, 20006. */
export async function changeCreditCard(
  services: SubscriptionServices,
  actor: MemberActor,
  { profileId, password, idempotencyKey }: { profileId: number; password?: unknown; idempotencyKey?: string | null },
  now: Date,
): Promise<{ orderId: number; gateway: 'mpgs' }> {
  await services.proveOwner(actor, { password }, now);
  const { memberId } = actor;
  return services.db.transaction(async (tx) => {
    await lockAccount(tx, memberId);
    const profile = await lockProfile(tx, profileId);
    const isOwn = profile !== null && profile.memberId === memberId;
    // Somebody else's is not there, as far as they can tell.
    if (!isOwn || profile.state === 'stopped' || profile.stopAskedAt !== null)
      throw new DomainError('noRecurringProfile');
    if (profile.runId !== null) throw new DomainError('inRenewalBatch');
    if (profile.gateway === 'paydollar') throw new DomainError('periodFixed');
    const plan = await getPlan(tx, profile.planId);
    const line = {
      lineNo: 1,
      kind: 'card_check',
      productId: plan.id,
      name: plan.name,
      quantity: 1,
      // It costs nothing: what proves the card goes back.
      unitCents: 0,
      discountCents: 0,
      payload: { profileId },
    };
    const order = await openOrder(
      tx,
      { memberId, kind: 'card_check', lines: [line], isAutopay: true, idempotencyKey: idempotencyKey ?? null, now },
      services.payments,
    );
    return { orderId: order.id, gateway: 'mpgs' as const };
  });
}

/** What a renewal of a profile costs and gives now, as a line of an order. */
async function renewalLine(tx: Tx, profile: Profile, dueDay: DayHk | null) {
  const plan = await getPlan(tx, profile.nextPlanId ?? profile.planId);
  const { dueCents } = renewalPrice(plan.priceCents, profile.creditCents);
  const creditCents = plan.priceCents - dueCents;
  return {
    lineNo: 1,
    kind: 'renewal',
    productId: plan.id,
    name: plan.name,
    quantity: 1,
    unitCents: plan.priceCents,
    discountCents: creditCents,
    payload: { profileId: profile.id, periodMonths: plan.periodMonths ?? profile.periodMonths, dueDay, creditCents },
  };
}

/**
 * The order of the next period of a profile: the same for all tries of a batch and for its member who pays by hand, so that
 * a period is paid once. It waits until grace is over and the provider was asked for a day. Null: nothing is due any more.
 */
export async function openPeriod(
  tx: Tx,
  { payments }: Pick<SubscriptionServices, 'payments'>,
  profile: Profile,
  now: Date,
): Promise<Order | null> {
  const dueDay = await dueDayOf(tx, profile);
  if (dueDay === null) return null;
  return openOrder(
    tx,
    {
      memberId: profile.memberId,
      kind: 'renewal',
      lines: [await renewalLine(tx, profile, dueDay)],
      isAutopay: false,
      idempotencyKey: `renewal:${profile.id}:${dueDay}`,
      expiresAt: new Date(graceEndsAt(dueDay).getTime() + ASKED_MS),
      now,
    },
    payments,
  );
}

/**
 * A charge that failed, or is due soon, paid by hand by any method: it extends from the old end. Who has no card with us buys
 * the plan of before, which queues there by itself.
 */
export async function openRenewal(
  services: Pick<SubscriptionServices, 'db' | 'payments'>,
  { memberId }: Pick<MemberActor, 'memberId'>,
  now: Date,
): Promise<{ orderId: number; totalCents: number }> {
  const { db } = services;
  const order = await db.transaction(async (tx) => {
    await lockAccount(tx, memberId);
    const profile = await findLiveProfile(tx, memberId);
    if (profile === null) return null;
    if (profile.runId !== null) throw new DomainError('inRenewalBatch');
    if (profile.stopAskedAt !== null || profile.gateway === 'paydollar') throw new DomainError('periodFixed');
    return openPeriod(tx, services, profile, now);
  });
  if (order !== null) return { orderId: order.id, totalCents: order.totalCents };
  const last = await findLastTime(db, memberId);
  if (last === null) throw new DomainError('noRecurringProfile');
  return buyPlan(services, { memberId }, { planId: last.planId, isAutopay: false }, now);
}

/**
 * The order of a charge that PayDollar made by its own calendar: payments ask for it when a notice of a schedule comes, by the
 * number of the schedule. Null: no schedule of ours. One that was stopped has an order too: paying it fails, and the money
 * goes back.
 */
export async function openScheduledRenewal(
  tx: Tx,
  services: Pick<PaymentServices, 'fulfilments'>,
  { agreement, gatewayTxn, now }: { agreement: string; gatewayTxn: string; now: Date },
): Promise<number | null> {
  const profile = await findProfileOfAgreement(tx, agreement);
  if (profile === null) return null;
  await lockAccount(tx, profile.memberId);
  const order = await openOrder(
    tx,
    {
      memberId: profile.memberId,
      kind: 'renewal',
      lines: [await renewalLine(tx, profile, null)],
      isAutopay: false,
      idempotencyKey: `schedule:${gatewayTxn}`,
      now,
    },
    services,
  );
  return order.id;
}

/** Has schedules ended that their members stopped, until their provider says so. What stays unconfirmed waits for a person. */
export async function confirmStops({ db, payments }: Pick<SubscriptionServices, 'db' | 'payments'>, now: Date) {
  const end = payments.gateways.paydollar?.stopSchedule ?? null;
  for (const profile of await findStopping(db, STOPPING_AT_ONCE)) {
    const { id, gatewayAgreement, stopAskedAt } = profile;
    // One whose number we were never told can be ended only in the provider's portal.
    const said = gatewayAgreement === null ? 'unknown' : await end?.(gatewayAgreement).catch(() => 'unknown' as const);
    await db.transaction(async (tx) => {
      if (said === 'stopped') await updateProfile(tx, id, { state: 'stopped', renewOn: null }, now);
      else if (stopAskedAt !== null && now.getTime() - stopAskedAt.getTime() > STOP_UNCONFIRMED_MS)
        await openWork(tx, { kind: 'unconfirmed_stop', subject: `profile ${id}`, detail: { gatewayAgreement }, now });
    });
  }
}

/** Cards that pay nothing any more are forgotten: at their provider first, then here, and all of it of erased members. */
export async function forgetCards({ db, payments }: Pick<SubscriptionServices, 'db' | 'payments'>, now: Date) {
  const forget = payments.gateways.mpgs?.deleteToken ?? null;
  for (const { id, gatewayToken } of await findTokensLeft(db, now, STOPPING_AT_ONCE)) {
    if (gatewayToken === null) continue;
    const isGone = await (forget?.(gatewayToken) ?? Promise.resolve()).then(
      () => true,
      () => false,
    );
    if (isGone) await db.transaction((tx) => updateProfile(tx, id, { gatewayToken: null }, now));
  }
  await deleteErasedProfiles(db);
}
