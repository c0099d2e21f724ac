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
import { storedProgramSchema } from './program-edit.schema.ts';
import { getEditableProgram, listProgramChoices, listProgramsForStaff, scopesOfProgram } from './program-edit.ts';

const LISTED = 50;
const idParams = z.object({ id: z.coerce.number().int().min(1).max(MAX_ID) });
const named = z.object({ id: z.number().int(), name: z.string() });
const listedSchema = z.object({
  program_id: z.number().int(),
  title: z.string(),
  title_chi: z.string(),
  category_name: z.string(),
  is_part: z.boolean(),
  channel_bitwise: z.number().int(),
  is_active: z.boolean(),
  keyart: z.string(),
  host_names: z.array(z.string()),
});
const programSchema = z.object({
  program_id: z.number().int(),
  fields: storedProgramSchema,
  revision: z.string(),
  is_active: z.boolean(),
  may_edit: z.boolean(),
  changed_by: z.string().nullable(),
  changed_ts: z.number().nullable(),
  public_url: z.string(),
});
const choicesSchema = z.object({
  categories: z.array(named),
  hosts: z.array(named.extend({ is_active: z.boolean() })),
  programs: z.array(named),
  next_position: z.number().int(),
});

/** Programmes as their editors have them. */
export async function programsStaffApi(
  app: FastifyInstance,
  { db, siteUrl }: { db: Db; siteUrl: string },
): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['programs'];
  const refused = refusals('notAuthenticated', 'forbidden', 'invalidParam', 'dataNotFound');
  const guard = staffOnly('programs.edit');

  api.get(
    '/api/staff/programs',
    {
      schema: {
        tags,
        summary: 'Programmes in list order, retired ones too, fifty at once',
        querystring: z.object({
          text: z.string().trim().max(100).optional().describe('Part of a title or of a host’s name, or an id'),
          state: z.enum(['active', 'retired']).optional(),
          channel: z.coerce.number().refine(isChannelId).optional().describe(CHANNEL_IDS.join(', ')),
          category_id: idParams.shape.id.optional(),
          after: listPositionSchema.optional().describe('`next_after` of the page before'),
        }),
        response: {
          200: wrapped(z.object({ items: z.array(listedSchema), next_after: z.string().nullable() })),
          ...refused,
        },
      },
      ...guard,
    },
    async ({ query }) => {
      const { text, state, channel, category_id: categoryId, after = null } = query;
      const filter = {
        text: text?.replaceAll('\0', '') || undefined,
        isActive: state && state === 'active',
        channelId: channel !== undefined && isChannelId(channel) ? channel : undefined,
        categoryId,
      };
      const { items, next } = await listProgramsForStaff({ db }, filter, { after, limit: LISTED });
      return ok({
        items: items.map((row) => ({
          program_id: row.id,
          title: row.title,
          title_chi: row.titleChi,
          category_name: row.categoryName,
          is_part: row.isPart,
          channel_bitwise: row.channelBitwise,
          is_active: row.isActive,
          keyart: row.keyart,
          host_names: row.hostNames,
        })),
        next_after: next && positionText(next),
      });
    },
  );
  api.get(
    '/api/staff/programs/choices',
    {
      schema: {
        tags,
        summary: 'Categories, hosts and programmes that a programme may name',
        response: { 200: wrapped(choicesSchema), ...refusals('notAuthenticated', 'forbidden') },
      },
      ...guard,
    },
    async () => {
      const { categories, hosts, programs, nextPosition } = await listProgramChoices({ db });
      return ok({
        categories,
        hosts: hosts.map(({ id, name, isActive }) => ({ id, name, is_active: isActive })),
        programs,
        next_position: nextPosition,
      });
    },
  );
  api.get(
    '/api/staff/programs/:id',
    {
      schema: {
        tags,
        summary: 'A programme with its revision',
        params: idParams,
        response: { 200: wrapped(programSchema), ...refused },
      },
      ...guard,
    },
    async (request) => {
      const { id } = request.params;
      const { roles } = await staffOf(request);
      const program = await getEditableProgram({ db }, id);
      return ok({
        program_id: id,
        fields: program.fields,
        revision: program.revision,
        is_active: program.isActive,
        may_edit: may(roles, 'programs.edit', await scopesOfProgram(db, id)),
        changed_by: program.changedBy,
        changed_ts: program.changedAt && unixSeconds(program.changedAt),
        public_url: siteUrl + contentPaths.program(id, program.fields.slug),
      });
    },
  );
}
