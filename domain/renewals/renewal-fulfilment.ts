import type { Tx } from '#db/database.ts';
import type { Fulfilment } from '#domain/payments/payments.ts';
import { moveToCredit, spendCredit, valueOfOrder } from '#domain/subscriptions/credit.ts';
import {
  blockCharges,
  buyerOf,
  earnedOverTime,
  takeBack,
  timeWords,
  unusedOfTime,
} from '#domain/subscriptions/given-time.ts';
import { mailMember } from '#domain/subscriptions/plan-mails.ts';
import {
  cardCheckLineSchema,
  planChangeLineSchema,
  renewalLineSchema,
} from '#domain/subscriptions/plan-payload.schema.ts';
import { anchorFor, anchorOf, lastDayOf } from '#domain/subscriptions/plan-times.rules.ts';
import { addTime, cutTime, findLiveTimes, findTimeOfOrder, layTime } from '#domain/subscriptions/plan-times.ts';
import { cardFields, lockProfile, updateProfile, type ProfileRow } from '#domain/subscriptions/profiles.ts';
import { getPlan } from '#domain/subscriptions/subscriptions.ts';
import { DomainError } from '#shared/domain-error.ts';
import { dayHkOf } from '#shared/hk-time.ts';
import { memberPaths } from '#shared/paths/member-paths.ts';
import { dueDayOf } from './periods.ts';
import { cardChangedMail, planChangedMail, renewedMail } from './renewals.mail.ts';
import { stopUrl } from './stop-links.ts';

// Effects of paid renewal lines, under the lock of the billing account and in a savepoint. An error leaves the money
// unapplied, and it is refunded automatically.

interface FulfilmentServices {
  siteUrl: string;
  secretKey: string;
}

/** The profile if it can still accept this charge; otherwise throws, and the money is refunded. */
async function chargedProfile(tx: Tx, id: number, dueDay: string | null): Promise<ProfileRow> {
  const profile = await lockProfile(tx, id);
  if (profile === null || profile.state === 'stopped' || profile.state === 'stopping')
    throw new DomainError('noRecurringProfile', 'it has been stopped');
  if (dueDay !== null && (await dueDayOf(tx, profile)) !== dueDay)
    throw new DomainError('conflict', 'this period is already paid');
  return profile;
}

function renewal(services: FulfilmentServices): Fulfilment {
  return {
    async fulfil(tx, order, line, { card, now }) {
      if ((await findTimeOfOrder(tx, order.id)) !== null) return;
      const memberId = buyerOf(order);
      const { profileId, periodMonths, dueDay, creditCents } = renewalLineSchema.parse(line.payload);
      const profile = await chargedProfile(tx, profileId, dueDay);
      const live = await findLiveTimes(tx, memberId, now);
      const inGrace = profile.graceUntil !== null && profile.graceUntil > now;
      const grace = inGrace ? live.find(({ source }) => source === 'grace') : undefined;
      // Paid after everything had ended, such as when nothing was charged for days: the series restarts, or it would
      // grant too much.
      const goesOn = grace !== undefined || live.some(({ source }) => source !== 'grace');
      const time = await layTime(tx, {
        memberId,
        planId: line.productId,
        source: 'order',
        orderId: order.id,
        profileId,
        length: { months: periodMonths, anchorDay: goesOn ? profile.anchorDay : null },
        from: grace?.startsAt,
        now,
      });
      await spendCredit(tx, { profileId, orderId: order.id, cents: creditCents });
      const lastDay = lastDayOf(time.endsAt);
      const renewOn = profile.gateway === 'mpgs' ? lastDay : null;
      const isStopped = profile.stopAskedAt !== null;
      await updateProfile(
        tx,
        profileId,
        {
          state: isStopped ? 'stopped' : 'active',
          renewOn: isStopped ? null : renewOn,
          planId: line.productId,
          periodMonths,
          anchorDay: goesOn ? anchorFor(lastDay, profile.anchorDay) : anchorOf(time.startsAt),
          nextPlanId: null,
          tries: 0,
          graceUntil: null,
          // A renewal paid manually may bring a new card.
          ...(card?.agreement && profile.gateway === 'paydollar' ? { gatewayAgreement: card.agreement } : {}),
          ...(card?.token ? { gatewayToken: card.token, cardLast4: card.last4, cardEndsOn: card.endsOn } : {}),
        },
        now,
      );
      await mailMember(tx, memberId, String(order.id), (to) =>
        renewedMail(to, {
          ...timeWords(line.name, time),
          cents: order.totalCents,
          nextDay: isStopped ? null : renewOn,
          stopUrl: stopUrl(services, profile),
        }),
      );
    },
    reverse: (tx, order, line, { cents, now }) => takeBack(tx, order, line, { cents, now }),
    unused: (tx, order, _line, { now }) => unusedOfTime(tx, order, now),
    release: async () => {},
    earnedOver: (tx, order) => earnedOverTime(tx, order),
    chargedBack: (tx, order, _line, { now }) => blockCharges(tx, order, now),
    pathOf: (result, { id }) => memberPaths.newSubscriptionResult(result, id),
  };
}

const planChange: Fulfilment = {
  async fulfil(tx, order, line, { now }) {
    if ((await findTimeOfOrder(tx, order.id)) !== null) return;
    const memberId = buyerOf(order);
    const { profileId, periodMonths, timeId, creditCents, creditLeftCents, valueCents } = planChangeLineSchema.parse(
      line.payload,
    );
    const profile = await chargedProfile(tx, profileId, null);
    if (profile.creditCents !== creditCents)
      throw new DomainError('conflict', 'its credit has been used in the meantime');
    const former = (await findLiveTimes(tx, memberId, now)).find(({ id }) => id === timeId);
    if (!former) throw new DomainError('conflict', 'the credited time has expired');
    if (former.orderId !== null && (await valueOfOrder(tx, former.orderId)).cents !== valueCents)
      throw new DomainError('conflict', 'the payment of the credited time has been refunded in the meantime');
    const movedCents = line.discountCents + creditLeftCents - creditCents;
    await moveToCredit(tx, { time: former, profileId, cents: movedCents, byOrderId: order.id, now });
    const leftCents = await spendCredit(tx, { profileId, orderId: order.id, cents: line.discountCents });
    const plan = await getPlan(tx, line.productId);
    await cutTime(tx, former, now);
    const time = await addTime(tx, {
      memberId,
      planId: plan.id,
      source: 'order',
      orderId: order.id,
      profileId,
      length: { months: periodMonths, anchorDay: null },
      now,
    });
    await updateProfile(
      tx,
      profileId,
      {
        planId: plan.id,
        periodMonths,
        anchorDay: anchorOf(time.startsAt),
        renewOn: profile.gateway === 'mpgs' ? lastDayOf(time.endsAt) : null,
        nextPlanId: null,
      },
      now,
    );
    await mailMember(tx, memberId, String(order.id), (to) =>
      planChangedMail(to, {
        ...timeWords(plan.name, time),
        paidCents: order.totalCents,
        creditLeftCents: leftCents,
      }),
    );
  },
  reverse: (tx, order, line, { cents, now }) => takeBack(tx, order, line, { cents, now }),
  unused: (tx, order, _line, { now }) => unusedOfTime(tx, order, now),
  release: async () => {},
  earnedOver: (tx, order) => earnedOverTime(tx, order),
  chargedBack: (tx, order, _line, { now }) => blockCharges(tx, order, now),
  pathOf: (result, { id }) => memberPaths.changePlanResult(result, id),
};

/** The HK$1.00 is refunded by payments; it was never a price. */
const cardCheck: Fulfilment = {
  async fulfil(tx, order, line, { attempt, card, now }) {
    const memberId = buyerOf(order);
    const { profileId } = cardCheckLineSchema.parse(line.payload);
    const profile = await lockProfile(tx, profileId);
    const fields = cardFields(card, attempt.gateway);
    if (profile === null || profile.state === 'stopped' || fields === null || fields.gateway !== profile.gateway)
      throw new DomainError('noRecurringProfile');
    // A charge that failed on the old card is retried on the new one today.
    const renewOn = profile.state === 'grace' ? { renewOn: dayHkOf(now) } : {};
    await updateProfile(tx, profileId, { ...fields, ...renewOn }, now);
    await mailMember(tx, memberId, String(order.id), (to) => cardChangedMail(to, { last4: fields.cardLast4 }));
  },
  reverse: async () => {},
  release: async () => {},
  earnedOver: async () => null,
  pathOf: (result, { id }) => memberPaths.changeCardResult(result, id),
};

/** By line kind: renewals and their changes. */
export const renewalFulfilments = (services: FulfilmentServices) =>
  ({ renewal: renewal(services), plan_change: planChange, card_check: cardCheck }) satisfies Record<string, Fulfilment>;
