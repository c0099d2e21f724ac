import type { Db, Tx } from '#db/database.ts';
import { purgePages } from '#db/notifications.ts';
import { queueJob } from '#db/outbox.ts';
import { doneAlone, listAudit, recordAudit, type Hand, type Subject } from '#domain/audit/audit.ts';
import { findAccount } from '#domain/auth/auth.ts';
import { lockAccount } from '#domain/payments/payments.ts';
import { cancelCodes, makeBatch, type NewBatch } from '#domain/promotions/promotions.ts';
import { insertReminder } from '#domain/renewals/renewals.ts';
import { mailMember } from '#domain/subscriptions/plan-mails.ts';
import { lastDayOf } from '#domain/subscriptions/plan-times.rules.ts';
import { addTime, countMembersWithPlan, findLastTime, findMembersWithPlan } from '#domain/subscriptions/plan-times.ts';
import { addPlan, getPlan, setPrice, setSale, type Plan } from '#domain/subscriptions/subscriptions.ts';
import { DomainError } from '#shared/domain-error.ts';
import { refused } from '#shared/staff/refusals.ts';
import { creditMail } from './buying.mail.ts';
import { DAYS_ALONE, MAX_DAYS_GIVEN } from './by-hand.rules.ts';
import { lockOutageName } from './by-hand.store.ts';
import { worthOfBatch } from './code-worth.ts';

// What staff do by hand. Actor and reason are audited in the same transaction.

/** Page tags of pages that show the offer. */
const PLAN_PAGES = ['plans'];
const MEMBERS_AT_ONCE = 500;
/** An outage is identified by its name, so a rerun on another day credits nothing. */
const CREDIT_DAY = '1970-01-01';

/** Creates a batch of codes. */
export const makeCodes = (db: Db, hand: Hand, batch: Omit<NewBatch, 'who'>, now: Date) =>
  db.transaction(async (tx) => {
    const made = await makeBatch(tx, { ...batch, who: hand.who });
    const { codes: _codes, kind, name, discount, days, product, planIds, maxUses = 1, eligible } = batch;
    const after = {
      kind,
      name,
      ...(discount && { discount }),
      ...(days !== undefined && { days }),
      ...(product && { product }),
      planIds,
      startsAt: batch.startsAt,
      endsAt: batch.endsAt,
      maxUses,
      eligible,
      codes: made.codes.length,
      worthCents: await worthOfBatch({ db: tx, now }, batch),
    };
    await recordAudit(tx, hand, { action: 'codes.create', subject: ['promotion-batch', made.batchId], after }, now);
    return made;
  });

/** Cancels codes or a batch. Used and held codes are not affected. */
export const endCodes = (db: Db, hand: Hand, which: { batchId: number } | { codes: readonly string[] }, now: Date) =>
  db.transaction(async (tx) => {
    const ended = await cancelCodes(tx, which, now);
    const subject: Subject =
      'batchId' in which ? ['promotion-batch', which.batchId] : ['promotion-code', which.codes[0] ?? 'none'];
    await recordAudit(tx, hand, { action: 'codes.end', subject, after: { ...which, ended } }, now);
    return ended;
  });

/** Adds a plan to the catalogue. */
export const makePlan = (
  db: Db,
  hand: Hand,
  plan: Omit<Plan, 'id' | 'formerPriceCents' | 'repricedAt'>,
  now: Date,
): Promise<number> =>
  db.transaction(async (tx) => {
    const id = await addPlan(tx, plan);
    await purgePages(tx, PLAN_PAGES);
    const { name, kind, priceCents, days, description, isFamily } = plan;
    const after = { name, kind, priceCents, days, description, isFamily };
    await recordAudit(tx, hand, { action: 'plans.create', subject: ['plan', id], after }, now);
    return id;
  });

/** The former price stays valid for an hour for pages that show it. */
export const repricePlan = (db: Db, hand: Hand, planId: number, priceCents: number, now: Date): Promise<void> =>
  db.transaction(async (tx) => {
    if (!Number.isInteger(priceCents) || priceCents < 0)
      throw new DomainError('invalidParam', 'the price must be a whole number of cents, 0 or more');
    const before = await getPlan(tx, planId);
    await setPrice(tx, planId, priceCents, now);
    await purgePages(tx, PLAN_PAGES);
    await recordAudit(
      tx,
      hand,
      {
        action: 'plans.price',
        subject: ['plan', planId],
        before: { priceCents: before.priceCents },
        after: { priceCents },
      },
      now,
    );
  });

const saleOf = ({ sellsFrom, sellsUntil }: Plan) => ({ sellsFrom, sellsUntil });

/** Sets the sale period of a plan; null ends the sale, or removes its end. Existing subscriptions are kept. */
export const sellPlan = (
  db: Db,
  hand: Hand,
  planId: number,
  sale: { sellsFrom?: Date | null; sellsUntil?: Date | null },
  now: Date,
): Promise<void> =>
  db.transaction(async (tx) => {
    const before = await getPlan(tx, planId);
    await setSale(tx, planId, sale);
    await purgePages(tx, PLAN_PAGES);
    await recordAudit(
      tx,
      hand,
      { action: 'plans.sell', subject: ['plan', planId], before: saleOf(before), after: sale },
      now,
    );
  });

/** Grants days to one member manually. */
export const giveTime = (
  db: Db,
  hand: Hand,
  { memberId, planId, days }: { memberId: number; planId: number; days: number },
  now: Date,
): Promise<void> =>
  db.transaction(async (tx) => {
    if (!Number.isInteger(days) || days < 1 || days > MAX_DAYS_GIVEN)
      throw new DomainError('invalidParam', `the number of days must be from 1 to ${MAX_DAYS_GIVEN}`);
    await getPlan(tx, planId);
    if (!(await findAccount(tx, memberId))) throw new DomainError('userNotFound', `member ${memberId} does not exist`);
    await lockAccount(tx, memberId);
    const { id } = await addTime(tx, { memberId, planId, source: 'hand', length: { days }, now });
    const after = { planId, days, subscriptionId: id };
    await recordAudit(tx, hand, { action: GIVE, subject: ['member', memberId], after }, now);
  });

const GIVE = 'subscriptions.give';
const DAY_MS = 86_400_000;

/** Days that a person gave within the last month without a second person. */
export async function givenAlone(tx: Tx, who: string, now: Date): Promise<{ memberId: number; days: number }[]> {
  const events = await doneAlone(tx, GIVE, who, new Date(now.getTime() - DAYS_ALONE * DAY_MS));
  return events.map(({ subjectId, after }) => ({
    memberId: Number(subjectId),
    days: Number((after as { days?: number } | null)?.days ?? 0),
  }));
}

/** Credits an outage once, even if the job was interrupted and is rerun. */
async function creditMember(
  db: Db,
  memberId: number,
  { name, days, why, now }: { name: string; days: number; why: string; now: Date },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockAccount(tx, memberId);
    const last = await findLastTime(tx, memberId);
    const reminder = { memberId, kind: `credit-${name}`, aboutDay: CREDIT_DAY, sentAt: now };
    if (last === null || !(await insertReminder(tx, reminder))) return false;
    const time = await addTime(tx, { memberId, planId: last.planId, source: 'credit', length: { days }, now });
    await mailMember(tx, memberId, `${name}:${memberId}`, (to) =>
      creditMail(to, { days, why, last: lastDayOf(time.endsAt) }),
    );
    return true;
  });
}

/** An outage to be credited: every member with paid time in it is given days after their existing time. */
export interface OutageCredit {
  /** Identifies the outage. */
  name: string;
  from: Date;
  to: Date;
  days: number;
  /** Mailed to the members. */
  said: string;
}

/** A job ends long before its lock would be taken for that of a dead worker; another continues. */
const SLICE_MS = 60_000;

/** Queued with an outage, so that after a kill a job continues with the remaining members. */
export const CREDIT_OUTAGE = 'credit-outage';

/**
 * Lets the worker credit an outage, once for each name. Returns how many members had paid time in it. Throws `conflict` if it was
 * requested before.
 */
export async function askOutageCredit(
  tx: Tx,
  hand: Hand,
  { name, from, to, days, said }: OutageCredit,
  now: Date,
): Promise<number> {
  await lockOutageName(tx, name);
  if ((await listAudit(tx, { subject: { kind: 'outage', id: name } }, 1)).length > 0)
    throw refused('outage-credited', { name });
  const members = await countMembersWithPlan(tx, { from, to });
  const entry = {
    action: 'subscriptions.credit-outage',
    subject: ['outage', name],
    after: { from, to, days, said, members },
  } as const;
  await recordAudit(tx, hand, entry, now);
  const payload = { name, from: from.toISOString(), to: to.toISOString(), days, said };
  await queueJob(tx, CREDIT_OUTAGE, payload, { jobKey: `${CREDIT_OUTAGE}:${name}` });
  return members;
}

/**
 * Job: credits an outage to each member once, however often it is interrupted, and asks for another job with the rest after a
 * minute. Returns how many it credited.
 */
export async function creditOutage(
  db: Db,
  { afterId: first = 0, ...outage }: OutageCredit & { afterId?: number },
  now: Date,
): Promise<number> {
  const { name, from, to, days, said } = outage;
  const until = performance.now() + SLICE_MS;
  let credited = 0;
  for (let afterId = first; ;) {
    const found = await findMembersWithPlan(db, { from, to, afterId, limit: MEMBERS_AT_ONCE });
    for (const memberId of found) if (await creditMember(db, memberId, { name, days, why: said, now })) credited += 1;
    if (found.length < MEMBERS_AT_ONCE) return credited;
    afterId = found.at(-1) ?? 0;
    if (performance.now() < until) continue;
    const rest = { ...outage, from: from.toISOString(), to: to.toISOString(), afterId };
    await db.transaction((tx) => queueJob(tx, CREDIT_OUTAGE, rest, { jobKey: `${CREDIT_OUTAGE}:${name}:${afterId}` }));
    return credited;
  }
}
