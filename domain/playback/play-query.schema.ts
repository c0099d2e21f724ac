import { z } from 'zod';
import { MAX_ID } from '#shared/ids.ts';

/** What a device that wants to play says of itself: a random name that its browser generated, and its readable name. */
export const playQuerySchema = z.object({
  device_key: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .optional()
    .describe('ID that the device generated for itself; if absent, the session identifies the device'),
  device_name: z
    .string()
    .max(80)
    // PostgreSQL text cannot contain NUL.
    .refine((text) => !/\p{Cc}/u.test(text) && text.isWellFormed(), 'control characters')
    .default('')
    .describe('Readable name of the device, such as Chrome · Windows'),
  take_over_lease: z
    .uuid()
    .optional()
    .describe('ID of the lease whose device slot is to be taken over, as named by a refusal'),
  take_over_epoch: z.coerce.number().int().min(1).max(MAX_ID).optional().describe('Epoch of that lease'),
});
