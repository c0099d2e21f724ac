import type { z } from 'zod';
import { presentEvent } from '#domain/security-events/security-events.ts';
import { dateTimeHk, unixSeconds } from '#shared/hk-time.ts';
import { gatewayTypeOf, productTypeOf, transactionTypeOf } from '#shared/payment-enums.ts';
import type { MemberHistory } from './subscriptions.ts';
import type { Plan } from './plans.ts';
import type { memberHistoryReplySchema, plansReplySchema } from './subscriptions.schema.ts';

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
    renew_on: profile.renewOn,
    grace_until_ts: profile.graceUntil && unixSeconds(profile.graceUntil),
  })),
  transactions: history.orders.map((order) => ({
    id: order.id,
    type: transactionTypeOf(order.kind),
    status: order.state,
    amount: order.totalCents / 100,
    gateway: order.method && gatewayTypeOf(order.method),
    product_type: productTypeOf(order.kind),
    created_at: dateTimeHk(order.createdAt),
    paid_at: order.paidAt && dateTimeHk(order.paidAt),
    names: order.names,
    refunded_amount: order.refundedCents / 100,
  })),
  redemptions: history.redemptions.map((use) => ({
    redemption_id: use.id,
    name: use.name,
    kind: use.kind,
    days: use.days,
    order_id: use.orderId,
    used_ts: unixSeconds(use.usedAt),
  })),
  account_changes: history.changes.map(presentEvent),
});

export const presentPlans = (plans: Plan[]): z.input<typeof plansReplySchema> => ({
  plans: plans.map((plan) => ({
    subscription_plan_id: plan.id,
    name: plan.name,
    kind: plan.kind,
    description: plan.description,
    price_cents: plan.priceCents,
    days: plan.days,
    period_months: plan.periodMonths,
    max_quantity: plan.maxQuantity,
    eligible: plan.eligible,
    sells_until_ts: plan.sellsUntil && unixSeconds(plan.sellsUntil),
  })),
});
