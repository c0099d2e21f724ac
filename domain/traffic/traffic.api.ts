import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { ReadDb } from '#db/database.ts';
import { DomainError } from '#shared/domain-error.ts';
import { ok, PUBLIC_CONTENT, refusals, wrapped } from '#shared/http/reply.ts';
import { presentLocation, presentSituation } from './traffic.present.ts';
import { isLocationType } from './traffic.rules.ts';
import { situationsOf } from './datex-situations.rules.ts';
import { listTrafficLocations, listTunnels } from './traffic.ts';
import {
  locationsParamsSchema,
  locationsQuerySchema,
  locationsReplySchema,
  situationsReplySchema,
} from './traffic.wire.schema.ts';

/** A closed tunnel must be known within half a minute. */
const SITUATIONS_CACHED = 'public, max-age=15, s-maxage=15';

export async function trafficApi(
  app: FastifyInstance,
  { db, clock }: { db: ReadDb; clock: () => Date },
): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();
  api.get(
    '/api/traffic/situations',
    {
      schema: {
        tags: ['traffic'],
        summary: 'What is wrong in the tunnels now, in the terms of DATEX II',
        description:
          'Situation records of closed, jammed and slow tunnels, worst first; free-flowing ones have none. A record keeps its `id`; `version` grows whenever it is observed again. A record that is missing in a later reply is over.',
        response: { 200: wrapped(situationsReplySchema) },
      },
    },
    async (_, reply) => {
      const situations = situationsOf(await listTunnels({ db, now: clock() }));
      void reply.header('cache-control', SITUATIONS_CACHED);
      return ok({ situations: situations.map(presentSituation) });
    },
  );
  api.get(
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
