import { z } from 'zod';
import { MAX_ID } from '#shared/ids.ts';
import { MAX_MARK_SECONDS } from './marks.rules.ts';

/** Unix seconds of this century, with milliseconds as a fraction. */
const ts = z.number().min(946_684_800).max(4_102_444_800);
const words = (chars: number) =>
  z
    .string()
    .trim()
    .max(chars)
    // PostgreSQL text cannot contain NUL, and a playlist line no line breaks
    .refine((text) => !/\p{Cc}/u.test(text) && text.isWellFormed(), 'control characters');

const about = {
  id: words(120).min(1).describe('ID assigned by the automation system; all reports of the same item share it'),
  revision: z
    .int()
    .min(1)
    .max(MAX_ID)
    .describe('Revision number, incremented with each report of the item; reports with a lower revision are ignored'),
  sent_at: ts.describe('Unix seconds: time of sending, by the clock of the automation system'),
  start_ts: ts,
  end_ts: ts.nullable().default(null).describe('Unix seconds; null while the item is on air'),
  is_withdrawn: z.boolean().default(false).describe('Whether the report is withdrawn: nothing of the item was on air'),
};

export const songWords = { title: words(200).min(1), artist: words(200).default('') };

/** A report of the automation about a song, a bulletin or a break. */
export const songReportSchema = z
  .discriminatedUnion('kind', [
    z.object({ ...about, kind: z.literal('song'), ...songWords }),
    z.object({ ...about, kind: z.enum(['bulletin', 'advertisement']), title: words(200).default('') }),
  ])
  .refine(({ start_ts, end_ts }) => end_ts === null || end_ts > start_ts, 'the end is before the start')
  .refine(
    ({ start_ts, end_ts }) => end_ts === null || end_ts - start_ts <= MAX_MARK_SECONDS,
    'the duration exceeds one hour',
  );
export type SongReport = z.infer<typeof songReportSchema>;

/** Kinds of reports that only this module handles. */
export const isSongKind = (kind: unknown): boolean =>
  kind === 'song' || kind === 'bulletin' || kind === 'advertisement';
