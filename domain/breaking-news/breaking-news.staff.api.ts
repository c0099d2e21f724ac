import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import { STRIP_KINDS, type StripKind } from '#shared/enums.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import type { Permission } from '#shared/staff/permissions.ts';
import { staffOnly } from '#shared/staff/staff-actor.ts';
import { MESSAGE_KINDS } from './breaking-news.rules.ts';
import { listBreakingNews } from './breaking-news.ts';

const LISTED = 30;

const itemSchema = z.object({
  id: z.number().int(),
  kind: z.enum(STRIP_KINDS),
  words: z.string(),
  path: z.string(),
  starts_ts: z.number(),
  ends_ts: z.number(),
  is_on: z.boolean().describe('Whether pages show it now'),
  changed_by: z.string(),
});

/** Breaking news and messages of the station, of now and before. */
export async function breakingNewsStaffApi(
  app: FastifyInstance,
  { db, clock }: { db: Db; clock: () => Date },
): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();
  const list = (path: string, summary: string, permission: Permission, kinds: readonly StripKind[]) =>
    api.get(
      path,
      {
        schema: {
          tags: ['breaking news'],
          summary,
          response: {
            200: wrapped(z.object({ items: z.array(itemSchema) })),
            ...refusals('notAuthenticated', 'forbidden'),
          },
        },
        ...staffOnly(permission),
      },
      async () => {
        const now = clock();
        const items = await listBreakingNews({ db }, kinds, LISTED);
        return ok({
          items: items.map(({ id, kind, words, path: link, startsAt, endsAt, name }) => ({
            id,
            kind,
            words,
            path: link,
            starts_ts: unixSeconds(startsAt),
            ends_ts: unixSeconds(endsAt),
            is_on: endsAt > now,
            changed_by: name,
          })),
        });
      },
    );
  list('/api/staff/breaking-news', 'The last thirty breaking news, newest first', 'breaking-news.publish', [
    'breaking',
  ]);
  list('/api/staff/messages', 'The last thirty messages of the station, newest first', 'on-air.message', MESSAGE_KINDS);
}
