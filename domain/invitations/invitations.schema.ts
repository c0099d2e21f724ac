import { z } from 'zod';

export const codeParamsSchema = z.object({ code: z.string().max(64).describe('Code from the mailed link') });

const seconds = z.number().describe('Unix seconds');

export const invitationReplySchema = z.object({
  invitation_id: z.number().int(),
  given_name: z.string(),
  title: z.string(),
  lead: z.string(),
  place: z.string(),
  doors_ts: seconds,
  starts_ts: seconds,
  ends_ts: seconds,
  reply_by_ts: seconds,
  phase: z
    .enum(['open', 'over', 'past', 'cancelled'])
    .describe('Phase of the invitation; replies are accepted while open'),
  cancelled_why: z.string().nullable(),
  state: z.enum(['open', 'yes', 'no', 'waiting', 'offered', 'lapsed']),
  max_seats: z.number().int(),
  seats: z.number().int(),
  guests: z.array(z.string()),
  waiting_place: z.number().int().nullable().describe('Position in the waiting list, from 1'),
  offer_ends_ts: seconds.nullable().describe('Expiry of the reserved seat, Unix seconds'),
});
