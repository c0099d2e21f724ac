import { keptCents, type Fulfilment } from '#domain/payments/payments.ts';
import { endGift, findGift, lessenGift, makeGiftCode, releaseCode, spendCode } from '#domain/promotions/promotions.ts';
import { shownCode } from '#domain/promotions/promotions.rules.ts';
import { stopUrl } from '#domain/renewals/renewals.ts';
import {
  blockCharges,
  buyerOf,
  earnedOverTime,
  isWhole,
  takeBack,
  timeWords,
  unusedOfTime,
} from '#domain/subscriptions/given-time.ts';
import { giftLineSchema, subscriptionLineSchema } from '#domain/subscriptions/plan-payload.schema.ts';
import { anchorOf, daysOfCents, lastDayOf } from '#domain/subscriptions/plan-times.rules.ts';
import { addTime, findTimeOfOrder, setRenewedBy } from '#domain/subscriptions/plan-times.ts';
import { mailMember } from '#domain/subscriptions/plan-mails.ts';
import { cardFields, findLiveProfile, insertProfile } from '#domain/subscriptions/profiles.ts';
import { getPlan } from '#domain/subscriptions/subscriptions.ts';
import { DomainError } from '#shared/domain-error.ts';
import { addDaysHk, dayHkOf } from '#shared/hk-time.ts';
import { memberPaths } from '#shared/paths/member-paths.ts';
import { lineTotalCents } from '#shared/money.ts';
import { boughtMail, giftMail } from './buying.mail.ts';

// Effects of each kind of paid line. Called under the lock of the billing account, in a savepoint: an error leaves the
// money unapplied, and it is refunded automatically.

interface FulfilmentServices {
  siteUrl: string;
  secretKey: string;
}

function subscription(services: FulfilmentServices): Fulfilment {
  return {
    async fulfil(tx, order, line, { attempt, card, now }) {
      if ((await findTimeOfOrder(tx, order.id)) !== null) return;
      const memberId = buyerOf(order);
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
        await setRenewedBy(tx, time.id, profileId);
        next = { day: renewOn, cents: plan.priceCents, stopUrl: stopUrl(services, { id: profileId }) };
      }
      await mailMember(tx, memberId, String(order.id), (to) => boughtMail(to, { ...timeWords(plan.name, time), next }));
    },
    async reverse(tx, order, line, { cents, now }) {
      const moved = await takeBack(tx, order, line, { cents, now });
      // The last of several partial refunds counts as a full refund.
      if (isWhole(line, cents) || (await keptCents(tx, order.id)) === 0) await releaseCode(tx, order.id, now);
      return moved;
    },
    unused: (tx, order, _line, { now }) => unusedOfTime(tx, order, now),
    release: (tx, order, _line, { now }) => releaseCode(tx, order.id, now),
    earnedOver: (tx, order) => earnedOverTime(tx, order),
    chargedBack: (tx, order, _line, { now }) => blockCharges(tx, order, now),
    pathOf: (result, { id }) => memberPaths.newSubscriptionResult(result, id),
  };
}

/** A liability until the code is redeemed: `earnedOver` returns nothing, and payments book it as such. */
function gift({ siteUrl }: FulfilmentServices): Fulfilment {
  return {
    async fulfil(tx, order, line, { now }) {
      const memberId = buyerOf(order);
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
    async reverse(tx, order, line, { cents, now }) {
      const { days } = giftLineSchema.parse(line.payload);
      // The last of several partial refunds counts as a full refund.
      if (!isWhole(line, cents) && (await keptCents(tx, order.id)) > 0)
        return lessenGift(tx, order.id, daysOfCents(days, lineTotalCents(line), cents));
      await releaseCode(tx, order.id, now);
      await endGift(tx, order.id, now);
    },
    /** Until it is redeemed all of it is unused, which is not earned either. */
    async unused(tx, order) {
      const isRedeemed = ((await findGift(tx, order.id))?.codeTaken ?? 0) > 0;
      return isRedeemed ? { cents: 0, limit: { cents: 0, why: 'gift-redeemed' } } : null;
    },
    release: (tx, order, _line, { now }) => releaseCode(tx, order.id, now),
    earnedOver: async () => null,
    pathOf: (result, { id }) => memberPaths.newSubscriptionResult(result, id),
  };
}

/** By line kind: purchases. */
export const planFulfilments = (services: FulfilmentServices) =>
  ({ subscription: subscription(services), gift: gift(services) }) satisfies Record<string, Fulfilment>;
