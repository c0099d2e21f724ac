import type { z } from 'zod';
import { presentEvent } from '#domain/security-events/security-events.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import type { MemberHistory } from './subscriptions.ts';
import type { memberHistoryReplySchema } from './subscriptions.schema.ts';

export const presentHistory = (history: MemberHistory): z.input<typeof memberHistoryReplySchema> => ({
  subscriptions: history.plans.map((plan) => ({
    subscription_id: plan.id,
    subscription_plan_id: plan.planId,
    plan_name: plan.planName,
    price_cents: plan.priceCents,
    source: plan.source,
    state: plan.state,
    start_ts: unixSeconds(plan.startsAt),
    end_ts: unixSeconds(plan.endsAt),
  })),
  recurring_profiles: history.recurring.map((profile) => ({
    recurring_profile_id: profile.id,
    plan_name: profile.planName,
    state: profile.state,
    card_scheme: profile.cardScheme,
    card_last4: profile.cardLast4,
    card_ends_on: profile.cardEndsOn,
    period_months: profile.periodMonths,
  })),
  transactions: [],
  redemptions: [],
  account_changes: history.changes.map(presentEvent),
});
