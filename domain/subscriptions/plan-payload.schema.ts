import { z } from 'zod';

// What lines of orders say of plans, read again when they are paid. It is ours, written when the order was opened.

const id = z.number().int();

export const subscriptionLineSchema = z.object({
  days: id,
  /** Of a plan that renews. */
  periodMonths: id.nullable(),
});

export const renewalLineSchema = z.object({
  profileId: id,
  periodMonths: id,
  /** The last day that was paid: a charge for a period that was paid meanwhile goes back. Null: PayDollar's own charge. */
  dueDay: z.string().nullable(),
  creditCents: id,
});

export const planChangeLineSchema = z.object({
  profileId: id,
  periodMonths: id,
  /** The time that the new one takes the place of. */
  timeId: id,
  /** Credit of the profile that the price was made with: where a charge took of it since, the money goes back. */
  creditCents: id,
  creditLeftCents: id,
  /** What had paid for that time: where some of it went back since, so does this money. */
  valueCents: id,
});

export const cardCheckLineSchema = z.object({ profileId: id });

export const giftLineSchema = z.object({ days: id });
