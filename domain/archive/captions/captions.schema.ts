import { z } from 'zod';
import { MAX_ID } from '#shared/ids.ts';
import { channelParamsSchema } from '#domain/live/live.schema.ts';
import { cueWordsSchema } from '#domain/archive/words/webvtt.schema.ts';
import { CAPTIONS_A_PUSH, MAX_CAPTION_CHARS, SLICE_SECONDS } from './captions.rules.ts';

const LATEST_TS = 10_000_000_000;
const instantSchema = z
  .number()
  .min(0)
  .max(LATEST_TS)
  .transform((seconds) => new Date(Math.round(seconds * 1_000)));

/** What a captioner sends to. */
export const captionedParamsSchema = z.object({
  channel: channelParamsSchema.shape.channel.describe('Stream of a channel (its number) or of an event'),
});

export const captionsBodySchema = z.object({
  cues: z
    .array(
      z.object({
        start_ts: instantSchema.describe('Unix seconds with milliseconds, by the clock of the sound'),
        end_ts: instantSchema,
        text: cueWordsSchema
          .refine((words) => words.length <= MAX_CAPTION_CHARS, `has more than ${MAX_CAPTION_CHARS} characters`)
          .describe('Empty: the cue is withdrawn'),
        revision: z
          .number()
          .int()
          .min(0)
          .max(MAX_ID)
          .default(0)
          .describe('A cue of the same start and a lower revision is replaced'),
      }),
    )
    .min(1)
    .max(CAPTIONS_A_PUSH),
});
export type SentCue = z.output<typeof captionsBodySchema>['cues'][number];

export const captionsTakenSchema = z.object({
  taken: z.number().int().describe('New or changed cues'),
  unchanged: z.number().int().describe('Sent before'),
  outdated: z.number().int().describe('Older than the known revision'),
  kept: z.number().int().describe('Corrected by staff, whose words stay'),
});
export type CaptionsTaken = z.output<typeof captionsTakenSchema>;

export const sliceSchema = z
  .string()
  .regex(/^\d{1,10}$/, 'Unix seconds')
  .transform(Number)
  .refine((seconds) => seconds % SLICE_SECONDS === 0, `a multiple of ${SLICE_SECONDS}`)
  .describe(`Unix seconds at which it begins, a multiple of ${SLICE_SECONDS}`);
export const sliceParamsSchema = channelParamsSchema.extend({ slice: sliceSchema });

export type SliceParams = z.output<typeof sliceParamsSchema>;

export const sliceReplySchema = z.object({
  cues: z.array(z.object({ start_ts: z.number(), end_ts: z.number(), text: z.string() })),
});

export const captionedReplySchema = z.object({
  first_ts: z.number().nullable().describe('Start of the oldest caption in the rewind window; null: there is none'),
  last_ts: z.number().nullable().describe('End of the newest'),
});
