import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { ReadDb } from '#db/database.ts';
import { ok, wrapped } from '#shared/http/reply.ts';
import { presentHost } from './hosts.present.ts';
import { hostsReplySchema } from './hosts.schema.ts';
import { listHosts } from './hosts.ts';

export async function hostsApi(app: FastifyInstance, { db }: { db: ReadDb }): Promise<void> {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/hosts',
    {
      schema: {
        tags: ['hosts'],
        summary: 'All hosts, regular and guest, in display order',
        response: { 200: wrapped(hostsReplySchema) },
      },
    },
    async () => ok({ hosts: (await listHosts({ db })).map(presentHost) }),
  );
}
