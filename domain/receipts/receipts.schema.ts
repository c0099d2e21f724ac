import { z } from 'zod';

const cents = z.number().int();

/** What a paper says beside its number, day and amount. It is kept for years: no name, no address, no card. */
export const receiptContentSchema = z.object({
  /** What was bought; of a refund note, what it was that money went back for. */
  lines: z.array(
    z.object({
      /** Of the order's line, for its words in English. */
      kind: z.string(),
      name: z.string(),
      quantity: z.number().int(),
      unitCents: cents,
      discountCents: cents,
    }),
  ),
  /** `card`, `payme`… */
  method: z.string(),
  gateway: z.string(),
  /** Our number of the payment, or of the refund. */
  reference: z.string(),
});

export type ReceiptContent = z.infer<typeof receiptContentSchema>;

export const receiptsReplySchema = z.object({
  receipts: z.array(
    z.object({
      receipt_id: z.number().int(),
      kind: z.enum(['receipt', 'refund_note']),
      receipt_no: z.string().describe('R2026-000123; a refund note N2026-000123'),
      order_id: z.number().int(),
      item: z.string().describe('What was bought'),
      price_cents: cents.describe('What was paid, or went back'),
      paid_ts: z.number().describe('Unix seconds: when the money moved'),
      issued_ts: z.number().describe('Unix seconds: when the paper got its number'),
    }),
  ),
});
