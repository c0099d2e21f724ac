import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { ReadDb } from '#db/database.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { presentProgram, presentProgramPage } from './programs.present.ts';
import {
  programParamsSchema,
  programReplySchema,
  programsQuerySchema,
  programsReplySchema,
  relatedQuerySchema,
} from './programs.schema.ts';
import { getProgram, listPrograms, listRelatedPrograms } from './programs.ts';

const tags = ['programs'];

/** Programme calls. */
export async function programsApi(
  app: FastifyInstance,
  { db, clock }: { db: ReadDb; clock: () => Date },
): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();

  api.get(
    '/api/programs',
    {
      schema: {
        tags,
        summary: 'Programmes in list order, by category or keyword',
        querystring: programsQuerySchema,
        response: { 200: wrapped(programsReplySchema), ...refusals('invalidParam') },
      },
    },
    async ({ query }) => {
      const { programs } = await listPrograms(
        { db, now: clock() },
        { categoryId: query.category_id, keyword: query.keyword, limit: query.count },
      );
      return ok({ programs: programs.map(presentProgram) });
    },
  );

  api.get(
    '/api/programs/related',
    {
      schema: {
        tags,
        summary: 'Related programmes, closest first',
        querystring: relatedQuerySchema,
        response: { 200: wrapped(programsReplySchema), ...refusals('invalidParam', 'dataNotFound') },
      },
    },
    async ({ query }) => {
      const programs = await listRelatedPrograms(
        { db, now: clock() },
        { programId: query.program_id, limit: query.count },
      );
      return ok({ programs: programs.map(presentProgram) });
    },
  );

  api.get(
    '/api/programs/:id',
    {
      schema: {
        tags,
        summary: 'One programme with its parts, hosts and weekly slots',
        params: programParamsSchema,
        response: { 200: wrapped(programReplySchema), ...refusals('invalidParam', 'dataNotFound') },
      },
    },
    async ({ params }) => ok({ program: presentProgramPage(await getProgram({ db, now: clock() }, params.id)) }),
  );
}
