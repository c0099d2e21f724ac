import type { Tx } from '#db/database.ts';
import {
  beginCharge,
  cancelUnpaid,
  chargeProfile,
  GatewayRefused,
  GatewaySilent,
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
import { memberPaths } from '#shared/member-paths.ts';
import { dueDayOf, openPeriod } from './periods.ts';
import { chargeFailedMail } from './renewals.mail.ts';
import { graceEndsAt, nextTryDay } from './renewals.rules.ts';
import { endRun, insertRun } from './renewals.store.ts';

// Renewals are charged in batches. A batch may be killed at any instruction: what it claimed is free again after its time, and
// the next one finds the order of each charge by its key, so that a card is asked about a charge and never charged twice.

const BATCH = 200;
/** Charges of one batch that are with the provider at once. */
const AT_ONCE = 8;
/** A batch works this long at most; what it holds longer than the second was left by one that was killed. */
const WORKS_MS = 10 * 60_000;
const DEAD_AFTER_MS = 20 * 60_000;
/** Schedules are looked at hourly, so before what was paid is over. */
const AHEAD_MS = 61 * 60_000;

type Services = Pick<SubscriptionServices, 'db' | 'siteUrl' | 'payments'>;

/** What a batch holds, and whose it is. */
interface Claimed {
  id: number;
  memberId: number;
}

interface ReadyCharge {
  profile: ProfileRow;
  order: Order;
  /** Null where an earlier batch had begun. */
  attempt: Awaited<ReturnType<typeof beginCharge>>;
}

type Ready = ReadyCharge | 'left' | 'stopped';

/** The order of a profile's charge, begun in the same transaction, or as an earlier batch left it. */
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

/** A charge was refused: sound goes on, its member is told, and it is tried again on a later day. False: that was the last. */
async function noteFailed(
  tx: Tx,
  services: Services,
  { id, memberId }: Claimed,
  order: Order,
  now: Date,
): Promise<boolean> {
  const profile = await lockProfileOf(tx, id, memberId);
  const dueDay = profile && (await dueDayOf(tx, profile));
  // It was paid or stopped meanwhile.
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
      payUrl: siteUrl + (nextTry === null ? memberPaths.newSubscription() : memberPaths.changeCard()),
    }),
  );
}

/** Nobody knows yet whether it was paid: sound goes on, and the provider is asked again by the next batch. */
async function noteUnknown(tx: Tx, { id, memberId }: Claimed, now: Date): Promise<void> {
  const profile = await lockProfileOf(tx, id, memberId);
  if (profile === null || profile.state !== 'active') return;
  const dueDay = await dueDayOf(tx, profile);
  if (dueDay === null) return;
  const until = graceEndsAt(dueDay);
  await addGrace(tx, { memberId: profile.memberId, planId: profile.planId, profileId: id, until, now });
  await updateProfile(tx, id, { state: 'grace', graceUntil: until }, now);
}

/** As its member, for an order that costs nothing: credit paid for it. */
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
    // Given up after a day of asking, or given back as it could not be given.
    case 'expired':
    case 'cancelled':
    case 'refunded':
      return 'failed';
    // Another amount than was asked for, or not given yet: its member hears, and a person looks.
    case 'paid':
    case 'part_refunded':
    case 'review':
      return order.fulfilledAt === null ? 'unknown' : 'paid';
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
  /** Of charges that could not even be begun: the others go on. */
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

/** Charges all that is due, in batches. Run twice, at once or after a kill, it charges nothing twice. */
export async function renewDue(services: Services, clock: () => Date): Promise<number> {
  await freeDeadClaims(services.db, new Date(clock().getTime() - DEAD_AFTER_MS));
  const faults: unknown[] = [];
  // In the order of their ids: what is left by one batch is not taken again before the next hour.
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

/** What a schedule charged and no notice told of: it is paid, and no reason for grace. */
async function hearMissed({ db, payments }: Services, id: number): Promise<void> {
  const ask = payments.gateways.paydollar?.chargesOfSchedule;
  const agreement = (await db.transaction((tx) => lockProfileOf(tx, id)))?.gatewayAgreement;
  if (!ask || !agreement) return;
  let charges: Fact[] | null;
  try {
    charges = await ask(agreement);
  } catch (error) {
    if (error instanceof GatewaySilent || error instanceof GatewayRefused) return;
    throw error;
  }
  await recordFacts(
    payments,
    (charges ?? []).map((fact) => ({ ...fact, source: 'query' as const })),
  );
}

/**
 * Schedules that PayDollar should have charged by the end of what was paid, and did not: sound goes on for the same grace,
 * without a gap; after it they are stopped, so that nothing is charged for a plan that ended.
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
