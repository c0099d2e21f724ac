import { z } from 'zod';
import { staffAction, type StaffAction } from '#domain/actions/actions.ts';
import { CHANNEL_IDS } from '#shared/enums.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import { MAX_POSITIONS } from './chart-list.rules.ts';
import { saveChartWeek } from './chart-edit.ts';

const line = z
  .string()
  .trim()
  .min(1)
  .max(120)
  .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), 'one line of text');

/** Staff actions with the chart of the week. */
export const chartActions = (): StaffAction[] => [
  staffAction({
    name: 'chart.save-week',
    permission: 'pages.edit',
    input: z.object({
      channel: z.literal(CHANNEL_IDS),
      week: z
        .string()
        .regex(/^\d{4}-\d{2}-\d{2}$/)
        .describe('The Saturday on which it is announced'),
      publish_ts: z
        .number()
        .int()
        .min(1)
        .max(4_102_444_800)
        .describe('Unix seconds')
        .transform((seconds) => new Date(seconds * 1000)),
      songs: z
        .array(z.object({ title: line, artist: line }))
        .min(1)
        .max(MAX_POSITIONS)
        .describe('From position 1 on'),
      seen: z
        .number()
        .int()
        .min(0)
        .nullable()
        .describe('Songs that the caller saw the week have; null: it was not there. 409 otherwise'),
    }),
    needsReason: false,
    async run(tx, call, { channel, week, publish_ts: publishAt, songs, seen }) {
      const former = await saveChartWeek(tx, call, { channelId: channel, weekHk: week, publishAt, songs, seen });
      if (former === null || former.songs.length === 0) return {};
      const input = {
        channel,
        week,
        publish_ts: Math.floor(unixSeconds(former.publishAt)),
        songs: former.songs,
        seen: songs.length,
      };
      return { undo: { action: 'chart.save-week', input } };
    },
  }),
];
