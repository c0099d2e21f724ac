import { MAX_ID } from '#shared/ids.ts';
import { FACT_KINDS, GATEWAYS } from '#shared/payment-enums.ts';
import { z } from 'zod';

const MAX_CENTS = MAX_ID;

/** A provider's webhook as stored in the inbox. */
export const webhookSchema = z.object({
  facts: z.array(
    z.object({
      gateway: z.enum(GATEWAYS),
      attempt: z.string().nullable(),
      gatewayTxn: z.string().min(1).max(200),
      kind: z.enum(FACT_KINDS),
      cents: z.number().int().min(0).max(MAX_CENTS),
      currency: z.string().max(10),
      at: z.coerce.date(),
      detail: z.record(z.string(), z.unknown()),
      card: z
        .object({
          token: z.string().nullable(),
          agreement: z.string().nullable(),
          scheme: z.string(),
          last4: z.string(),
          endsOn: z.string(),
        })
        .optional(),
    }),
  ),
  asks: z.array(z.string()),
  /** Absent in webhooks stored by an earlier version. */
  receivedAt: z.coerce.date().optional(),
});

const transactionId = z
  .string()
  .regex(/^[A-Z]{2}\d{14}$/)
  .describe('Number of the payment attempt, as used by the provider and in its return URL');

export const resultQuerySchema = z.object({
  transaction_id: transactionId,
  product_type: z.string().max(40).optional().describe('Product type from the return URL; ignored'),
  ticket: z.string().max(100).optional().describe('Ticket of a return without the session of its buyer'),
});

export const resultReplySchema = z.object({
  status: z
    .enum(['pending', 'success', 'failure'])
    .describe('Status of the payment; pending: ask again; money that was received is never reported as a failure'),
  redirect: z
    .string()
    .describe('Path of the page to show next; while pending, of the page that says the payment is being processed'),
  is_unpaid: z.boolean().describe('Whether the provider, queried just now, has no payment for a pending attempt'),
});

const seconds = z.number().int().nullable();
export const fulfilmentDelaySchema = z.object({
  days: z.number().int(),
  orders: z.number().int(),
  p50_seconds: seconds.describe('Seconds from the time of payment, as reported by the provider'),
  p95_seconds: seconds,
  max_seconds: seconds,
});

export const cancelBodySchema = z.object({
  order_id: z
    .number()
    .int()
    .min(1)
    .max(MAX_ID)
    .optional()
    .describe('ID of the order; one of the two fields is required'),
  transaction_id: transactionId.optional(),
});

export const cancelReplySchema = z.object({
  order_id: z.number().int(),
  state: z.string().describe('State of the order: cancelled, or paid if the payment arrived first'),
});
