import { mailMember } from '#domain/subscriptions/plan-mails.ts';
import { lastDayOf } from '#domain/subscriptions/plan-times.rules.ts';
import { findLastTime } from '#domain/subscriptions/plan-times.ts';
import { renewalPrice } from '#domain/subscriptions/profiles.rules.ts';
import { getPlan, type SubscriptionServices } from '#domain/subscriptions/subscriptions.ts';
import { addDaysHk, dayHkOf, instantHk } from '#shared/hk-time.ts';
import { memberPaths } from '#shared/member-paths.ts';
import { findChargedOn, findEnding, insertReminder } from './plan-reminders.store.ts';
import { chargeNoticeMail, renewalLinkMail } from './renewals.mail.ts';
import { LINK_DAYS, NOTICE_DAYS } from './renewals.rules.ts';
import { stopUrl } from './stop-links.ts';

type Services = Pick<SubscriptionServices, 'db' | 'siteUrl' | 'secretKey'>;
const AT_ONCE = 500;

/** Before a charge: what, when and from which card, with one press to stop it. */
async function remindOfCharges(services: Services, kind: keyof typeof NOTICE_DAYS, now: Date): Promise<void> {
  const day = addDaysHk(dayHkOf(now), NOTICE_DAYS[kind]);
  for (let afterId = 0; ;) {
    const due = await findChargedOn(services.db, { day, afterId, limit: AT_ONCE });
    for (const { profile, plan } of due) {
      if (plan.kind !== kind) continue;
      const { id, memberId, cardLast4: last4, creditCents } = profile;
      await services.db.transaction(async (tx) => {
        if (!(await insertReminder(tx, { memberId, kind: 'charge', aboutDay: day, sentAt: now }))) return;
        const cents = renewalPrice(plan.priceCents, creditCents).dueCents;
        await mailMember(tx, memberId, `${id}:${day}`, (to) =>
          chargeNoticeMail(to, { planName: plan.name, day, cents, last4, stopUrl: stopUrl(services, profile) }),
        );
      });
    }
    if (due.length < AT_ONCE) return;
    afterId = due.at(-1)?.profile.id ?? 0;
  }
}

/** To who has nothing that renews: a link to pay, so many days before the last. */
async function remindOfEnds(services: Services, daysLeft: number, now: Date): Promise<void> {
  const { db, siteUrl } = services;
  const last = addDaysHk(dayHkOf(now), daysLeft);
  // A time ends at the midnight after its last day, also one that was laid by hand at another hour of it.
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

/** Once a day, and as often as one likes: each reminder is written once. */
export async function remindOfPlans(services: Services, now: Date): Promise<void> {
  for (const kind of ['monthly', 'yearly'] as const) await remindOfCharges(services, kind, now);
  for (const days of LINK_DAYS) await remindOfEnds(services, days, now);
}
