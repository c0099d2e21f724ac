import { z } from 'zod';

// Payloads of order lines about plans. Written by us when the order opens, and parsed again when it is paid.

const id = z.number().int();

export const subscriptionLineSchema = z.object({
  days: id,
  /** Of a renewing plan. */
  periodMonths: id.nullable(),
});

export const renewalLineSchema = z.object({
  profileId: id,
  periodMonths: id,
  /** The last paid day: a charge for a period paid meanwhile is refunded. Null for PayDollar's own charges. */
  dueDay: z.string().nullable(),
  creditCents: id,
});

export const planChangeLineSchema = z.object({
  profileId: id,
  periodMonths: id,
  /** The period to replace. */
  timeId: id,
  /** The profile's credit used to compute the price; if a charge used some since, the money is refunded. */
  creditCents: id,
  creditLeftCents: id,
  /** What had paid for that period; if some of it was refunded since, so is this money. */
  valueCents: id,
});

export const cardCheckLineSchema = z.object({ profileId: id });

export const giftLineSchema = z.object({ days: id });
