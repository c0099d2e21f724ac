import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { CLASSIC_IMPORT_STATES, CLASSIC_IMPORT_STEPS } from '#db/tables/archive.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { MAX_ID } from '#shared/ids.ts';
import { staffOnly } from '#shared/staff/staff-actor.ts';
import { CLASSIC_UPLOADS } from './classic-imports.rules.ts';
import { getImport, listImports } from './classic-imports.ts';

const importSchema = z.object({
  import_id: z.number().int(),
  state: z.enum(CLASSIC_IMPORT_STATES),
  step: z.enum(CLASSIC_IMPORT_STEPS).nullable(),
  step_done: z.number().describe('0 to 1'),
  reason: z.string().nullable().describe('Why it was refused or failed'),
  who: z.string(),
  program_id: z.number().int(),
  program_title: z.string(),
  title: z.string().nullable(),
  starts_ts: z.number(),
  archive_id: z.number().int().nullable().describe('The broadcast, once imported'),
  created_ts: z.number(),
});
const wholeSchema = importSchema.extend({
  available_until_ts: z.number().nullable(),
  rundown: z.string().nullable(),
  transcript: z.string().nullable(),
  files: z.array(z.object({ upload_id: z.string(), file_name: z.string(), bytes: z.number() })),
});

type Row = Awaited<ReturnType<typeof listImports>>[number];

const present = (row: Row): z.output<typeof importSchema> => ({
  import_id: row.id,
  state: row.state,
  step: row.step,
  step_done: row.stepDone,
  reason: row.reason,
  who: row.who,
  program_id: row.programId,
  program_title: row.programTitle,
  title: row.title,
  starts_ts: unixSeconds(row.startsAt),
  archive_id: row.archiveId,
  created_ts: unixSeconds(row.createdAt),
});

/** Classics that are being imported, and were. */
export async function classicImportsStaffApi(app: FastifyInstance, { db }: { db: Db }): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['archive'];
  const guard = staffOnly(CLASSIC_UPLOADS.permission);
  const refused = refusals('notAuthenticated', 'forbidden');

  api.get(
    '/api/staff/classic-imports',
    {
      schema: {
        tags,
        summary: 'Imports of classics, newest first, thirty at most',
        response: { 200: wrapped(z.object({ items: z.array(importSchema) })), ...refused },
      },
      ...guard,
    },
    async () => ok({ items: (await listImports({ db })).map(present) }),
  );
  api.get(
    '/api/staff/classic-imports/:id',
    {
      schema: {
        tags,
        summary: 'An import with what was typed, and files that are still there',
        params: z.object({ id: z.coerce.number().int().min(1).max(MAX_ID) }),
        response: { 200: wrapped(wholeSchema), ...refused, ...refusals('invalidParam', 'dataNotFound') },
      },
      ...guard,
    },
    async ({ params: { id } }) => {
      const row = await getImport({ db }, id);
      return ok({
        ...present(row),
        available_until_ts: row.availableUntil && unixSeconds(row.availableUntil),
        rundown: row.rundown,
        transcript: row.transcript,
        files: row.files.map((file) => ({ upload_id: file.id, file_name: file.fileName, bytes: file.bytes })),
      });
    },
  );
}
