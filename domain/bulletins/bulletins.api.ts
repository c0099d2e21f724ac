import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { ReadDb } from '#db/database.ts';
import { ok, wrapped } from '#shared/http/reply.ts';
import { bulletinFile } from '#shared/paths/bulletin-paths.ts';
import { bulletinReplySchema } from './bulletins.schema.ts';
import { findNewestBulletin, secondsOf } from './bulletins.ts';

/** Removed sound must leave every cache within five seconds, and a new bulletin reach everybody. */
const SHORTLY = 'public, max-age=0, s-maxage=4';

export async function bulletinsApi(
  app: FastifyInstance,
  { db, clock }: { db: ReadDb; clock: () => Date },
): Promise<void> {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/bulletin',
    {
      schema: {
        tags: ['live'],
        summary: 'The newest news, traffic and weather as one short replay',
        response: { 200: wrapped(bulletinReplySchema) },
      },
    },
    async (_, reply) => {
      const found = await findNewestBulletin({ db, now: clock() });
      void reply.header('cache-control', SHORTLY);
      if (found === null) return ok({ bulletin: null });
      const { id, endedAt, parts } = found;
      return ok({
        bulletin: {
          id,
          url: bulletinFile(id, 'm4a'),
          seconds: secondsOf(found),
          end_ts: endedAt.getTime() / 1_000,
          parts: parts.map(({ topic, title, streamId, startsAt, endsAt }) => ({
            topic,
            title,
            channel_id: streamId,
            start_ts: startsAt.getTime() / 1_000,
            end_ts: endsAt.getTime() / 1_000,
          })),
        },
      });
    },
  );
}
