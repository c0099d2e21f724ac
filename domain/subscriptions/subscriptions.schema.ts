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
      source: z.string().describe('hand: given by the station'),
      state: z.enum(['pending', 'running', 'over']),
      start_ts: ts('first instant'),
      end_ts: ts('end, not included'),
    }),
  ),
  recurring_profiles: z.array(
    z.object({
      recurring_profile_id: id,
      plan_name: z.string(),
      state: z.enum(['active', 'stopped']),
      card_scheme: z.string(),
      card_last4: z.string(),
      card_ends_on: z.string().describe('Last good day, YYYY-MM-DD'),
      period_months: z.number().int(),
    }),
  ),
  transactions: z.array(z.never()).describe('Empty until payments exist'),
  redemptions: z.array(z.never()).describe('Empty until codes exist'),
  account_changes: z.array(securityEventReplySchema).describe('Changes of address, phone and password, newest first'),
});
