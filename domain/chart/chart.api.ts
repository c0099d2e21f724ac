import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { ReadDb } from '#db/database.ts';
import { ok, PUBLIC_CONTENT, refusals, wrapped } from '#shared/http/reply.ts';
import { presentChart } from './chart.present.ts';
import { getChart } from './chart.ts';
import { chartQuerySchema, chartReplySchema } from './chart.wire.schema.ts';

export async function chartApi(app: FastifyInstance, { db, clock }: { db: ReadDb; clock: () => Date }): Promise<void> {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/chart',
    {
      schema: {
        tags: ['chart'],
        summary: 'Song chart of a channel and week',
        querystring: chartQuerySchema,
        response: { 200: wrapped(chartReplySchema), ...refusals('invalidParam', 'dataNotFound') },
      },
    },
    async ({ query }, reply) => {
      const chart = await getChart({ db, now: clock() }, { channelId: query.channel, weekHk: query.week });
      void reply.header('cache-control', PUBLIC_CONTENT);
      return ok(presentChart(chart));
    },
  );
}
