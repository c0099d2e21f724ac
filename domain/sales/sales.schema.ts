import { z } from 'zod';
import { wireOf } from '#domain/forms/wire.schema.ts';
import { GUEST_FORMS } from './guest-forms.rules.ts';
import { MAX_LINES, MAX_QUANTITY } from './sales.rules.ts';
import { MAX_ID } from '#shared/ids.ts';
import { SALE_TYPES } from '#shared/payment-enums.ts';

const utm = z.string().max(100).nullish();

export const salesTransactionBodySchema = z.object({
  product_type: z.enum(SALE_TYPES),
  lines: z
    .array(
      z.object({
        kind: z.string().min(1).max(40).describe('Kind of product: premium, livestream, pledge, goods, replay'),
        id: z.number().int().min(1).max(MAX_ID),
        unit: z.string().min(1).max(100).nullish().describe('Individual unit, for products whose units are unique'),
        quantity: z.number().int().min(1).max(MAX_QUANTITY).default(1),
        promotion_code: z.string().max(64).nullish(),
      }),
    )
    .min(1)
    .max(MAX_LINES),
  terms_version: z.string().max(40).nullish().describe('Version of the terms that the buyer accepted'),
  utm_medium: utm,
  utm_source: utm,
  return_path: z.string().max(500).nullish().describe('Path of the page on this site to return to'),
});
export type SalesTransactionBody = z.infer<typeof salesTransactionBodySchema>;

export const saleReplySchema = z.object({
  order_id: z.number().int().describe('ID of the order; 0 while the buyer is waiting for their turn'),
  total_cents: z.number().int(),
  checkout_path: z.string().nullable().describe('Path of the checkout; if nothing is due, path of the product'),
  place: z
    .object({ number: z.number().int(), ahead: z.number().int(), every_ms: z.number().int() })
    .nullable()
    .describe(
      'Position in the queue of buyers, in order of arrival; repeat the call after about `every_ms` milliseconds. The position is kept while the client polls',
    ),
});

export const saleQuoteBodySchema = salesTransactionBodySchema.pick({
  product_type: true,
  lines: true,
  terms_version: true,
});

export const saleQuoteReplySchema = z.object({
  discount_cents: z.number().int().describe('Discount, in cents'),
  total_cents: z.number().int().describe('Total after the discount, in cents'),
});

export const askGuestProofBodySchema = wireOf(GUEST_FORMS.askGuestProof, {
  email: 'E-mail address of a buyer without an account',
});
export const proveGuestBodySchema = wireOf(GUEST_FORMS.proveGuest, {
  email: 'E-mail address for which the code was requested',
  verify_code: 'Code from the mail',
});
export const findGuestOrderBodySchema = wireOf(GUEST_FORMS.findGuestOrder, {
  email: 'E-mail address with which the order was placed',
});
