import { truthOf } from '#app/pages/checkout/payment-truth.ts';
import type { Payment, PlanOnSale, Quote } from './money-doors.types.ts';

/** A plan as pages show it. */
export const planView = ({ id, name, kind, priceCents, days, periodMonths, description, sellsUntil }: PlanOnSale) => ({
  id,
  name,
  kind,
  priceCents,
  days,
  renews: periodMonths !== null,
  description,
  sellsUntilMs: sellsUntil?.getTime() ?? null,
});

export const quoteView = ({ plan, startsAt, endsAt, ...quote }: Quote) => ({
  ...quote,
  plan: planView(plan),
  startsAtMs: startsAt.getTime(),
  endsAtMs: endsAt.getTime(),
});

/** An order as pages show it. */
export const paymentView = (payment: Payment) => ({
  orderId: payment.orderId,
  kind: payment.kind,
  /** Otherwise an individual purchase, which has no renewal to pay. */
  isOfPlan: payment.resultPaths === null,
  truth: truthOf(payment),
  totalCents: payment.totalCents,
  discountCents: payment.discountCents,
  refundedCents: payment.refundedCents,
  returningCents: payment.returningCents,
  lines: payment.lines,
  createdAtMs: payment.createdAt.getTime(),
  paidAtMs: payment.paidAt?.getTime() ?? null,
  number: payment.attempt?.number ?? null,
  method: payment.attempt?.method ?? null,
  reason: payment.attempt?.reason ?? null,
  time: payment.time && { startsAtMs: payment.time.startsAt.getTime(), endsAtMs: payment.time.endsAt.getTime() },
  renewsOn: payment.renewsOn,
  renewsCents: payment.renewsCents,
  giftCode: payment.giftCode,
  returnPath: payment.returnPath,
  receipts: payment.receipts,
});
export type PaymentView = ReturnType<typeof paymentView>;
