import { and, asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { mails } from '#db/tables/mail.ts';
import { members } from '#db/tables/members.ts';
import { openSession } from '#domain/auth/sessions.ts';
import { recurringProfiles, subscriptionPlans, subscriptions } from '#db/tables/subscriptions.ts';
import { creditOutage } from '#domain/buying/by-hand.ts';
import { buyPlan, openRenewal } from '#domain/buying/buying.ts';
import { askDeletion, eraseDueMembers } from '#domain/privacy/privacy.ts';
import type { Tx } from '#db/database.ts';
import {
  queryDueAttempts,
  cancelUnpaid,
  orderStory,
  retryUnfulfilled,
  sendDueRefunds,
  type Fact,
} from '#domain/payments/payments.ts';
import { lastDayOf, wholeDays } from '#domain/subscriptions/plan-times.rules.ts';
import { claimDue, findProfile } from '#domain/subscriptions/profiles.ts';
import { cardExpiring, createSubscriberCheck } from '#domain/subscriptions/subscriptions.ts';
import { createMemberServices, insertMember, privacyServicesOf } from '#tests/factories/accounts/member-services.ts';
import { insertPlans, openShop, PLAN, PRICE, type Shop } from '#tests/factories/money/plan-shop.ts';
import { memberActor } from '#tests/factories/accounts/member-actor.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { comingAt } from '#tests/factories/visitor.ts';
import { watchSchedules } from './charging.ts';
import { openScheduledRenewal } from './periods.ts';
import { remindOfPlans } from './plan-reminders.ts';
import { changeCreditCard, quotePlanChange, renewDue, resumeRecurring, stopRecurring } from './renewals.ts';
import { insertRun } from './renewals.store.ts';

let database: TestDatabase;
let shop: Shop;
let me = 0;
let made = 0;
const at = (text: string) => new Date(`${text}+08:00`);
const START = at('2026-12-31T20:15:00');

beforeAll(async () => {
  database = await createTestDatabase();
  await insertPlans(database.db, at('2026-01-01T00:00:00'));
});
afterAll(() => database.close());
beforeEach(async () => {
  // Profiles left by earlier tests must not renew.
  await database.db.update(recurringProfiles).set({ state: 'stopped', renewOn: null });
  shop = openShop(database.db, START);
  me = await insertMember(database.db, `renews${made++}@member.example`);
});

const subscribe = async (memberId = me) => {
  const asked = { planId: PLAN.monthly, isAutopay: true };
  const { orderId } = await buyPlan(shop.services, { memberId }, asked, comingAt(shop.now()));
  await shop.pay(memberId, orderId);
};
const renewAt = (when: string) => {
  shop.at(at(when));
  return renewDue(shop.services, shop.now);
};
const timesOf = (memberId: number) =>
  database.db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.memberId, memberId))
    .orderBy(asc(subscriptions.startsAt));
const mailsOf = async (memberId: number, template: string) => {
  const isOne = and(eq(mails.memberId, memberId), eq(mails.template, template));
  return (await database.db.select({ id: mails.id }).from(mails).where(isOne)).length;
};
const profile = () => findProfile({ db: database.db, now: shop.now() }, me);

it('stops what renews once of five that ask at once, keeps the plan, and says 30006 where there is nothing (R-364)', async () => {
  await subscribe();
  const { db } = database;
  const calls = await Promise.allSettled(Array.from({ length: 5 }, () => stopRecurring(db, me, START)));
  expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const other = await insertMember(db, `renews${made++}@member.example`);
  for (const memberId of [me, other])
    await expect(stopRecurring(db, memberId, START)).rejects.toMatchObject({ errorName: 'noRecurringProfile' });
  expect(await createSubscriberCheck(db)(me, START)).toBe(true);
  expect(await cardExpiring(db, me, at('2030-12-31T12:00:00'))).toBe(false);
});

it('charges each period on its last day, 31 January, 28 February, 31 March, without a gap', async () => {
  await subscribe();
  for (const when of ['2027-01-30T09:00:00', '2027-01-31T09:00:00', '2027-02-28T09:00:00', '2027-03-31T09:00:00'])
    await renewAt(when);
  const times = await timesOf(me);
  expect(times.map(({ endsAt }) => lastDayOf(endsAt))).toEqual([
    '2027-01-31',
    '2027-02-28',
    '2027-03-31',
    '2027-04-30',
  ]);
  for (const [i, { startsAt }] of times.slice(1).entries()) expect(startsAt).toEqual(times[i]!.endsAt);
  expect(shop.book.size).toBe(4);
});

it('begins a series anew where nothing could be charged until it was over, and gives a month for a month', async () => {
  await subscribe();
  await renewAt('2027-02-02T09:00:00');
  const times = await timesOf(me);
  expect(lastDayOf(times[1]!.endsAt)).toBe('2027-03-02');
  expect(wholeDays(times[1]!)).toBe(28);
  await renewAt('2027-03-02T09:00:00');
  expect(lastDayOf((await timesOf(me))[2]!.endsAt)).toBe('2027-04-02');
});

it('charges nothing twice, by five batches at once and by one after another that was killed', async () => {
  await subscribe();
  shop.at(at('2027-01-31T09:00:00'));
  // Killed after its claim, so it never finishes.
  const today = '2027-01-31';
  await database.db.transaction(async (tx) => {
    const runId = await insertRun(tx, today, shop.now());
    expect(await claimDue(tx, { runId, today, afterId: 0, limit: 10 })).toHaveLength(1);
  });
  await expect(
    quotePlanChange({ db: database.db, now: shop.now() }, me, { planId: PLAN.yearly }),
  ).rejects.toMatchObject({ errorName: 'inRenewalBatch' });
  await Promise.all(Array.from({ length: 5 }, () => renewDue(shop.services, shop.now)));
  expect(shop.book.size).toBe(1);
  shop.at(at('2027-01-31T09:21:00'));
  await Promise.all(Array.from({ length: 5 }, () => renewDue(shop.services, shop.now)));
  expect(shop.book.size).toBe(2);
  expect(await timesOf(me)).toHaveLength(2);
});

it('asks what became of a charge that got no answer, gives it once, and lets sound go on meanwhile', async () => {
  await subscribe();
  shop.behaves(() => 'silent-paid');
  await renewAt('2027-01-31T21:00:00');
  expect(await profile()).toMatchObject({ state: 'grace' });
  expect(await createSubscriberCheck(database.db)(me, at('2027-02-03T12:00:00'))).toBe(true);
  await renewAt('2027-02-01T09:00:00');
  await queryDueAttempts(shop.services.payments);
  await renewAt('2027-02-01T10:00:00');
  expect(shop.book.size).toBe(2);
  const times = await timesOf(me);
  expect(times.map(({ source }) => source)).toEqual(['order', 'order']);
  expect(times[1]!.startsAt).toEqual(times[0]!.endsAt);
  expect(await profile()).toMatchObject({ state: 'active', renewOn: '2027-02-28' });
});

it('tries 1, 3, 5 and 7 days later with a message each, lets sound go on, and stops after the last', async () => {
  await subscribe();
  shop.behaves(() => 'refuses');
  const heard: boolean[] = [];
  for (let day = 31; day <= 41; day++) {
    const date = day === 31 ? '2027-01-31' : `2027-02-${String(day - 31).padStart(2, '0')}`;
    await renewAt(`${date}T09:00:00`);
    await renewAt(`${date}T10:00:00`);
    heard.push(await createSubscriberCheck(database.db)(me, at(`${date}T23:59:00`)));
  }
  expect(await mailsOf(me, 'plan-charge-failed')).toBe(5);
  // Each leads to where it can be paid by any method, the last to the plans.
  const isOne = and(eq(mails.memberId, me), eq(mails.template, 'plan-charge-failed'));
  const sent = await database.db.select().from(mails).where(isOne).orderBy(asc(mails.id));
  const pages = sent.map(({ textBody }) => /\/member\/userinfo\/\w+/.exec(textBody)?.[0]);
  const [history, plans] = ['/member/userinfo/memberHistory', '/member/userinfo/newSubscription'];
  expect(pages).toEqual([history, history, history, history, plans]);
  // The day of the charge and the seven days of grace.
  expect(heard).toEqual([...Array.from({ length: 8 }, () => true), false, false, false]);
  expect(await profile()).toMatchObject({ state: 'stopped' });
  expect(shop.book.size).toBe(1);
});

it('recovers within grace without a gap, by the card or by hand, from the old end', async () => {
  await subscribe();
  const other = await insertMember(database.db, `renews${made++}@member.example`);
  await subscribe(other);
  shop.behaves(() => 'refuses');
  await renewAt('2027-01-31T09:00:00');
  await renewAt('2027-02-01T09:00:00');
  shop.behaves((token) => (token === `card-${me}` ? 'pays' : 'refuses'));
  await renewAt('2027-02-03T09:00:00');
  const { orderId } = await openRenewal(shop.services, { memberId: other }, shop.now());
  await shop.pay(other, orderId);
  for (const member of [me, other]) {
    const times = await timesOf(member);
    expect(times.map(({ source }) => source)).toEqual(['order', 'order']);
    expect(times[1]!.startsAt).toEqual(times[0]!.endsAt);
    expect(lastDayOf(times[1]!.endsAt)).toBe('2027-02-28');
  }
});

it('tries another card on the day it was given', async () => {
  await subscribe();
  shop.behaves(() => 'refuses');
  await renewAt('2027-01-31T09:00:00');
  shop.behaves(() => 'pays');
  const { id: profileId } = (await profile())!;
  const { orderId } = await changeCreditCard(shop.services, memberActor(me), { profileId }, shop.now());
  await shop.pay(me, orderId);
  await renewAt('2027-01-31T10:00:00');
  expect(await profile()).toMatchObject({ state: 'active', renewOn: '2027-02-28' });
});

it('keeps a stop that is asked while a batch is at it, and gives what that charged', async () => {
  await subscribe();
  shop.at(at('2027-01-31T09:00:00'));
  let stopped: Promise<unknown> = Promise.resolve();
  shop.behaves(() => {
    stopped = stopRecurring(database.db, me, shop.now());
    return 'pays';
  });
  await renewDue(shop.services, shop.now);
  await stopped;
  await renewDue(shop.services, shop.now);
  expect(await profile()).toMatchObject({ state: 'stopped', renewOn: null });
  expect(await timesOf(me)).toHaveLength(2);
  await renewAt('2027-02-28T09:00:00');
  expect(shop.book.size).toBe(2);
});

it('ends tries by a stop in grace, and access at the end of grace', async () => {
  await subscribe();
  shop.behaves(() => 'refuses');
  await renewAt('2027-01-31T09:00:00');
  await stopRecurring(database.db, me, shop.now());
  shop.behaves(() => 'pays');
  await renewAt('2027-02-01T09:00:00');
  expect(shop.book.size).toBe(1);
  expect(await createSubscriberCheck(database.db)(me, at('2027-02-07T23:59:59'))).toBe(true);
  expect(await createSubscriberCheck(database.db)(me, at('2027-02-08T00:00:00'))).toBe(false);
});

it('reminds once: of a charge, and 7, 3 and 1 days before an end that nothing renews', async () => {
  await subscribe();
  const other = await insertMember(database.db, `renews${made++}@member.example`);
  const asked = { planId: PLAN.monthly, isAutopay: false };
  await shop.pay(other, (await buyPlan(shop.services, { memberId: other }, asked, comingAt(shop.now()))).orderId);
  for (let day = 20; day <= 31; day++)
    for (const hour of ['09', '10']) await remindOfPlans(shop.services, at(`2027-01-${day}T${hour}:00:00`));
  expect(await mailsOf(me, 'plan-charge-notice')).toBe(1);
  expect(await mailsOf(me, 'plan-ends')).toBe(0);
  expect(await mailsOf(other, 'plan-ends')).toBe(3);
});

it('tells once of what PayDollar charges by its own calendar, at what it took last, and of nothing that was stopped', async () => {
  await subscribe();
  const { db } = database;
  const calendar = { gateway: 'paydollar', gatewayAgreement: '5502', renewOn: null } as const;
  await db.update(recurringProfiles).set(calendar).where(eq(recurringProfiles.memberId, me));
  const reprice = (priceCents: number) =>
    db.update(subscriptionPlans).set({ priceCents }).where(eq(subscriptionPlans.id, PLAN.monthly));
  await reprice(9_900);
  for (let day = 20; day <= 31; day++)
    for (const hour of ['09', '10']) await remindOfPlans(shop.services, at(`2027-01-${day}T${hour}:00:00`));
  await reprice(PRICE.monthly);
  expect(await mailsOf(me, 'plan-charge-notice')).toBe(1);
  expect(await mailsOf(me, 'plan-ends')).toBe(0);
  const [mail] = await db
    .select()
    .from(mails)
    .where(and(eq(mails.memberId, me), eq(mails.template, 'plan-charge-notice')));
  expect(mail?.textBody).toContain('1月31日');
  expect(mail?.textBody).toContain('HK$48');
  await stopRecurring(db, me, at('2027-02-01T09:00:00'));
  for (let day = 20; day <= 28; day++) await remindOfPlans(shop.services, at(`2027-02-${day}T09:00:00`));
  expect(await mailsOf(me, 'plan-charge-notice')).toBe(1);
});

it('credits an outage once to everybody whose plan ran, and moves the next charge behind it', async () => {
  await subscribe();
  const outage = {
    name: 'blackout-1',
    from: at('2027-01-05T08:00:00'),
    to: at('2027-01-05T20:00:00'),
    days: 2,
    said: '停電',
  };
  shop.at(at('2027-01-06T09:00:00'));
  const credit = () => creditOutage(database.db, outage, shop.now());
  await credit();
  expect(await credit()).toBe(0);
  const times = await timesOf(me);
  expect(times.map(({ source }) => source)).toEqual(['order', 'credit']);
  expect(wholeDays(times[1]!)).toBe(2);
  expect(await profile()).toMatchObject({ renewOn: '2027-02-02' });
});

it('charges the card though an order of the same period, begun by hand, was cancelled by staff', async () => {
  await subscribe();
  shop.at(at('2027-01-30T09:00:00'));
  const { orderId } = await openRenewal(shop.services, { memberId: me }, shop.now());
  const { order } = await orderStory(database.db, orderId);
  await cancelUnpaid(shop.services.payments, order);
  await renewAt('2027-01-31T09:00:00');
  expect((await timesOf(me)).map(({ endsAt }) => lastDayOf(endsAt))).toEqual(['2027-01-31', '2027-02-28']);
  expect(shop.book.size).toBe(2);
});

it('charges at once, without a failed try, what is resumed after a charge that came too late for a stop was refunded', async () => {
  await subscribe();
  shop.behaves(() => 'silent-paid');
  await renewAt('2027-01-31T09:00:00');
  await stopRecurring(database.db, me, shop.now());
  shop.behaves(() => 'pays');
  shop.at(at('2027-01-31T09:01:00'));
  await queryDueAttempts(shop.services.payments);
  shop.at(at('2027-01-31T09:32:00'));
  await retryUnfulfilled(shop.services.payments);
  await sendDueRefunds(shop.services.payments);
  await resumeRecurring(shop.services, memberActor(me), {}, shop.now());
  await renewAt('2027-01-31T10:00:00');
  expect(await profile()).toMatchObject({ state: 'active', renewOn: '2027-02-28' });
  expect(await mailsOf(me, 'plan-charge-failed')).toBe(0);
  await renewAt('2027-02-01T09:00:00');
  expect(shop.book.size).toBe(3);
});

it('queues by hand no more periods than wait for anybody (20002)', async () => {
  await subscribe();
  for (let n = 0; n < 3; n++) {
    const { orderId } = await openRenewal(shop.services, { memberId: me }, shop.now());
    await shop.pay(me, orderId);
  }
  await expect(openRenewal(shop.services, { memberId: me }, shop.now())).rejects.toMatchObject({
    errorName: 'subscriptionExisted',
  });
});

it('lets neither a payment nor a departure of its member wait for the other for ever', async () => {
  const { db } = database;
  const privacy = privacyServicesOf(createMemberServices(db));
  for (let n = 0; n < 8; n++) {
    const leaver = await insertMember(db, `renews${made++}@member.example`);
    await subscribe(leaver);
    const asked = { planId: PLAN.once, isAutopay: false };
    const { orderId } = await buyPlan(shop.services, { memberId: leaver }, asked, comingAt(shop.now()));
    const by = { memberId: leaver, rememberMe: false, userAgent: '', remoteIp: '', now: START };
    const { sessionId } = await openSession({ db }, by);
    const actor = { ...memberActor(leaver), sessionId };
    const visitor = { userAgent: '', remoteIp: '', now: START, known: undefined };
    await Promise.all([shop.pay(leaver, orderId), askDeletion(privacy, actor, {}, visitor)]);
    await db.update(members).set({ eraseAt: START }).where(eq(members.id, leaver));
    const again = await buyPlan(shop.services, { memberId: leaver }, asked, comingAt(shop.now()));
    await Promise.all([shop.pay(leaver, again.orderId).catch(() => undefined), eraseDueMembers(privacy, START)]);
    expect(await findProfile({ db, now: START }, leaver)).toMatchObject({ state: 'stopped' });
  }
});

it('hears of a charge of PayDollar’s calendar that no notice told of, once, and has sound go on by grace where there was none', async () => {
  await subscribe();
  const { db } = database;
  const calendar = { gateway: 'paydollar', gatewayAgreement: '5501', renewOn: null } as const;
  await db.update(recurringProfiles).set(calendar).where(eq(recurringProfiles.memberId, me));
  const { payments } = shop.services;
  const charge: Fact = {
    gateway: 'paydollar',
    attempt: null,
    gatewayTxn: '9000077',
    kind: 'paid',
    cents: PRICE.monthly,
    currency: 'HKD',
    at: at('2027-01-31T04:00:00'),
    detail: { schedule: '5501', charge: '77', setUpBy: 'UR26123100000001' },
  };
  const services = {
    ...shop.services,
    payments: {
      ...payments,
      gateways: {
        paydollar: { ...payments.gateways.mpgs!, name: 'paydollar' as const, chargesOfSchedule: async () => [charge] },
      },
      orderOfSchedule: (tx: Tx, told: { agreement: string; gatewayTxn: string; now: Date }) =>
        openScheduledRenewal(tx, payments, told),
    },
  };
  for (let times = 0; times < 2; times++) {
    shop.at(at('2027-01-31T23:30:00'));
    await watchSchedules(services, shop.now());
  }
  const heard = await timesOf(me);
  expect(heard.map(({ source, endsAt }) => [source, lastDayOf(endsAt)])).toEqual([
    ['order', '2027-01-31'],
    ['order', '2027-02-28'],
  ]);
  shop.at(at('2027-02-28T23:30:00'));
  await watchSchedules(services, shop.now());
  expect((await timesOf(me)).at(-1)?.source).toBe('grace');
});
