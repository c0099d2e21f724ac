/** Query and path parameters shared by many calls. */
import { z } from 'zod';
import { isPossibleDay } from '#shared/hk-time.ts';

/** An id in a URL: digits only. */
export const digitsId = (what: string) =>
  z
    .string()
    .regex(/^\d{1,20}$/, 'digits only')
    .transform(Number)
    .describe(what);

/** A Hong Kong day of this station (`2026-11-30`): the database has no day of year 0, where the first of others begin. */
export const dayHk = () => z.iso.date().refine(isPossibleDay, 'no day of 2000 to 2099');

/** Number of rows to return. */
export const count = (limits: { default: number; max: number }) =>
  z.coerce
    .number()
    .int()
    .min(1)
    .max(limits.max)
    .default(limits.default)
    .describe(`Maximum number of items to return, 1 to ${limits.max}`);

/** Number of rows to skip. */
export const offset = () =>
  z.coerce.number().int().min(0).max(1_000_000).default(0).describe('Number of items to skip');
