import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Db } from '#db/database.ts';
import { ok, PUBLIC_CONTENT, refusals, wrapped } from '#shared/http/reply.ts';
import { presentProgress } from './campaigns.present.ts';
import { nameParamsSchema, progressReplySchema } from './campaigns.schema.ts';
import { getCampaignProgress } from './campaigns.ts';

/** A campaign's progress, polled by open pages. The same for everyone. */
export async function campaignsApi(app: FastifyInstance, { db, clock }: { db: Db; clock: () => Date }): Promise<void> {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/campaign/:name',
    {
      schema: {
        tags: ['campaigns'],
        summary: 'Progress and remaining stock of a campaign',
        params: nameParamsSchema,
        response: { 200: wrapped(progressReplySchema), ...refusals('invalidParam', 'dataNotFound') },
      },
    },
    async ({ params }, reply) => {
      const now = clock();
      const progress = await getCampaignProgress({ db, now }, params.name);
      void reply.header('cache-control', PUBLIC_CONTENT);
      return ok(presentProgress(progress, now));
    },
  );
}
