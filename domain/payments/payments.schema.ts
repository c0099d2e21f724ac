import { MAX_ID } from '#shared/ids.ts';
import { FACT_KINDS, GATEWAYS } from '#shared/payment-enums.ts';
import { z } from 'zod';

const MAX_CENTS = MAX_ID;

/** A provider's notice as stored in the inbox. */
export const noticeSchema = z.object({
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
  /** Absent in notices stored by an earlier version. */
  receivedAt: z.coerce.date().optional(),
});

const transactionId = z
  .string()
  .regex(/^[A-Z]{2}\d{14}$/)
  .describe('Number of the attempt, as the provider and its return carry it');

export const resultQuerySchema = z.object({
  transaction_id: transactionId,
  product_type: z.string().max(40).optional().describe('As in the address of the return; nothing depends on it'),
  ticket: z.string().max(100).optional().describe('Of a return that came without the session of its buyer'),
});

export const resultReplySchema = z.object({
  status: z
    .enum(['pending', 'success', 'failure'])
    .describe('pending: ask again; money that is here is never a failure'),
  redirect: z.string().describe('Where the page leads from here, or where it says that it is looked into'),
  is_unpaid: z.boolean().describe('Of what is pending: its provider was asked just now and has no payment of it'),
});

const seconds = z.number().int().nullable();
export const openingTimesSchema = z.object({
  days: z.number().int(),
  orders: z.number().int(),
  p50_seconds: seconds.describe('From the moment at which the money was taken, as its provider says'),
  p95_seconds: seconds,
  max_seconds: seconds,
});

export const cancelBodySchema = z.object({
  order_id: z.number().int().min(1).max(MAX_ID).optional().describe('One of the two'),
  transaction_id: transactionId.optional(),
});

export const cancelReplySchema = z.object({
  order_id: z.number().int(),
  state: z.string().describe('cancelled; paid, where the money came first'),
});
