import { mailMember } from '#domain/subscriptions/plan-mails.ts';
import { lastDayOf, nextOfCalendar } from '#domain/subscriptions/plan-times.rules.ts';
import { findLastTime } from '#domain/subscriptions/plan-times.ts';
import type { ProfileRow } from '#domain/subscriptions/profiles.ts';
import { renewalPrice } from '#domain/subscriptions/profiles.rules.ts';
import { getPlan, type SubscriptionServices } from '#domain/subscriptions/subscriptions.ts';
import { addDaysHk, dayHkOf, instantHk, type DayHk } from '#shared/hk-time.ts';
import { memberPaths } from '#shared/paths/member-paths.ts';
import { findChargedOn, findEnding, findOnCalendars, insertReminder } from './plan-reminders.store.ts';
import { chargeNoticeMail, renewalLinkMail } from './renewals.mail.ts';
import { LINK_DAYS, NOTICE_DAYS } from './renewals.rules.ts';
import { stopUrl } from './stop-links.ts';

type Services = Pick<SubscriptionServices, 'db' | 'siteUrl' | 'secretKey'>;
const AT_ONCE = 500;

/** Notice before a charge: amount, day and card, with a one-click stop link. Sent once. */
async function tellOfCharge(
  services: Services,
  profile: ProfileRow,
  { planName, day, cents }: { planName: string; day: DayHk; cents: number },
  now: Date,
): Promise<void> {
  const { id, memberId, cardLast4: last4 } = profile;
  await services.db.transaction(async (tx) => {
    if (!(await insertReminder(tx, { memberId, kind: 'charge', aboutDay: day, sentAt: now }))) return;
    await mailMember(tx, memberId, `${id}:${day}`, (to) =>
      chargeNoticeMail(to, { planName, day, cents, last4, stopUrl: stopUrl(services, profile) }),
    );
  });
}

/** For charges we make. */
async function remindOfCharges(services: Services, kind: keyof typeof NOTICE_DAYS, now: Date): Promise<void> {
  const day = addDaysHk(dayHkOf(now), NOTICE_DAYS[kind]);
  for (let afterId = 0; ;) {
    const due = await findChargedOn(services.db, { day, afterId, limit: AT_ONCE });
    for (const { profile, plan } of due) {
      if (plan.kind !== kind) continue;
      const cents = renewalPrice(plan.priceCents, profile.creditCents).dueCents;
      await tellOfCharge(services, profile, { planName: plan.name, day, cents }, now);
    }
    if (due.length < AT_ONCE) return;
    afterId = due.at(-1)?.profile.id ?? 0;
  }
}

/** For charges by PayDollar, whose dates are in no column: scans all of them once a day. */
async function remindOfCalendars(services: Services, kind: keyof typeof NOTICE_DAYS, now: Date): Promise<void> {
  const day = addDaysHk(dayHkOf(now), NOTICE_DAYS[kind]);
  const dayBefore = addDaysHk(day, -1);
  for (let afterId = 0; ;) {
    const all = await findOnCalendars(services.db, { kind, afterId, limit: AT_ONCE });
    for (const { profile, plan, lastCents } of all) {
      if (nextOfCalendar(dayHkOf(profile.createdAt), profile.periodMonths, dayBefore) !== day) continue;
      await tellOfCharge(services, profile, { planName: plan.name, day, cents: lastCents ?? plan.priceCents }, now);
    }
    if (all.length < AT_ONCE) return;
    afterId = all.at(-1)?.profile.id ?? 0;
  }
}

/** A payment link for non-renewing plans, a number of days before their last. */
async function remindOfEnds(services: Services, daysLeft: number, now: Date): Promise<void> {
  const { db, siteUrl } = services;
  const last = addDaysHk(dayHkOf(now), daysLeft);
  // A period ends at the midnight after its last day, including one granted by staff at another time of day.
  const from = new Date(instantHk(last, 0).getTime() + 1);
  const to = new Date(instantHk(addDaysHk(last, 1), 0).getTime() + 1);
  for (let afterId = 0; ;) {
    const ending = await findEnding(db, { from, to, afterId, limit: AT_ONCE });
    for (const { memberId } of ending)
      await db.transaction(async (tx) => {
        const time = await findLastTime(tx, memberId);
        if (time === null || lastDayOf(time.endsAt) !== last) return;
        if (!(await insertReminder(tx, { memberId, kind: `ends-${daysLeft}`, aboutDay: last, sentAt: now }))) return;
        const { name: planName } = await getPlan(tx, time.planId);
        await mailMember(tx, memberId, `${memberId}:${last}:${daysLeft}`, (about) =>
          renewalLinkMail(about, { planName, last, daysLeft, payUrl: siteUrl + memberPaths.newSubscription() }),
        );
      });
    if (ending.length < AT_ONCE) return;
    afterId = ending.at(-1)?.memberId ?? 0;
  }
}

/** Daily and idempotent: each reminder is sent once. */
export async function remindOfPlans(services: Services, now: Date): Promise<void> {
  for (const kind of ['monthly', 'yearly'] as const) {
    await remindOfCharges(services, kind, now);
    await remindOfCalendars(services, kind, now);
  }
  for (const days of LINK_DAYS) await remindOfEnds(services, days, now);
}
