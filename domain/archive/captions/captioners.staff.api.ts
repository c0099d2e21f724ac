import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { staffOnly } from '#shared/staff/staff-actor.ts';
import { listCaptioners } from './captioners.ts';

const captionerSchema = z.object({
  name: z.string(),
  stream_id: z.number().int().describe('Of a channel or an event'),
  is_active: z.boolean(),
  sent_ts: z.number().nullable().describe('When a caption that is still kept was last sent; null: there is none'),
});

/** Who may caption channels and events. */
export async function captionersStaffApi(app: FastifyInstance, { db }: { db: Db }): Promise<void> {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/staff/captioners',
    {
      schema: {
        tags: ['on air'],
        summary: 'Captioners of channels and events, also withdrawn ones',
        response: {
          200: wrapped(z.object({ items: z.array(captionerSchema) })),
          ...refusals('notAuthenticated', 'forbidden'),
        },
      },
      ...staffOnly('on-air.see'),
    },
    async () =>
      ok({
        items: (await listCaptioners(db)).map(({ name, streamId, isActive, sentAt }) => ({
          name,
          stream_id: streamId,
          is_active: isActive,
          sent_ts: sentAt && unixSeconds(sentAt),
        })),
      }),
  );
}
