import { isPossibleId } from '#shared/ids.ts';
import { z } from 'zod';
import { CHECKS } from './diagnostics.rules.ts';

const plain = (most: number) =>
  z
    .string()
    .max(most)
    // PostgreSQL text cannot contain NUL.
    .refine((text) => !/\p{Cc}/u.test(text) && text.isWellFormed(), 'control characters');

export const testReplySchema = z.object({
  now_ts: z.number().describe('Server time, Unix seconds'),
  test: z
    .object({
      path: z.string().describe('URL of the playlist of all renditions, with video and audio'),
      seconds: z.number().int().describe('Duration in seconds'),
      qualities: z.array(
        z.object({
          id: z.number().int().describe('Output profile: 21, 24 or 25'),
          bits_per_second: z.number().int().describe('Measured peak bit rate, in bits per second'),
          path: z.string().describe('URL of the playlist whose segments are fetched to measure the bandwidth'),
        }),
      ),
    })
    .nullable()
    .describe('Public test stream; null if currently none is available'),
});
export type TestWire = z.infer<typeof testReplySchema>;

export const reportBodySchema = z.strictObject({
  event_id: z.number().int().refine(isPossibleId, 'no such number').nullable(),
  checks: z
    .array(
      z.strictObject({
        name: z.enum(CHECKS),
        result: z.enum(['pass', 'warn', 'fail']),
        /** Measurements, as numbers and the browser's own words. */
        found: z.record(z.string().regex(/^[a-z_]{1,30}$/), z.union([z.number(), z.boolean(), plain(120)])),
      }),
    )
    .min(1)
    .max(CHECKS.length),
  device: z.strictObject({
    user_agent: plain(400),
    screen: plain(40),
    language: plain(40),
    time_zone: plain(60),
    network: plain(40),
  }),
});
export type ReportBody = z.output<typeof reportBodySchema>;

export const reportReplySchema = z.object({
  code: z.string().describe('Reference code for the support team, such as D-7F3A-22K9'),
});
