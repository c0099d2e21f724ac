import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { may } from '#shared/staff/permissions.ts';
import { staffOf, staffOnly } from '#shared/staff/staff-actor.ts';
import { listLinks } from './studio.ts';

const seconds = z.number().describe('Unix seconds');

/** Links of studio screens, for their makers. */
export async function studioStaffApi(
  app: FastifyInstance,
  { db, clock }: { db: Db; clock: () => Date },
): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();
  api.get(
    '/api/staff/studio-links',
    {
      schema: {
        tags: ['on air'],
        summary: 'Living links of studio screens, newest first; of a role with a scope, those of its channels',
        response: {
          200: wrapped(
            z.object({
              items: z.array(
                z.object({
                  link_id: z.number().int(),
                  channel: z.number().int(),
                  name: z.string(),
                  created_by: z.string(),
                  created_ts: seconds,
                  ends_ts: seconds,
                  seen_ts: seconds.nullable().describe('To the minute; null: never opened'),
                }),
              ),
            }),
          ),
          ...refusals('notAuthenticated', 'forbidden'),
        },
      },
      ...staffOnly('studio.open'),
    },
    async (request) => {
      const { roles } = await staffOf(request);
      const items = (await listLinks(db, clock()))
        .filter(({ link }) => may(roles, 'studio.open', [{ kind: 'channel', id: String(link.channelId) }]))
        .map(({ link: { id, channelId, name, createdAt, endsAt, seenAt }, by }) => ({
          link_id: id,
          channel: channelId,
          name,
          created_by: by,
          created_ts: unixSeconds(createdAt),
          ends_ts: unixSeconds(endsAt),
          seen_ts: seenAt && unixSeconds(seenAt),
        }));
      return ok({ items });
    },
  );
}
