import { z } from 'zod';
import { securityEventReplySchema } from '#domain/security-events/security-events.schema.ts';

const ts = (about: string) => z.number().describe(`Unix seconds: ${about}`);
const id = z.number().int();

export const subscribedReplySchema = z.object({ subscribed: z.boolean() });

export const memberHistoryReplySchema = z.object({
  subscriptions: z.array(
    z.object({
      subscription_id: id,
      subscription_plan_id: id,
      plan_name: z.string(),
      price_cents: z.number().int(),
      source: z.string().describe('order, code, gift, offline, grace, credit, or hand: given by the station'),
      state: z.enum(['pending', 'running', 'over']),
      start_ts: ts('first instant'),
      end_ts: ts('end, not included'),
    }),
  ),
  recurring_profiles: z.array(
    z.object({
      recurring_profile_id: id,
      plan_name: z.string(),
      state: z.enum(['active', 'grace', 'stopping', 'stopped']),
      card_scheme: z.string(),
      card_last4: z.string(),
      card_ends_on: z.string().describe('Last good day, YYYY-MM-DD'),
      period_months: z.number().int(),
      renew_on: z.string().nullable().describe('Hong Kong day of the next charge, YYYY-MM-DD'),
      grace_until_ts: ts('until when it is heard though a charge failed').nullable(),
    }),
  ),
  transactions: z
    .array(
      z.object({
        order_id: id,
        kind: z.string(),
        state: z.enum(['open', 'paid', 'cancelled', 'expired', 'review', 'part_refunded', 'refunded']),
        names: z.array(z.string()),
        total_cents: id,
        refunded_cents: id,
        created_ts: ts('ordered'),
        paid_ts: ts('paid').nullable(),
      }),
    )
    .describe('Newest first'),
  redemptions: z
    .array(
      z.object({
        redemption_id: id,
        name: z.string(),
        kind: z.enum(['discount', 'link', 'redeem', 'gift']),
        days: id.nullable(),
        order_id: id.nullable(),
        used_ts: ts('used'),
      }),
    )
    .describe('Newest first'),
  account_changes: z.array(securityEventReplySchema).describe('Changes of address, phone and password, newest first'),
});

export const plansReplySchema = z.object({
  plans: z.array(
    z.object({
      subscription_plan_id: id,
      name: z.string(),
      kind: z.enum(['once', 'monthly', 'yearly', 'offline']),
      description: z.string(),
      price_cents: id,
      days: id.describe('Of a plan that renews: of a period, about'),
      period_months: id.nullable(),
      max_quantity: id,
      eligible: z.enum(['all', 'new', 'former']),
      sells_until_ts: ts('offered until').nullable(),
    }),
  ),
});

const money = {
  subscription_plan_id: id.positive(),
  is_autopay: z.boolean(),
  extra_data: z.record(z.string(), z.unknown()).optional().describe('Kept with the order as given'),
  price_cents: id.nonnegative().optional().describe('The price on the button: 20008 where it changed over an hour ago'),
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
  total_cents: id.describe('What is to be paid; 0: nothing'),
  checkout_path: z.string().nullable().describe('Where it is paid; null: nothing is to be paid'),
});

export const changeCardBodySchema = z.object({ recurring_profile_id: id.positive(), password: z.string().optional() });

export const changePlanBodySchema = z.object({
  subscription_plan_id: id.positive(),
  when: z.enum(['now', 'renewal']).optional(),
  total_cents: id.nonnegative().optional().describe('The difference that was shown'),
  password: z.string().optional(),
});

export const redeemBodySchema = z.object({ redeem_code: z.string().min(1).max(64) });
export const redeemReplySchema = z.object({ name: z.string(), days: id, end_ts: ts('end of the time it gave') });
