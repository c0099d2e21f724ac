import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Db } from '#db/database.ts';
import { DomainError } from '#shared/domain-error.ts';
import { ok, PUBLIC_CONTENT, refusals, wrapped } from '#shared/http/reply.ts';
import { presentLocation } from './traffic.present.ts';
import { isLocationType } from './traffic.rules.ts';
import { listTrafficLocations } from './traffic.ts';
import { locationsParamsSchema, locationsQuerySchema, locationsReplySchema } from './traffic.wire.schema.ts';

export async function trafficApi(app: FastifyInstance, { db }: { db: Db }): Promise<void> {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/traffic/data/:type',
    {
      schema: {
        tags: ['traffic'],
        summary: 'Directory for road users, by kind and area',
        params: locationsParamsSchema,
        querystring: locationsQuerySchema,
        response: { 200: wrapped(locationsReplySchema), ...refusals('invalidParam', 'dataNotFound') },
      },
    },
    async ({ params, query }, reply) => {
      if (!isLocationType(params.type)) throw new DomainError('dataNotFound');
      const { area, count, offset } = query;
      const page = { limit: count, offset };
      const { locations, hasMore } = await listTrafficLocations({ db }, { type: params.type, area }, page);
      void reply.header('cache-control', PUBLIC_CONTENT);
      return ok({ rows: locations.map(presentLocation), has_more: hasMore });
    },
  );
}
