import { z } from 'zod';
import { MAX_ID } from '#shared/ids.ts';

/** Unix seconds of this century, with fractional milliseconds. */
const ts = z.number().min(946_684_800).max(4_102_444_800);
const words = (chars: number) =>
  z
    .string()
    .max(chars)
    // PostgreSQL text cannot contain NUL.
    .refine((text) => !/\p{Cc}/u.test(text) && text.isWellFormed(), 'control characters');

/** Automation's report of something on air. */
export const automationReportSchema = z
  .object({
    id: words(120).min(1).describe('Its own name for what was on air: reports of one thing have one id'),
    revision: z
      .int()
      .min(1)
      .max(MAX_ID)
      .describe('Counted up with each report of it; a lower one that comes late changes nothing'),
    sent_at: ts.describe('When it was sent, by its own clock'),
    kind: z.enum(['programme', 'section']),
    program_id: z.int().min(1).max(MAX_ID).optional().describe('Our number of the programme; needed of a programme'),
    title: words(200).optional(),
    start_ts: ts,
    end_ts: ts.nullable().default(null).describe('Null while it is on air'),
    is_withdrawn: z.boolean().default(false).describe('True takes it back: nothing of it was on air'),
  })
  .refine(
    ({ kind, program_id }) => kind === 'section' || program_id !== undefined,
    'program_id is required for a programme',
  )
  .refine(({ start_ts, end_ts }) => end_ts === null || end_ts > start_ts, 'the end is before the start')
  .refine(({ start_ts, end_ts }) => end_ts === null || end_ts - start_ts <= 86_400, 'the duration exceeds one day');
export type AutomationReport = z.infer<typeof automationReportSchema>;
