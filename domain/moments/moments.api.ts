import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Db } from '#db/database.ts';
import { DomainError } from '#shared/domain-error.ts';
import { isChannelId } from '#shared/enums.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { channelParamsSchema } from '#domain/live/live.schema.ts';
import { missedReplySchema } from './moments.schema.ts';
import { listMissed } from './moments.ts';

/** Removed sound must leave every cache within five seconds. */
const SHORTLY = 'public, max-age=0, s-maxage=4';

export async function momentsApi(app: FastifyInstance, { db, clock }: { db: Db; clock: () => Date }): Promise<void> {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/live/:channel/moments',
    {
      schema: {
        tags: ['live'],
        summary: 'What was on in the programme on air, to which live can be rewound',
        params: channelParamsSchema,
        response: { 200: wrapped(missedReplySchema), ...refusals('invalidParam', 'dataNotFound') },
      },
    },
    async ({ params }, reply) => {
      if (!isChannelId(params.channel)) throw new DomainError('dataNotFound', 'the channel does not exist');
      const missed = await listMissed({ db, now: clock() }, params.channel);
      void reply.header('cache-control', SHORTLY);
      return ok({ items: missed.map(({ startsAtMs, ...rest }) => ({ ...rest, start_ts: startsAtMs / 1000 })) });
    },
  );
}
