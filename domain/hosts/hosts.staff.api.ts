import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { CHANNEL_IDS, isChannelId } from '#shared/enums.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { MAX_ID } from '#shared/ids.ts';
import { contentPaths } from '#shared/paths/content-paths.ts';
import { listPositionSchema, positionText } from '#shared/staff/list-position.ts';
import { may } from '#shared/staff/permissions.ts';
import { staffOf, staffOnly } from '#shared/staff/staff-actor.ts';
import { storedHostSchema } from './host-edit.schema.ts';
import { getEditableHost, listHostsForStaff, scopesOfHost } from './host-edit.ts';

const LISTED = 50;
const idParams = z.object({ id: z.coerce.number().int().min(1).max(MAX_ID) });
const listedSchema = z.object({
  host_id: z.number().int(),
  name: z.string(),
  name_eng: z.string(),
  is_guest: z.boolean(),
  channel_bitwise: z.number().int(),
  is_active: z.boolean(),
  picture: z.string(),
  program_titles: z.array(z.string()),
});
const hostSchema = z.object({
  host_id: z.number().int(),
  fields: storedHostSchema,
  revision: z.string(),
  is_active: z.boolean(),
  may_edit: z.boolean(),
  programs: z.array(z.object({ id: z.number().int(), title: z.string() })),
  changed_by: z.string().nullable(),
  changed_ts: z.number().nullable(),
  public_url: z.string(),
});

/** Hosts as their editors have them. */
export async function hostsStaffApi(app: FastifyInstance, { db, siteUrl }: { db: Db; siteUrl: string }): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['hosts'];
  const refused = refusals('notAuthenticated', 'forbidden', 'invalidParam', 'dataNotFound');
  const guard = staffOnly('hosts.edit');

  api.get(
    '/api/staff/hosts',
    {
      schema: {
        tags,
        summary: 'Hosts in list order, retired ones too, fifty at once',
        querystring: z.object({
          text: z.string().trim().max(100).optional().describe('Part of a name, or an id'),
          state: z.enum(['active', 'retired']).optional(),
          kind: z.enum(['regular', 'guest']).optional(),
          channel: z.coerce.number().refine(isChannelId).optional().describe(CHANNEL_IDS.join(', ')),
          after: listPositionSchema.optional().describe('`next_after` of the page before'),
        }),
        response: {
          200: wrapped(
            z.object({
              items: z.array(listedSchema),
              next_after: z.string().nullable(),
              next_position: z.number().int().describe('Order of a host added last'),
            }),
          ),
          ...refused,
        },
      },
      ...guard,
    },
    async ({ query }) => {
      const { text, state, kind, channel, after = null } = query;
      const filter = {
        text: text?.replaceAll('\0', '') || undefined,
        isActive: state && state === 'active',
        isGuest: kind && kind === 'guest',
        channelId: channel !== undefined && isChannelId(channel) ? channel : undefined,
      };
      const { items, next, nextPosition } = await listHostsForStaff({ db }, filter, { after, limit: LISTED });
      return ok({
        items: items.map((row) => ({
          host_id: row.id,
          name: row.name,
          name_eng: row.nameEng,
          is_guest: row.isGuest,
          channel_bitwise: row.channelBitwise,
          is_active: row.isActive,
          picture: row.picture,
          program_titles: row.programTitles,
        })),
        next_after: next && positionText(next),
        next_position: nextPosition,
      });
    },
  );
  api.get(
    '/api/staff/hosts/:id',
    {
      schema: {
        tags,
        summary: 'A host with the revision',
        params: idParams,
        response: { 200: wrapped(hostSchema), ...refused },
      },
      ...guard,
    },
    async (request) => {
      const { id } = request.params;
      const { roles } = await staffOf(request);
      const host = await getEditableHost({ db }, id);
      return ok({
        host_id: id,
        fields: host.fields,
        revision: host.revision,
        is_active: host.isActive,
        may_edit: may(roles, 'hosts.edit', await scopesOfHost(db, id)),
        programs: host.programs,
        changed_by: host.changedBy,
        changed_ts: host.changedAt && unixSeconds(host.changedAt),
        public_url: siteUrl + contentPaths.programHost(id, host.fields.slug),
      });
    },
  );
}
