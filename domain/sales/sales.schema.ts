import { z } from 'zod';
import { wireOf } from '#domain/forms/wire.schema.ts';
import { GUEST_FORMS } from './guests.rules.ts';
import { MAX_LINES, MAX_QUANTITY } from './sales.rules.ts';
import { MAX_ID } from '#shared/ids.ts';
import { SALE_TYPES } from '#shared/payment-enums.ts';

const utm = z.string().max(100).nullish();

export const salesTransactionBodySchema = z.object({
  product_type: z.enum(SALE_TYPES),
  lines: z
    .array(
      z.object({
        kind: z.string().min(1).max(40).describe('As the room names it: premium, livestream, pledge, goods'),
        id: z.number().int().min(1).max(MAX_ID),
        unit: z.string().min(1).max(100).nullish().describe('Which one, of things that are one of a kind'),
        quantity: z.number().int().min(1).max(MAX_QUANTITY).default(1),
        promotion_code: z.string().max(64).nullish(),
      }),
    )
    .min(1)
    .max(MAX_LINES),
  terms_version: z.string().max(40).nullish().describe('Of the terms that its buyer accepted'),
  utm_medium: utm,
  utm_source: utm,
  return_path: z.string().max(500).nullish().describe('A page of ours to go back to'),
});
export type SalesTransactionBody = z.infer<typeof salesTransactionBodySchema>;

export const saleReplySchema = z.object({
  order_id: z.number().int().describe('0: it is not your turn yet'),
  total_cents: z.number().int(),
  checkout_path: z.string().nullable().describe('Where it is paid; of what costs nothing, where it is'),
  place: z
    .object({ number: z.number().int(), ahead: z.number().int(), every_ms: z.number().int() })
    .nullable()
    .describe('Your position in the order of coming: ask again, in about so long. It is kept while you do'),
});

export const saleQuoteBodySchema = salesTransactionBodySchema.pick({
  product_type: true,
  lines: true,
  terms_version: true,
});

export const saleQuoteReplySchema = z.object({
  discount_cents: z.number().int().describe('What is taken off'),
  total_cents: z.number().int().describe('What is paid then'),
});

export const askGuestProofBodySchema = wireOf(GUEST_FORMS.askGuestProof, { email: 'Of who buys without an account' });
export const proveGuestBodySchema = wireOf(GUEST_FORMS.proveGuest, {
  email: 'As it was asked with',
  verify_code: 'Of the mail',
});
export const findGuestOrderBodySchema = wireOf(GUEST_FORMS.findGuestOrder, { email: 'With which it was bought' });
