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
        id: id.describe('Number of the order'),
        type: id.describe(
          'TransactionType: 1 a plan, 2 its renewal, 7 a card that is checked, 8 a change of plan, 11 a film, 15 other',
        ),
        status: z.enum(ORDER_STATES),
        amount: z.number().describe('HK$'),
        gateway: id
          .nullable()
          .describe('PaymentGatewayType: 1 card, 2 offline, 3 Alipay, 4 WeChat Pay, 5 PayMe, 6 JETCO; null: by none'),
        product_type: z.enum(PRODUCT_TYPES),
        created_at: z.string().describe('Ordered, YYYY-MM-DD HH:mm:ss in Hong Kong'),
        paid_at: z.string().nullable().describe('Paid, likewise'),
        names: z.array(z.string()),
        refunded_amount: z.number().describe('What of it went back, HK$'),
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
