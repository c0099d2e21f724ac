import { CHANNEL_IDS } from '#shared/enums.ts';
import { wireImageSchema } from '#shared/media/wire-image.ts';
import { z } from 'zod';

const channel = z.union(CHANNEL_IDS.map((id) => z.literal(id)));

export const chartQuerySchema = z.object({
  channel: z
    .enum(CHANNEL_IDS.map(String) as [string, ...string[]])
    .default('903')
    .transform((text) => Number(text) as (typeof CHANNEL_IDS)[number])
    .describe('Channel number'),
  week: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/, 'YYYY-MM-DD')
    .optional()
    .describe('Date on which the chart was announced; defaults to the newest'),
});

export const chartReplySchema = z.object({
  channel,
  week: z.string().describe('Hong Kong date on which the chart was announced, YYYY-MM-DD'),
  entries: z.array(
    z
      .object({
        position: z.number().int().describe('Chart position this week; 1 is the highest'),
        last_position: z
          .number()
          .int()
          .nullable()
          .describe('Chart position in the previous week; null if not on the chart'),
        weeks_on_chart: z.number().int().describe('Number of weeks on the chart so far'),
        peak_position: z.number().int().describe('Highest chart position so far'),
        title: z.string().describe('Title of the song'),
        artist: z.string().describe('Artist'),
        credits: z.string().describe('Writers of lyrics and music'),
        image: wireImageSchema.nullable().describe('Cover art'),
        channel_bitwise: z.number().int().describe('Bit mask of channels: 881 is 1, 903 is 2, 864 is 4'),
      })
      .describe('A song on the week’s chart'),
  ),
  weeks: z.array(z.string()).describe('Weeks that can be requested, newest first'),
});
export type ChartWire = z.infer<typeof chartReplySchema>;
