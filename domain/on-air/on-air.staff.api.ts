import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { staffOnly } from '#shared/staff/staff-actor.ts';
import { failedJobs, onAirNow } from './on-air.ts';

const age = z.number().nullable().describe('Seconds; null: never');
const onAirReply = z.object({
  at_ts: z.number().describe('When this was read'),
  channels: z.array(
    z.object({
      channel: z.number().int(),
      edge_age_seconds: age.describe('Age of the newest audio; null: nothing was placed yet'),
      renditions: z.array(z.object({ rendition: z.string(), edge_age_seconds: age })),
      encoders: z.array(
        z.object({
          name: z.string(),
          is_active: z.boolean().describe('False: its token was withdrawn'),
          on_air: z.array(z.string()).describe('Renditions that it feeds; empty: standby'),
          heard_age_seconds: age.describe('Since its last segment arrived'),
          waiting: z.number().int().describe('Segments that are not placed'),
        }),
      ),
      listeners: z.number().describe('Of the last complete minutes'),
      coverage_percent: z.number().nullable().describe('Share of players that report'),
    }),
  ),
  jobs: z.object({
    due: z.number().int(),
    oldest_due_seconds: z.number(),
    running: z.number().int(),
    failed: z.array(z.object({ task: z.string(), jobs: z.number().int(), is_given_up: z.boolean() })),
  }),
});

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
    async () => {
      const now = clock();
      const ageOf = (at: Date | null) => at && (now.getTime() - at.getTime()) / 1_000;
      const { channels, jobs } = await onAirNow({ db, now });
      return ok({
        at_ts: now.getTime() / 1_000,
        channels: channels.map(({ channel, edges, encoders, listeners, coverage }) => {
          const renditions = edges.map(({ rendition, endsAt }) => ({ rendition, edge_age_seconds: ageOf(endsAt) }));
          const ages = renditions.flatMap((one) => one.edge_age_seconds ?? []);
          return {
            channel,
            edge_age_seconds: ages.length === 0 ? null : Math.min(...ages),
            renditions,
            encoders: encoders.map(({ name, isActive, onAir, heardAt, waiting }) => ({
              name,
              is_active: isActive,
              on_air: onAir,
              heard_age_seconds: ageOf(heardAt),
              waiting,
            })),
            listeners,
            coverage_percent: coverage,
          };
        }),
        jobs: {
          due: jobs.due,
          oldest_due_seconds: jobs.oldestDueSeconds,
          running: jobs.locked,
          failed: jobs.failing.map(({ task, jobs: count, isGivenUp }) => ({
            task,
            jobs: count,
            is_given_up: isGivenUp,
          })),
        },
      });
    },
  );
}
