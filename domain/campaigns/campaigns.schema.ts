import { z } from 'zod';

export const nameParamsSchema = z.object({
  name: z
    .string()
    .regex(/^[a-z0-9_]{3,40}$/)
    .describe('As the address of its page spells it'),
});

const seconds = z.number().describe('Unix seconds');
const cents = z.number().int().describe('Cents of Hong Kong dollars');

export const standingReplySchema = z.object({
  campaign_id: z.number().int(),
  name: z.string(),
  kind: z.enum(['pledge', 'sale']),
  status: z
    .number()
    .int()
    .min(0)
    .max(5)
    .describe('0 not begun, 1 target reached, 2 tiers full, 3 running, 4 ended, 5 sold out'),
  result: z.enum(['succeeded', 'failed']).nullable().describe('What became of it, once that is decided'),
  opens_ts: seconds,
  closes_ts: seconds,
  currentTimestamp: seconds,
  target: z.number().nullable().describe('What it is to collect, HK$'),
  quota: z.number().int().nullable().describe('Of all tiers or goods; null: there is no end of one'),
  sold: z.number().int().describe('Of all tiers or goods'),
  collected_cents: cents,
  supporters: z.number().int(),
  terms_version: z.string().describe('Whoever buys accepts these'),
  max_per_buyer: z.number().int().nullable(),
  products: z.array(
    z.object({
      id: z.number().int(),
      kind: z.enum(['tier', 'goods', 'delivery', 'extra']),
      code: z.string(),
      name: z.string(),
      price_cents: cents,
      quota: z.number().int().nullable().describe('Null: there is no end of it'),
      sold: z.number().int(),
      left: z.number().int().nullable().describe('But for what others are paying for now'),
      max_quantity: z.number().int(),
      chooses_day: z.boolean(),
    }),
  ),
  days: z
    .object({ first: z.string(), count: z.number().int(), taken: z.array(z.string()) })
    .nullable()
    .describe('Days of Hong Kong that supporters choose from'),
});
