import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Db } from '#db/database.ts';
import { memberOf, membersOnly, privateCalls } from '#domain/auth/auth.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { yearQuerySchema, yearReplySchema } from './my-year.schema.ts';
import { getYear } from './my-year.ts';

/** What a member heard in a year, for the member alone. */
export async function myYearApi(app: FastifyInstance, { db, clock }: { db: Db; clock: () => Date }): Promise<void> {
  privateCalls(app);
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/member/year',
    {
      ...membersOnly,
      schema: {
        tags: ['songs'],
        summary: 'What the member heard in a year, by day',
        querystring: yearQuerySchema,
        response: { 200: wrapped(yearReplySchema), ...refusals('notAuthenticated', 'invalidParam') },
      },
    },
    async (request) => ok(await getYear({ db, now: clock() }, await memberOf(request), request.query.year)),
  );
}
