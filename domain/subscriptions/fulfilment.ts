import type { Tx } from '#db/database.ts';
import type { Attempt, Fulfilment, Order, OrderLine, StoredCard } from '#domain/payments/payments.ts';
import { endGift, makeGiftCode, releaseCode, spendCode } from '#domain/promotions/promotions.ts';
import { shownCode } from '#domain/promotions/promotions.rules.ts';
import { DomainError } from '#shared/domain-error.ts';
import { addDaysHk, dayHkOf } from '#shared/hk-time.ts';
import { memberPaths } from '#shared/member-paths.ts';
import { mailMember } from './member-mails.ts';
import {
  cardCheckLineSchema,
  giftLineSchema,
  planChangeLineSchema,
  renewalLineSchema,
  subscriptionLineSchema,
} from './plan-payload.schema.ts';
import { anchorOf, daysOfCents, lastDayOf, wholeDays } from './plan-times.rules.ts';
import { addTime, cutTime, takeTimeBack } from './plan-times.ts';
import { findLastTime, findLiveTimes, findTimeOfOrder, updateTime, type TimeRow } from './plan-times.store.ts';
import { getPlan } from './plans.ts';
import {
  findLiveProfile,
  insertProfile,
  lockProfile,
  stopLiveProfiles,
  updateProfile,
  type Profile,
} from './profiles.store.ts';
import { stopUrl } from './stop-links.ts';
import { boughtMail, cardChangedMail, giftMail, planChangedMail, renewedMail } from './subscriptions.mail.ts';

// What each kind of line causes once it is paid. Called under the lock of the billing account, in a savepoint: what is thrown
// here leaves the money unapplied, and it goes back by rule.

export interface FulfilmentServices {
  siteUrl: string;
  secretKey: string;
}

function memberOf({ memberId }: Order): number {
  if (memberId === null) throw new DomainError('userNotFound', 'the buyer was erased');
  return memberId;
}

const paidOf = ({ quantity, unitCents, discountCents }: OrderLine): number => quantity * unitCents - discountCents;

/** A card that pays again and again; null: the method cannot. */
function cardFields(card: StoredCard | null, gateway: Attempt['gateway']) {
  if (card === null || (gateway !== 'mpgs' && gateway !== 'paydollar')) return null;
  return {
    gateway,
    gatewayToken: card.token,
    gatewayAgreement: card.agreement,
    cardScheme: card.scheme,
    cardLast4: card.last4,
    cardEndsOn: card.endsOn,
  };
}

/** Nothing more is charged to who got their money back, or had their bank take it. */
async function stopCharges(tx: Tx, { memberId }: Order, now: Date): Promise<void> {
  if (memberId !== null) await stopLiveProfiles(tx, memberId, now);
}

/** Days that a line paid for, also where some of them went back already. */
function boughtDays({ payload, quantity }: OrderLine, time: TimeRow): number {
  const { days, periodMonths } = payload;
  return typeof days === 'number' && periodMonths === null ? days * quantity : wholeDays(time);
}

async function takeBack(tx: Tx, order: Order, line: OrderLine, cents: number, now: Date): Promise<void> {
  const time = await findTimeOfOrder(tx, order.id);
  const isAll = cents >= paidOf(line);
  if (time !== null)
    await takeTimeBack(tx, {
      orderId: order.id,
      days: isAll ? 'all' : daysOfCents(boughtDays(line, time), paidOf(line), cents),
      now,
    });
  if (!isAll) return;
  await releaseCode(tx, order.id, now);
  if (order.isAutopay || order.kind === 'renewal') await stopCharges(tx, order, now);
}

async function earnedOverTime(tx: Tx, order: Order): Promise<{ fromDay: string; days: number } | null> {
  const time = await findTimeOfOrder(tx, order.id);
  return time === null ? null : { fromDay: dayHkOf(time.startsAt), days: Math.max(1, wholeDays(time)) };
}

const timeWords = (planName: string, { startsAt, endsAt }: TimeRow) => ({
  planName,
  first: dayHkOf(startsAt),
  last: lastDayOf(endsAt),
});

const release = (tx: Tx, order: Order, now: Date): Promise<void> => releaseCode(tx, order.id, now);

function subscription(services: FulfilmentServices): Fulfilment {
  return {
    async fulfil(tx, order, line, { attempt, card, now }) {
      if ((await findTimeOfOrder(tx, order.id)) !== null) return;
      const memberId = memberOf(order);
      const { days, periodMonths } = subscriptionLineSchema.parse(line.payload);
      const renewing = order.isAutopay && periodMonths !== null ? cardFields(card, attempt.gateway) : null;
      if (renewing && (await findLiveProfile(tx, memberId)) !== null) throw new DomainError('subscriptionExisted');
      await spendCode(tx, order.id, now);
      const plan = await getPlan(tx, line.productId);
      const time = await addTime(tx, {
        memberId,
        planId: plan.id,
        source: 'order',
        orderId: order.id,
        length: periodMonths === null ? { days: days * line.quantity } : { months: periodMonths, anchorDay: null },
        now,
      });
      let next: Parameters<typeof boughtMail>[1]['next'] = null;
      if (renewing && periodMonths !== null) {
        const renewOn = lastDayOf(time.endsAt);
        const profileId = await insertProfile(tx, {
          ...renewing,
          memberId,
          planId: plan.id,
          state: 'active',
          periodMonths,
          anchorDay: anchorOf(time.startsAt),
          renewOn: renewing.gateway === 'mpgs' ? renewOn : null,
          createdAt: now,
          updatedAt: now,
        });
        await updateTime(tx, time.id, { profileId });
        next = { day: renewOn, cents: plan.priceCents, stopUrl: stopUrl(services, { id: profileId }) };
      }
      await mailMember(tx, memberId, String(order.id), (to) => boughtMail(to, { ...timeWords(plan.name, time), next }));
    },
    reverse: (tx, order, line, { cents, now }) => takeBack(tx, order, line, cents, now),
    release: (tx, order, _line, { now }) => release(tx, order, now),
    earnedOver: (tx, order) => earnedOverTime(tx, order),
    chargedBack: (tx, order, _line, { now }) => stopCharges(tx, order, now),
    pathOf: (result, { id }) => memberPaths.newSubscriptionResult(result, id),
  };
}

/** A profile that may still take this charge; whatever else came meanwhile sends the money back. */
async function chargedProfile(tx: Tx, id: number, dueDay: string | null): Promise<Profile> {
  const profile = await lockProfile(tx, id);
  if (profile === null || profile.state === 'stopped' || profile.state === 'stopping')
    throw new DomainError('noRecurringProfile', 'it was stopped');
  if (dueDay !== null && (await dueDayOf(tx, profile)) !== dueDay)
    throw new DomainError('conflict', 'this period was paid already');
  return profile;
}

/** The last day that is paid for, of a profile that is charged by us. */
export async function dueDayOf(tx: Tx, profile: Profile): Promise<string | null> {
  if (profile.state !== 'grace' || profile.graceUntil === null) return profile.renewOn;
  const times = await findLiveTimes(tx, profile.memberId, new Date(profile.graceUntil.getTime() - 1));
  const grace = times.find(({ source, profileId }) => source === 'grace' && profileId === profile.id);
  return grace ? lastDayOf(grace.startsAt) : profile.renewOn;
}

function renewal(services: FulfilmentServices): Fulfilment {
  return {
    async fulfil(tx, order, line, { card, now }) {
      if ((await findTimeOfOrder(tx, order.id)) !== null) return;
      const memberId = memberOf(order);
      const { profileId, periodMonths, dueDay, creditCents } = renewalLineSchema.parse(line.payload);
      const profile = await chargedProfile(tx, profileId, dueDay);
      const inGrace = profile.graceUntil !== null && profile.graceUntil > now;
      const grace = inGrace
        ? (await findLiveTimes(tx, memberId, now)).find(({ source }) => source === 'grace')
        : undefined;
      const plan = await getPlan(tx, line.productId);
      const last = await findLastTime(tx, memberId);
      // Paid after all was over, as where nothing was charged for days: the series begins anew, or it would give too much.
      const goesOn = grace !== undefined || (last !== null && last.endsAt > now);
      const time = await addTime(tx, {
        memberId,
        planId: plan.id,
        source: 'order',
        orderId: order.id,
        profileId,
        length: { months: periodMonths, anchorDay: goesOn ? profile.anchorDay : null },
        from: grace?.startsAt,
        now,
      });
      const renewOn = profile.gateway === 'mpgs' ? lastDayOf(time.endsAt) : null;
      const isStopped = profile.stopAskedAt !== null;
      await updateProfile(
        tx,
        profileId,
        {
          state: isStopped ? 'stopped' : 'active',
          renewOn: isStopped ? null : renewOn,
          planId: plan.id,
          periodMonths,
          ...(goesOn ? {} : { anchorDay: anchorOf(time.startsAt) }),
          nextPlanId: null,
          creditCents: Math.max(0, profile.creditCents - creditCents),
          tries: 0,
          graceUntil: null,
          // A new card may come with a renewal that its member paid by hand.
          ...(card?.agreement && profile.gateway === 'paydollar' ? { gatewayAgreement: card.agreement } : {}),
          ...(card?.token ? { gatewayToken: card.token, cardLast4: card.last4, cardEndsOn: card.endsOn } : {}),
        },
        now,
      );
      await mailMember(tx, memberId, String(order.id), (to) =>
        renewedMail(to, {
          ...timeWords(plan.name, time),
          cents: order.totalCents,
          nextDay: isStopped ? null : renewOn,
          stopUrl: stopUrl(services, profile),
        }),
      );
    },
    reverse: (tx, order, line, { cents, now }) => takeBack(tx, order, line, cents, now),
    release: async () => {},
    earnedOver: (tx, order) => earnedOverTime(tx, order),
    chargedBack: (tx, order, _line, { now }) => stopCharges(tx, order, now),
    pathOf: (result, { id }) => memberPaths.newSubscriptionResult(result, id),
  };
}

const planChange: Fulfilment = {
  async fulfil(tx, order, line, { now }) {
    if ((await findTimeOfOrder(tx, order.id)) !== null) return;
    const memberId = memberOf(order);
    const { profileId, periodMonths, timeId, creditLeftCents } = planChangeLineSchema.parse(line.payload);
    const profile = await chargedProfile(tx, profileId, null);
    const former = (await findLiveTimes(tx, memberId, now)).find(({ id }) => id === timeId);
    if (!former) throw new DomainError('conflict', 'the time that was credited is over');
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
        creditCents: creditLeftCents,
      },
      now,
    );
    await mailMember(tx, memberId, String(order.id), (to) =>
      planChangedMail(to, {
        ...timeWords(plan.name, time),
        paidCents: order.totalCents,
        creditLeftCents,
      }),
    );
  },
  reverse: (tx, order, line, { cents, now }) => takeBack(tx, order, line, cents, now),
  release: async () => {},
  earnedOver: (tx, order) => earnedOverTime(tx, order),
  chargedBack: (tx, order, _line, { now }) => stopCharges(tx, order, now),
  pathOf: (result, { id }) => memberPaths.changePlanResult(result, id),
};

/** The HK$1.00 goes back by who took it: it was never a price. */
const cardCheck: Fulfilment = {
  async fulfil(tx, order, line, { attempt, card, now }) {
    const memberId = memberOf(order);
    const { profileId } = cardCheckLineSchema.parse(line.payload);
    const profile = await lockProfile(tx, profileId);
    const fields = cardFields(card, attempt.gateway);
    if (profile === null || profile.state === 'stopped' || fields === null || fields.gateway !== profile.gateway)
      throw new DomainError('noRecurringProfile');
    // A charge that failed on the former card is tried today on this one.
    const renewOn = profile.state === 'grace' ? { renewOn: dayHkOf(now) } : {};
    await updateProfile(tx, profileId, { ...fields, ...renewOn }, now);
    await mailMember(tx, memberId, String(order.id), (to) => cardChangedMail(to, { last4: fields.cardLast4 }));
  },
  reverse: async () => {},
  release: async () => {},
  earnedOver: async () => null,
  pathOf: (result, { id }) => memberPaths.changeCardResult(result, id),
};

/** Of a gift, a liability until somebody redeems its code: `earnedOver` says nothing, payments book it as one. */
function gift({ siteUrl }: FulfilmentServices): Fulfilment {
  return {
    async fulfil(tx, order, line, { now }) {
      const memberId = memberOf(order);
      const { days } = giftLineSchema.parse(line.payload);
      await spendCode(tx, order.id, now);
      const { productId: planId, name } = line;
      const { code, endsAt } = await makeGiftCode(tx, { orderId: order.id, planId, days, name, now });
      await mailMember(tx, memberId, String(order.id), (to) =>
        giftMail(to, {
          planName: name,
          days,
          code: shownCode(code),
          redeemUrl: siteUrl + memberPaths.redeem(code),
          last: addDaysHk(dayHkOf(endsAt), -1),
        }),
      );
    },
    async reverse(tx, order, _line, { now }) {
      await releaseCode(tx, order.id, now);
      await endGift(tx, order.id, now);
    },
    release: (tx, order, _line, { now }) => release(tx, order, now),
    earnedOver: async () => null,
    pathOf: (result, { id }) => memberPaths.newSubscriptionResult(result, id),
  };
}

/** By the kind of line, but those of `offline-applications`. */
export const subscriptionFulfilments = (services: FulfilmentServices) =>
  ({
    subscription: subscription(services),
    renewal: renewal(services),
    plan_change: planChange,
    card_check: cardCheck,
    gift: gift(services),
  }) satisfies Record<string, Fulfilment>;
