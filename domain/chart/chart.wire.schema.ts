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
    .describe('Day on which the chart was told; the newest when absent'),
});

export const chartReplySchema = z.object({
  channel,
  week: z.string().describe('Day on which it was told, YYYY-MM-DD in Hong Kong'),
  entries: z.array(
    z
      .object({
        position: z.number().int().describe('Place this week, 1 is the best'),
        last_position: z.number().int().nullable().describe('Place the week before; null: it was not there'),
        weeks_on_chart: z.number().int().describe('Weeks on the chart so far'),
        peak_position: z.number().int().describe('Best place so far'),
        title: z.string().describe('Song'),
        artist: z.string().describe('Who sings it'),
        credits: z.string().describe('Words and music'),
        image: wireImageSchema.nullable().describe('Cover'),
        channel_bitwise: z.number().int().describe('Channels: 881 is 1, 903 is 2, 864 is 4'),
      })
      .describe('A song of the week'),
  ),
  weeks: z.array(z.string()).describe('Weeks that can be asked for, newest first'),
});
export type ChartWire = z.infer<typeof chartReplySchema>;
