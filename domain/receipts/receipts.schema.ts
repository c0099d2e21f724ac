import { z } from 'zod';

const cents = z.number().int();

/** Content of a document besides number, day and amount. Kept for years: no name, address or card. */
export const receiptContentSchema = z.object({
  /** What was bought; for a refund note, what was refunded. */
  lines: z.array(
    z.object({
      /** Kind of the order line, for its English name. */
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
  /** Our number of the payment or refund. */
  reference: z.string(),
});

export type ReceiptContent = z.infer<typeof receiptContentSchema>;

export const receiptsReplySchema = z.object({
  receipts: z.array(
    z.object({
      receipt_id: z.number().int(),
      kind: z.enum(['receipt', 'refund_note']),
      receipt_no: z.string().describe('Document number, such as R2026-000123, or N2026-000123 for a refund note'),
      order_id: z.number().int(),
      item: z.string().describe('Purchased item'),
      price_cents: cents.describe('Amount paid or refunded, in cents'),
      paid_ts: z.number().describe('Unix seconds: payment or refund'),
      issued_ts: z.number().describe('Unix seconds: issue of the document'),
    }),
  ),
});
