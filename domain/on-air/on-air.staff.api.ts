import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { staffOnly } from '#shared/staff/staff-actor.ts';
import { failedJobs, readOnAir } from './on-air.ts';
import { onAirReply } from './on-air.present.ts';

const failedReply = z.object({
  items: z.array(
    z.object({
      id: z.number().int(),
      task: z.string(),
      attempts: z.number().int(),
      max_attempts: z.number().int(),
      is_given_up: z.boolean(),
      error: z.string().describe('First line, without personal data'),
      run_ts: z.number().describe('Next try; of one that is given up, the last'),
    }),
  ),
  next_before_id: z.number().int().nullable(),
});

/** What is on air, for those who may see it. */
export async function onAirStaffApi(app: FastifyInstance, { db, clock }: { db: Db; clock: () => Date }): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();
  api.get(
    '/api/staff/jobs/failed',
    {
      schema: {
        tags: ['on air'],
        summary: 'Failed jobs, newest first, fifty at once',
        querystring: z.object({ before_id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional() }),
        response: { 200: wrapped(failedReply), ...refusals('notAuthenticated', 'forbidden') },
      },
      ...staffOnly('on-air.see'),
    },
    async ({ query }) => {
      const { jobs, nextBeforeId } = await failedJobs(db, query.before_id);
      const items = jobs.map(({ id, task, attempts, maxAttempts, isGivenUp, error, runAt }) => ({
        id,
        task,
        attempts,
        max_attempts: maxAttempts,
        is_given_up: isGivenUp,
        error,
        run_ts: runAt.getTime() / 1_000,
      }));
      return ok({ items, next_before_id: nextBeforeId });
    },
  );
  api.get(
    '/api/staff/on-air',
    {
      schema: {
        tags: ['on air'],
        summary: 'Edge, encoders and listeners of each channel, and the backlog of jobs',
        response: { 200: wrapped(onAirReply), ...refusals('notAuthenticated', 'forbidden') },
      },
      ...staffOnly('on-air.see'),
    },
    async () => ok(await readOnAir({ db, now: clock() })),
  );
}
