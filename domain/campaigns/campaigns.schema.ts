import { z } from 'zod';

export const nameParamsSchema = z.object({
  name: z
    .string()
    .regex(/^[a-z0-9_]{3,40}$/)
    .describe('Name of the campaign, as in the URL of its page'),
});

const seconds = z.number().describe('Unix seconds');
const cents = z.number().int().describe('Amount in HK$ cents');

export const progressReplySchema = z.object({
  campaign_id: z.number().int(),
  name: z.string(),
  kind: z.enum(['pledge', 'sale']),
  status: z
    .number()
    .int()
    .min(0)
    .max(5)
    .describe('Status: 0 not started, 1 target reached, 2 tiers full, 3 running, 4 ended, 5 sold out'),
  result: z.enum(['succeeded', 'failed']).nullable().describe('Outcome; null until it is decided'),
  opens_ts: seconds,
  closes_ts: seconds,
  currentTimestamp: seconds,
  target: z.number().nullable().describe('Funding target, in HK$'),
  quota: z.number().int().nullable().describe('Total quantity of all tiers or goods; null if any is unlimited'),
  sold: z.number().int().describe('Number sold of all tiers or goods'),
  collected_cents: cents,
  supporters: z.number().int(),
  terms_version: z.string().describe('Version of the terms that buyers accept'),
  max_per_buyer: z.number().int().nullable(),
  products: z.array(
    z.object({
      id: z.number().int(),
      kind: z.enum(['tier', 'goods', 'delivery', 'extra']),
      code: z.string(),
      name: z.string(),
      price_cents: cents,
      quota: z.number().int().nullable().describe('Total quantity; null if unlimited'),
      sold: z.number().int(),
      left: z.number().int().nullable().describe('Remaining quantity, excluding units in checkouts in progress'),
      max_quantity: z.number().int(),
      chooses_day: z.boolean(),
    }),
  ),
  days: z
    .object({ first: z.string(), count: z.number().int(), taken: z.array(z.string()) })
    .nullable()
    .describe('Hong Kong dates from which supporters can choose'),
});
