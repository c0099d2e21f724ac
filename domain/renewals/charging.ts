import type { Tx } from '#db/database.ts';
import {
  beginCharge,
  cancelUnpaid,
  chargeProfile,
  GatewayRefusedError,
  GatewayTimeoutError,
  recordFacts,
  sendCharge,
  startAttempt,
  type Fact,
  type Order,
} from '#domain/payments/payments.ts';
import { mailMember } from '#domain/subscriptions/plan-mails.ts';
import { lastDayOf } from '#domain/subscriptions/plan-times.rules.ts';
import { addGrace, findLastTime } from '#domain/subscriptions/plan-times.ts';
import {
  cardOf,
  claimDue,
  findSchedules,
  freeDeadClaims,
  letGo,
  lockProfileOf,
  updateProfile,
  type ProfileRow,
} from '#domain/subscriptions/profiles.ts';
import { getPlan, type SubscriptionServices } from '#domain/subscriptions/subscriptions.ts';
import type { MemberActor } from '#shared/actor.ts';
import { addDaysHk, dayHkOf, type DayHk } from '#shared/hk-time.ts';
import { memberPaths } from '#shared/paths/member-paths.ts';
import { dueDayOf, openPeriod } from './periods.ts';
import { chargeFailedMail } from './renewals.mail.ts';
import { graceEndsAt, nextTryDay } from './renewals.rules.ts';
import { schedulesOf } from './schedules.ts';
import { endRun, insertRun } from './renewals.store.ts';

// Renewals are charged in batches. A batch may be killed at any instruction: its claims expire, and the next batch
// finds each charge's order by key, so that a charge is queried and never repeated.

const BATCH = 200;
/** Concurrent charges per batch. */
const AT_ONCE = 8;
/** Maximum run time of a batch; claims older than the second limit are from a killed one. */
const WORKS_MS = 10 * 60_000;
const DEAD_AFTER_MS = 20 * 60_000;
/** Schedules are checked hourly; looks this far ahead, so that paid time does not run out first. */
const AHEAD_MS = 61 * 60_000;

type Services = Pick<SubscriptionServices, 'db' | 'siteUrl' | 'payments'>;

/** A claimed profile and its member. */
interface Claimed {
  id: number;
  memberId: number;
}

interface ReadyCharge {
  profile: ProfileRow;
  order: Order;
  /** Null if an earlier batch had begun. */
  attempt: Awaited<ReturnType<typeof beginCharge>>;
}

type Ready = ReadyCharge | 'left' | 'stopped';

/** The order of a profile's charge, started in the same transaction or left by an earlier batch. */
async function readyCharge(
  tx: Tx,
  services: Services,
  { id, memberId, runId, now }: Claimed & { runId: number; now: Date },
): Promise<Ready> {
  const profile = await lockProfileOf(tx, id, memberId);
  if (profile === null || profile.runId !== runId || profile.renewOn === null || profile.renewOn > dayHkOf(now))
    return 'left';
  if (profile.stopAskedAt !== null) {
    await updateProfile(tx, id, { state: 'stopped', renewOn: null, runId: null }, now);
    return 'stopped';
  }
  const order = await openPeriod(tx, services, profile, now);
  if (order === null) return 'left';
  const attempt = order.totalCents > 0 ? await beginCharge(tx, services.payments, order, cardOf(profile)) : null;
  return { profile, order, attempt };
}

/**
 * Handles a refused charge: access continues, the member is notified, and a retry is scheduled. False if that was the
 * last try.
 */
async function noteFailed(
  tx: Tx,
  services: Services,
  { id, memberId }: Claimed,
  order: Order,
  now: Date,
): Promise<boolean> {
  const profile = await lockProfileOf(tx, id, memberId);
  const dueDay = profile && (await dueDayOf(tx, profile));
  // Paid or stopped meanwhile.
  if (profile === null || dueDay === null || order.lines[0]?.payload['dueDay'] !== dueDay) return true;
  if (profile.stopAskedAt !== null) {
    await updateProfile(tx, id, { state: 'stopped', renewOn: null }, now);
    return false;
  }
  const tries = profile.tries + 1;
  const nextTry = nextTryDay(dueDay, tries);
  await grace(tx, services, profile, { dueDay, tries, nextTry, cents: order.totalCents, now });
  return nextTry !== null;
}

async function grace(
  tx: Tx,
  { siteUrl }: Pick<Services, 'siteUrl'>,
  profile: ProfileRow,
  {
    dueDay,
    tries,
    nextTry,
    cents,
    now,
  }: { dueDay: DayHk; tries: number; nextTry: DayHk | null; cents: number; now: Date },
): Promise<void> {
  const { id, memberId, planId } = profile;
  const until = graceEndsAt(dueDay);
  await addGrace(tx, { memberId, planId, profileId: id, until, now });
  await updateProfile(
    tx,
    id,
    nextTry === null
      ? { state: 'stopped', renewOn: null, tries, graceUntil: until, stopAskedAt: profile.stopAskedAt ?? now }
      : { state: 'grace', renewOn: nextTry, tries, graceUntil: until },
    now,
  );
  const { name: planName } = await getPlan(tx, planId);
  await mailMember(tx, memberId, `${id}:${dueDay}:${tries}`, (to) =>
    chargeFailedMail(to, {
      planName,
      cents,
      nextTry,
      graceLast: lastDayOf(until),
      payUrl: siteUrl + (nextTry === null ? memberPaths.newSubscription() : memberPaths.history()),
    }),
  );
}

/** Outcome unknown: access continues, and the next batch queries the provider again. */
async function noteUnknown(tx: Tx, { id, memberId }: Claimed, now: Date): Promise<void> {
  const profile = await lockProfileOf(tx, id, memberId);
  if (profile === null || profile.state !== 'active') return;
  const dueDay = await dueDayOf(tx, profile);
  if (dueDay === null) return;
  const until = graceEndsAt(dueDay);
  await addGrace(tx, { memberId: profile.memberId, planId: profile.planId, profileId: id, until, now });
  await updateProfile(tx, id, { state: 'grace', graceUntil: until }, now);
}

/** Acts as the member for a free order, paid by credit. */
const asMember = (memberId: number): MemberActor => ({
  kind: 'member',
  memberId,
  sessionId: 0,
  isEmailVerified: true,
  isSubscriber: true,
  isLeaving: false,
});

async function charge({ payments }: Services, { profile, order, attempt }: ReadyCharge) {
  if (attempt !== null) return sendCharge(payments, order, attempt, cardOf(profile).card);
  switch (order.state) {
    case 'open':
      break;
    // Expired after a day of polling, or refunded because it could not be fulfilled.
    case 'expired':
    case 'cancelled':
    case 'refunded':
      return 'failed';
    // A different amount, or not yet fulfilled: `openPeriod` returns no fulfilled order. Staff check it.
    case 'paid':
    case 'part_refunded':
    case 'review':
      return 'unknown';
  }
  if (order.totalCents > 0) return chargeProfile(payments, { orderId: order.id, ...cardOf(profile) });
  await startAttempt(payments, asMember(profile.memberId), {
    orderId: order.id,
    gateway: 'free',
    method: 'none',
    remoteIp: null,
  });
  return 'paid';
}

async function chargeOne(
  services: Services,
  claimed: Claimed,
  runId: number,
  now: Date,
): Promise<'charged' | 'failed' | null> {
  const { db, payments } = services;
  const ready = await db.transaction((tx) => readyCharge(tx, services, { ...claimed, runId, now }));
  if (ready === 'left' || ready === 'stopped') return null;
  const outcome = await charge(services, ready);
  if (outcome === 'paid') return 'charged';
  if (outcome === 'unknown') {
    await db.transaction((tx) => noteUnknown(tx, claimed, now));
    return null;
  }
  const goesOn = await db.transaction((tx) => noteFailed(tx, services, claimed, ready.order, now));
  if (!goesOn) await cancelUnpaid(payments, ready.order);
  return 'failed';
}

interface Batch {
  found: number;
  lastId: number;
  /** Charges that could not be started; the others continue. */
  faults: unknown[];
}

async function chargeBatch(services: Services, afterId: number, clock: () => Date): Promise<Batch> {
  const { db } = services;
  const now = clock();
  const today = dayHkOf(now);
  const { runId, due } = await db.transaction(async (tx) => {
    const run = await insertRun(tx, today, now);
    return { runId: run, due: await claimDue(tx, { runId: run, today, afterId, limit: BATCH }) };
  });
  const counts = { claimed: due.length, charged: 0, failed: 0 };
  const faults: unknown[] = [];
  const worker = async (waiting: Claimed[]) => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      if (clock().getTime() - now.getTime() > WORKS_MS) return;
      const became = await chargeOne(services, one, runId, now).catch((error: unknown) => void faults.push(error));
      if (became) counts[became] += 1;
    }
  };
  const waiting = [...due];
  await Promise.all(Array.from({ length: AT_ONCE }, () => worker(waiting)));
  await db.transaction(async (tx) => {
    await endRun(tx, runId, counts, clock());
    await letGo(tx, runId);
  });
  return { found: due.length, lastId: due.at(-1)?.id ?? afterId, faults };
}

/** Charges everything due, in batches. Concurrent runs and reruns after a kill charge nothing twice. */
export async function renewDue(services: Services, clock: () => Date): Promise<number> {
  await freeDeadClaims(services.db, new Date(clock().getTime() - DEAD_AFTER_MS));
  const faults: unknown[] = [];
  // In id order: profiles left by a batch are not retried within the hour.
  for (let claimed = 0, afterId = 0; ;) {
    const batch = await chargeBatch(services, afterId, clock);
    claimed += batch.found;
    afterId = batch.lastId;
    faults.push(...batch.faults);
    if (batch.found === BATCH) continue;
    if (faults.length > 0) throw new AggregateError(faults, `${faults.length} renewals could not be charged`);
    return claimed;
  }
}

/** Records charges of a schedule that no webhook reported, so that no grace is needed. */
async function hearMissed(services: Services, id: number): Promise<void> {
  const { db, payments } = services;
  const ask = payments.gateways.paydollar?.chargesOfSchedule;
  const profile = await db.transaction((tx) => lockProfileOf(tx, id));
  if (!ask || profile === null) return;
  const charges: Fact[] = [];
  try {
    for (const schedule of await schedulesOf(services, profile)) charges.push(...((await ask(schedule)) ?? []));
  } catch (error) {
    if (error instanceof GatewayTimeoutError || error instanceof GatewayRefusedError) return;
    throw error;
  }
  await recordFacts(
    payments,
    charges.map((fact) => ({ ...fact, source: 'query' as const })),
  );
}

/**
 * Handles PayDollar schedules that have not charged by the end of paid time: access continues without a gap for the
 * same grace; after it they are stopped, so that an ended plan is not charged.
 */
export async function watchSchedules(services: Services, now: Date): Promise<void> {
  const soon = new Date(now.getTime() + AHEAD_MS);
  for (const { id } of await findSchedules(services.db, soon, BATCH)) {
    await hearMissed(services, id);
    await services.db.transaction(async (tx) => {
      const profile = await lockProfileOf(tx, id);
      if (profile === null || profile.gateway !== 'paydollar') return;
      const last = await findLastTime(tx, profile.memberId);
      if (last === null || last.endsAt > soon || (profile.state !== 'active' && profile.state !== 'grace')) return;
      const dueDay = lastDayOf(last.endsAt);
      if (profile.graceUntil === null) {
        const { priceCents: cents } = await getPlan(tx, profile.planId);
        await grace(tx, services, profile, { dueDay, tries: 1, nextTry: addDaysHk(dueDay, 1), cents, now });
        await updateProfile(tx, id, { renewOn: null }, now);
      } else if (profile.graceUntil <= now) await updateProfile(tx, id, { state: 'stopping', stopAskedAt: now }, now);
    });
  }
}
