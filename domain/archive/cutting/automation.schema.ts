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
    id: words(120).min(1).describe('ID assigned by the automation system; all reports of the same item share it'),
    revision: z
      .int()
      .min(1)
      .max(MAX_ID)
      .describe(
        'Revision number, incremented with each report of the item; late reports with a lower revision are ignored',
      ),
    sent_at: ts.describe('Unix seconds: time of sending, by the clock of the automation system'),
    kind: z.enum(['programme', 'section']),
    program_id: z
      .int()
      .min(1)
      .max(MAX_ID)
      .optional()
      .describe('ID of the programme on this site; required for a programme'),
    title: words(200).optional(),
    start_ts: ts,
    end_ts: ts.nullable().default(null).describe('Unix seconds; null while the item is on air'),
    is_withdrawn: z
      .boolean()
      .default(false)
      .describe('Whether the report is withdrawn: nothing of the item was on air'),
  })
  .refine(
    ({ kind, program_id }) => kind === 'section' || program_id !== undefined,
    'program_id is required for a programme',
  )
  .refine(({ start_ts, end_ts }) => end_ts === null || end_ts > start_ts, 'the end is before the start')
  .refine(({ start_ts, end_ts }) => end_ts === null || end_ts - start_ts <= 86_400, 'the duration exceeds one day');
export type AutomationReport = z.infer<typeof automationReportSchema>;
