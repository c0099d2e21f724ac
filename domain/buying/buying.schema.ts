import { z } from 'zod';
import { MAX_ID } from '#shared/ids.ts';

const id = z.number().int();
/** External input is limited to the range of its column. */
const givenId = id.min(1).max(MAX_ID);
const givenCents = id.min(0).max(MAX_ID);

const money = {
  subscription_plan_id: givenId,
  is_autopay: z.boolean(),
  extra_data: z.record(z.string(), z.unknown()).optional().describe('Arbitrary data stored with the order unchanged'),
  price_cents: givenCents
    .optional()
    .describe('Price shown to the buyer, in cents; refused with 20008 if it changed more than an hour ago'),
  offer_token: z
    .string()
    .max(200)
    .optional()
    .describe('Token of the archive offer; represents the plan and price that were shown'),
  return_path: z
    .string()
    .max(500)
    .regex(/^\/(?![/\\])/)
    .optional(),
};
export const onlineSubscriptionBodySchema = z.object(money);
export const promotionSubscriptionBodySchema = z.object({ ...money, promotion_code: z.string().min(1).max(64) });

export const orderReplySchema = z.object({
  order_id: id,
  total_cents: id.describe('Amount due, in cents; 0 if nothing is due'),
  checkout_path: z.string().nullable().describe('Path of the checkout; null if nothing is due'),
});

export const offerReplySchema = z.object({
  offer_token: z.string(),
  subscription_plan_id: id,
  name: z.string(),
  price_cents: id,
  days: id,
  every_ms: id.describe('Milliseconds to wait before requesting the offer again'),
  expires_ts: z.number().describe('Unix seconds: expiry of the token'),
});

export const changeCardBodySchema = z.object({ recurring_profile_id: givenId, password: z.string().optional() });

export const changePlanBodySchema = z.object({
  subscription_plan_id: givenId,
  when: z.enum(['now', 'renewal']).optional(),
  total_cents: givenCents.optional().describe('Price difference shown to the buyer, in cents'),
  password: z.string().optional(),
});

export const redeemBodySchema = z.object({ redeem_code: z.string().min(1).max(64) });
export const redeemReplySchema = z.object({
  name: z.string(),
  days: id.describe('Days of the plan granted; 0 if the code granted a film or an event'),
  end_ts: z.number().nullable().describe('Unix seconds: end of the period granted'),
  path: z.string().nullable().describe('Path of the film’s or event’s page'),
});
