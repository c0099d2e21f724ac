import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { memberOf, membersOnly, privateCalls, visitorOf } from '#domain/auth/auth.ts';
import { changeCreditCard, changePlan } from '#domain/renewals/renewals.ts';
import type { SubscriptionServices } from '#domain/subscriptions/subscriptions.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { archiveOffer } from './archive-offer.ts';
import { buyPlan, type BuyAsked } from './buying.ts';
import { redeem } from './redeeming.ts';
import {
  changeCardBodySchema,
  changePlanBodySchema,
  offerReplySchema,
  onlineSubscriptionBodySchema,
  orderReplySchema,
  promotionSubscriptionBodySchema,
  redeemBodySchema,
  redeemReplySchema,
} from './buying.schema.ts';

const MAX_KEY = 100;

/** Set by the page, so that a repeated submit counts once. */
function keyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  return typeof key === 'string' && key !== '' ? key.slice(0, MAX_KEY) : null;
}

export interface BuyingApiOptions {
  services: SubscriptionServices;
  clock: () => Date;
  /** The checkout page of an order. */
  checkoutPath: (orderId: number) => string;
}

/** Calls that open an order or change how one is paid. They accept ids, never amounts. */
export async function buyingApi(
  app: FastifyInstance,
  { services, clock, checkoutPath }: BuyingApiOptions,
): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();
  privateCalls(app);

  const opened = ({ orderId, totalCents }: { orderId: number | null; totalCents: number }) =>
    ok({
      order_id: orderId ?? 0,
      total_cents: totalCents,
      checkout_path: orderId === null ? null : checkoutPath(orderId),
    });

  interface Body {
    subscription_plan_id: number;
    is_autopay: boolean;
    extra_data?: Record<string, unknown> | undefined;
    price_cents?: number | undefined;
    offer_token?: string | undefined;
    return_path?: string | undefined;
  }
  async function buy(request: FastifyRequest, body: Body, code?: string) {
    const asked: BuyAsked = {
      planId: body.subscription_plan_id,
      isAutopay: body.is_autopay,
      code,
      priceCents: body.price_cents,
      offerToken: body.offer_token,
      extraData: body.extra_data,
      idempotencyKey: keyOf(request),
      returnPath: body.return_path ?? null,
    };
    return opened(await buyPlan(services, await memberOf(request), asked, visitorOf(request, clock())));
  }
  const sold = [
    'notAuthenticated',
    'invalidParam',
    'subscriptionExisted',
    'transactionProcessing',
    'planNotFound',
    'offlinePending',
  ] as const;

  api.get(
    '/api/payment/archiveOffer',
    {
      schema: {
        tags: ['payment'],
        summary: 'The archive offer, with a token valid for five minutes',
        response: { 200: wrapped(offerReplySchema), ...refusals('planNotFound') },
      },
    },
    async () => {
      const { token, plan, expiresAt, everyMs } = await archiveOffer(services, clock());
      return ok({
        offer_token: token,
        subscription_plan_id: plan.id,
        name: plan.name,
        price_cents: plan.priceCents,
        days: plan.days,
        every_ms: everyMs,
        expires_ts: unixSeconds(expiresAt),
      });
    },
  );

  api.post(
    '/api/payment/onlineSubscription',
    {
      schema: {
        tags: ['payment'],
        summary: 'Opens an order of a plan',
        description: 'The same `Idempotency-Key`, or the same order while it is open, is answered with the same order.',
        body: onlineSubscriptionBodySchema,
        response: { 200: wrapped(orderReplySchema), ...refusals(...sold) },
      },
      ...membersOnly,
    },
    (request) => buy(request, request.body),
  );

  api.post(
    '/api/payment/promotionOnlineSubscription',
    {
      schema: {
        tags: ['payment'],
        summary: 'Opens an order of a plan at the price of a code, which is reserved until the order ends',
        body: promotionSubscriptionBodySchema,
        response: {
          200: wrapped(orderReplySchema),
          ...refusals(...sold, 'codeOver', 'discountCodeNotFound', 'codeOfAnother', 'codeLimit', 'tooManyRequests'),
        },
      },
      ...membersOnly,
    },
    (request) => buy(request, request.body, request.body.promotion_code),
  );

  api.post(
    '/api/payment/changeCreditCard',
    {
      schema: {
        tags: ['payment'],
        summary: 'Opens an order that verifies another card; its HK$1.00 is refunded',
        body: changeCardBodySchema,
        response: {
          200: wrapped(orderReplySchema),
          ...refusals('notAuthenticated', 'invalidParam', 'noRecurringProfile', 'periodFixed', 'inRenewalBatch'),
        },
      },
      ...membersOnly,
    },
    async (request) => {
      const { recurring_profile_id: profileId, password } = request.body;
      const asked = { profileId, password, idempotencyKey: keyOf(request) };
      const { orderId } = await changeCreditCard(services, await memberOf(request), asked, clock());
      return opened({ orderId, totalCents: 0 });
    },
  );

  api.post(
    '/api/payment/changePlan',
    {
      schema: {
        tags: ['payment'],
        summary: 'Changes the renewing plan, immediately or at the next renewal',
        description: '`order_id` 0: nothing is due now.',
        body: changePlanBodySchema,
        response: {
          200: wrapped(orderReplySchema),
          ...refusals(
            'notAuthenticated',
            'invalidParam',
            'planNotFound',
            'periodFixed',
            'inRenewalBatch',
            'tooManyRequests',
          ),
        },
      },
      ...membersOnly,
    },
    async (request) => {
      const { subscription_plan_id: planId, when, total_cents: totalCents, password } = request.body;
      const asked = { planId, when, totalCents, password, idempotencyKey: keyOf(request) };
      return opened(await changePlan(services, await memberOf(request), asked, clock()));
    },
  );

  // One handler for both paths: a code determines what it is for, wherever it is entered.
  for (const url of ['/api/userinfo/redeem', '/api/premium/redeem'])
    api.post(
      url,
      {
        schema: {
          tags: ['member info'],
          summary: 'Redeems a code for plan days, a film or an event',
          body: redeemBodySchema,
          response: {
            200: wrapped(redeemReplySchema),
            ...refusals(
              'notAuthenticated',
              'invalidParam',
              'redeemCodeNotFound',
              'alreadyRedeemed',
              'alreadyOwned',
              'codeOver',
              'codeNotEligible',
              'tooManyRequests',
            ),
          },
        },
        ...membersOnly,
      },
      async (request) => {
        const visitor = visitorOf(request, clock());
        const given = await redeem(services, await memberOf(request), request.body.redeem_code, visitor);
        return ok(
          given.gives === 'days'
            ? { name: given.name, days: given.days, end_ts: unixSeconds(given.endsAt), path: null }
            : { name: given.name, days: 0, end_ts: null, path: given.path },
        );
      },
    );
}
