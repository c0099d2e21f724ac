import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Db } from '#db/database.ts';
import { DomainError } from '#shared/domain-error.ts';
import { ok, PUBLIC_CONTENT, refusals, wrapped } from '#shared/reply.ts';
import { presentPlace } from './traffic.present.ts';
import { isPlaceType } from './traffic.rules.ts';
import { listTrafficPlaces } from './traffic.ts';
import { placesParamsSchema, placesQuerySchema, placesReplySchema } from './traffic.wire.schema.ts';

export async function trafficApi(app: FastifyInstance, { db }: { db: Db }): Promise<void> {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/traffic/data/:type',
    {
      schema: {
        tags: ['traffic'],
        summary: 'The road user’s directory by kind and area',
        params: placesParamsSchema,
        querystring: placesQuerySchema,
        response: { 200: wrapped(placesReplySchema), ...refusals('invalidParam', 'dataNotFound') },
      },
    },
    async ({ params, query }, reply) => {
      if (!isPlaceType(params.type)) throw new DomainError('dataNotFound');
      const { area, count, offset } = query;
      const page = { limit: count, offset };
      const { places, hasMore } = await listTrafficPlaces({ db }, { type: params.type, area }, page);
      void reply.header('cache-control', PUBLIC_CONTENT);
      return ok({ rows: places.map(presentPlace), has_more: hasMore });
    },
  );
}
