import { z } from 'zod';
import { ORDER_STATES, PRODUCT_TYPES } from '#shared/payment-enums.ts';
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
      source: z
        .string()
        .describe(
          'Origin of the subscription: order, code, gift, offline, grace, credit, or hand (granted by the station)',
        ),
      state: z.enum(['pending', 'running', 'over']),
      start_ts: ts('start, inclusive'),
      end_ts: ts('end, exclusive'),
    }),
  ),
  recurring_profiles: z.array(
    z.object({
      recurring_profile_id: id,
      plan_name: z.string(),
      state: z.enum(['active', 'grace', 'stopping', 'stopped']),
      card_scheme: z.string(),
      card_last4: z.string(),
      card_ends_on: z.string().describe('Last day on which the card is valid, YYYY-MM-DD'),
      period_months: z.number().int(),
      renew_on: z.string().nullable().describe('Hong Kong date of the next charge, YYYY-MM-DD'),
      grace_until_ts: ts('end of the grace period after a failed charge').nullable(),
    }),
  ),
  transactions: z
    .array(
      z.object({
        id: id.describe('ID of the order'),
        type: id.describe('TransactionType: 1 plan, 2 renewal, 7 card check, 8 change of plan, 11 film, 15 other'),
        status: z.enum(ORDER_STATES),
        amount: z.number().describe('Amount in HK$'),
        gateway: id
          .nullable()
          .describe('PaymentGatewayType: 1 card, 2 offline, 3 Alipay, 4 WeChat Pay, 5 PayMe, 6 JETCO; null if none'),
        product_type: z.enum(PRODUCT_TYPES),
        created_at: z.string().describe('Time of the order in Hong Kong, YYYY-MM-DD HH:mm:ss'),
        paid_at: z.string().nullable().describe('Time of payment in Hong Kong, YYYY-MM-DD HH:mm:ss'),
        names: z.array(z.string()),
        refunded_amount: z.number().describe('Amount refunded, in HK$'),
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
        used_ts: ts('redemption'),
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
      days: id.describe('Duration in days; for a renewing plan, the approximate length of a period'),
      period_months: id.nullable(),
      max_quantity: id,
      eligible: z.enum(['all', 'new', 'former']),
      sells_until_ts: ts('end of sale').nullable(),
    }),
  ),
});
