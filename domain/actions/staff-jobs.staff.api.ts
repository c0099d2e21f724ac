import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { unixSeconds } from '#shared/hk-time.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { MAX_ID } from '#shared/ids.ts';
import { staffOf, staffOnly } from '#shared/staff/staff-actor.ts';
import type { ActionServices } from './actions.ts';
import { MAX_JOB_ROWS, MAX_LABEL_CHARS, ROWS_ALONE } from './staff-jobs.rules.ts';
import { approveJob, faultReply, getJob, goOnWithJob, listJobs, refuseJob, startJob, stopJob } from './staff-jobs.ts';
import type { ListedJob, StaffJobRow } from './staff-jobs.store.ts';

const MAX_BODY_BYTES = 2 * 1024 * 1024;
const idParams = z.object({ id: z.coerce.number().int().min(1).max(MAX_ID) });
const count = z.number().int();
const jobFields = {
  job_id: z.number().int(),
  action: z.string(),
  reason: z.string(),
  state: z.enum(['asked', 'running', 'stopped', 'refused', 'done']),
  asked_by: z.string(),
  asked_ts: z.number(),
  decided_by: z.string().nullable(),
  ended_ts: z.number().nullable(),
  rows: count,
  counts: z.object({ waiting: count, done: count, asked: count, refused: count }),
};
const rowSchema = z.object({
  row_no: count,
  label: z.string(),
  input: z.unknown(),
  state: z.enum(['waiting', 'done', 'asked', 'refused']),
  fault: z
    .object({ status: z.number().int(), code: z.union([z.number(), z.string()]), detail: z.unknown() })
    .nullable()
    .describe('As the call of the action would have been answered'),
});
const refused = refusals(
  'notAuthenticated',
  'forbidden',
  'invalidParam',
  'serviceNotFound',
  'dataNotFound',
  'proofNeeded',
  'conflict',
);

const presentJob = ({ id, askedByName, decidedByName, ...job }: ListedJob) => ({
  job_id: id,
  action: job.action,
  reason: job.reason,
  state: job.state,
  asked_by: askedByName,
  asked_ts: unixSeconds(job.createdAt),
  decided_by: decidedByName,
  ended_ts: job.endedAt && unixSeconds(job.endedAt),
  rows: job.rowCount,
  counts: job.counts,
});
const presentRow = ({ rowNo, label, input, state, fault }: StaffJobRow) => ({
  row_no: rowNo,
  label,
  input,
  state,
  fault: fault && faultReply(fault),
});

/** One action for many rows, run by the worker. */
export async function staffJobsApi(app: FastifyInstance, services: ActionServices): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['actions'];

  api.post(
    '/api/staff/bulk-jobs',
    {
      schema: {
        tags,
        summary: `Runs an action for many rows; more than ${ROWS_ALONE} wait for a second person`,
        headers: z.object({ 'idempotency-key': z.string().regex(/^[\w-]{8,80}$/) }),
        body: z.object({
          action: z.string().regex(/^[a-z-]+\.[a-z-]+$/),
          reason: z.string().max(2_000).default(''),
          rows: z
            .array(
              z.object({
                label: z.string().max(MAX_LABEL_CHARS),
                input: z.unknown(),
                shown_hash: z
                  .string()
                  .regex(/^[0-9a-f]{64}$/)
                  .nullable()
                  .default(null)
                  .describe('Hash of the preview; the row is refused if it would change something else'),
              }),
            )
            .min(1)
            .max(MAX_JOB_ROWS),
        }),
        response: { 200: wrapped(z.object({ job_id: count, is_asked: z.boolean() })), ...refused },
      },
      bodyLimit: MAX_BODY_BYTES,
      ...staffOnly(),
    },
    async (request) => {
      const { action, reason, rows } = request.body;
      const asked = rows.map(({ label, input, shown_hash: shownHash }) => ({ label, input, shownHash }));
      const { jobId, isAsked } = await startJob(
        services,
        await staffOf(request),
        { action, reason, rows: asked },
        request.headers['idempotency-key'],
      );
      return ok({ job_id: jobId, is_asked: isAsked });
    },
  );
  api.get(
    '/api/staff/bulk-jobs',
    {
      schema: {
        tags,
        summary: 'The newest jobs of the caller, and those of others that wait for a person like the caller',
        response: {
          200: wrapped(z.object({ own: z.array(z.object(jobFields)), asked: z.array(z.object(jobFields)) })),
          ...refusals('notAuthenticated'),
        },
      },
      ...staffOnly(),
    },
    async (request) => {
      const { own, asked } = await listJobs(services, await staffOf(request));
      return ok({ own: own.map(presentJob), asked: asked.map(presentJob) });
    },
  );
  api.get(
    '/api/staff/bulk-jobs/:id',
    {
      schema: {
        tags,
        summary: 'A job with its rows',
        params: idParams,
        response: {
          200: wrapped(z.object({ ...jobFields, is_mine: z.boolean(), items: z.array(rowSchema) })),
          ...refused,
        },
      },
      ...staffOnly(),
    },
    async (request) => {
      const actor = await staffOf(request);
      const { job, rows } = await getJob(services, actor, request.params.id);
      return ok({ ...presentJob(job), is_mine: job.accountId === actor.accountId, items: rows.map(presentRow) });
    },
  );

  const verbs = [
    ['approve', 'Lets a job of another person run', approveJob],
    ['stop', 'Stops a job after the row that runs', stopJob],
    ['go-on', 'Goes on with a stopped job, and tries refused rows again', goOnWithJob],
  ] as const;
  for (const [verb, summary, act] of verbs)
    api.post(
      `/api/staff/bulk-jobs/:id/${verb}`,
      {
        schema: { tags, summary, params: idParams, response: { 200: wrapped(z.object({})), ...refused } },
        ...staffOnly(),
      },
      async (request) => {
        await act(services, await staffOf(request), request.params.id);
        return ok({});
      },
    );
  api.post(
    '/api/staff/bulk-jobs/:id/refuse',
    {
      schema: {
        tags,
        summary: 'Refuses a job that waits, or withdraws it as the requester',
        params: idParams,
        body: z.object({ reason: z.string().trim().min(1).max(500) }),
        response: { 200: wrapped(z.object({})), ...refused },
      },
      ...staffOnly(),
    },
    async (request) => {
      await refuseJob(services, await staffOf(request), { id: request.params.id, reason: request.body.reason });
      return ok({});
    },
  );
}
