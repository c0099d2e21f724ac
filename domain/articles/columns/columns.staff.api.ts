import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { staffOnly } from '#shared/staff/staff-actor.ts';
import { listEveryColumn } from './columns-edit.ts';

const columnSchema = z.object({
  id: z.number().int(),
  changed_ms: z.number().int().describe('Sent back with a change'),
  kind: z.number().int(),
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  host_id: z.number().int().nullable(),
  host_name: z.string().nullable(),
  program_id: z.number().int().nullable(),
  channel_bitwise: z.number().int(),
  picture: z.string(),
  is_shown: z.boolean(),
  position: z.number().int(),
});

/** Columns of every kind, for those who edit them. */
export async function columnsStaffApi(app: FastifyInstance, { db }: { db: Db }): Promise<void> {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/staff/columns',
    {
      schema: {
        tags: ['articles'],
        summary: 'Every column, also hidden ones, with its columnist',
        response: {
          200: wrapped(z.object({ items: z.array(columnSchema) })),
          ...refusals('notAuthenticated', 'forbidden'),
        },
      },
      ...staffOnly('pages.edit'),
    },
    async () => {
      const items = await listEveryColumn({ db });
      return ok({
        items: items.map(({ updatedAt, hostId, hostName, programId, channelBitwise, status, ...column }) => ({
          ...column,
          changed_ms: updatedAt.getTime(),
          host_id: hostId,
          host_name: hostName,
          program_id: programId,
          channel_bitwise: channelBitwise,
          is_shown: status === 1,
        })),
      });
    },
  );
}
