import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { CHANNEL_IDS, type ChannelId } from '#shared/enums.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { staffOnly } from '#shared/staff/staff-actor.ts';
import { findChartWeek, listNewestWeeks } from './chart-edit.ts';

const replySchema = z.object({
  weeks: z.array(z.object({ week: z.string(), publish_ts: z.number() })),
  week: z
    .object({ publish_ts: z.number(), songs: z.array(z.object({ title: z.string(), artist: z.string() })) })
    .nullable()
    .describe('Null: not entered'),
});

/** Weeks of the chart as they are entered. */
export async function chartStaffApi(app: FastifyInstance, { db }: { db: Db }): Promise<void> {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/staff/chart',
    {
      schema: {
        tags: ['chart'],
        summary: 'The newest weeks of a channel, and the songs of one of them',
        querystring: z.object({
          channel: z.coerce
            .number()
            .refine((channel): channel is ChannelId => (CHANNEL_IDS as readonly number[]).includes(channel)),
          week: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
        }),
        response: { 200: wrapped(replySchema), ...refusals('notAuthenticated', 'forbidden', 'invalidParam') },
      },
      ...staffOnly('pages.edit'),
    },
    async (request) => {
      const { channel, week } = request.query;
      const [weeks, found] = await Promise.all([
        listNewestWeeks({ db }, channel as ChannelId),
        findChartWeek({ db }, channel as ChannelId, week),
      ]);
      return ok({
        weeks: weeks.map(({ weekHk, publishAt }) => ({ week: weekHk, publish_ts: unixSeconds(publishAt) })),
        week: found && { publish_ts: unixSeconds(found.publishAt), songs: found.songs },
      });
    },
  );
}
