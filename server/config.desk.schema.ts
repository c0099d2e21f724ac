import { z } from 'zod';
import { link } from './config.payments.schema.ts';

/** Variables of the desk, each with one sentence; part of the complete schema (config.schema.ts). */
export const deskSettings = {
  DESK_URL: link
    .or(z.literal('off'))
    .default('')
    .describe(
      'public URL of the desk of the staff, on a different host name than the site, routed to DESK_PORT; off: no desk; empty: http://localhost:DESK_PORT in the demo, otherwise no desk',
    ),
  DESK_REFUND_LIMIT: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .default(300)
    .describe('HK$ that one person refunds of an order at the desk; more needs a second person'),
  DESK_PORT: z.coerce.number().int().min(1).max(65_535).optional().describe('port of the desk; empty: PORT + 4'),
};
