/** Shapes of query and path parameters that many calls share. */
import { z } from 'zod';

/** An id as it stands in an address: digits and nothing else. */
export const digitsId = (what: string) =>
  z
    .string()
    .regex(/^\d{1,20}$/, 'digits only')
    .transform(Number)
    .describe(what);

/** How many rows a caller wants. */
export const count = (limits: { default: number; max: number }) =>
  z.coerce
    .number()
    .int()
    .min(1)
    .max(limits.max)
    .default(limits.default)
    .describe(`How many at most, 1 to ${limits.max}`);

/** Rows to leave out at the front of a list. */
export const offset = () =>
  z.coerce.number().int().min(0).max(1_000_000).default(0).describe('Rows to leave out at the front');
