import { z } from 'zod';
import { MAX_ID } from '#shared/ids.ts';

const id = z.number().int();
/** External input is limited to the range of its column. */
const givenId = id.min(1).max(MAX_ID);
const givenCents = id.min(0).max(MAX_ID);

const money = {
  subscription_plan_id: givenId,
  is_autopay: z.boolean(),
  extra_data: z.record(z.string(), z.unknown()).optional().describe('Kept with the order as given'),
  price_cents: givenCents.optional().describe('The price on the button: 20008 where it changed over an hour ago'),
  offer_token: z.string().max(200).optional().describe('Of the archive offer: its plan and price as they were shown'),
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
  total_cents: id.describe('Amount due, in cents; 0: nothing'),
  checkout_path: z.string().nullable().describe('Path of the checkout; null: nothing is due'),
});

export const offerReplySchema = z.object({
  offer_token: z.string(),
  subscription_plan_id: id,
  name: z.string(),
  price_cents: id,
  days: id,
  every_ms: id.describe('Ask again after so long'),
  expires_ts: z.number().describe('Unix seconds: until when the token stands for the offer'),
});

export const changeCardBodySchema = z.object({ recurring_profile_id: givenId, password: z.string().optional() });

export const changePlanBodySchema = z.object({
  subscription_plan_id: givenId,
  when: z.enum(['now', 'renewal']).optional(),
  total_cents: givenCents.optional().describe('The difference that was shown'),
  password: z.string().optional(),
});

export const redeemBodySchema = z.object({ redeem_code: z.string().min(1).max(64) });
export const redeemReplySchema = z.object({
  name: z.string(),
  days: id.describe('Of a plan; 0: it gave a film or an event'),
  end_ts: z.number().nullable().describe('Unix seconds: end of the time it gave'),
  path: z.string().nullable().describe('Page of the film or event'),
});
