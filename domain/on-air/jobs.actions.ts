import { z } from 'zod';
import type { Tx } from '#db/database.ts';
import { discardJobs, lockFailedJobs, retryJobs } from '#db/failed-jobs.ts';
import { staffAction, type ActionCall, type StaffAction } from '#domain/actions/actions.ts';
import { recordAudit } from '#domain/audit/audit.ts';
import { DomainError } from '#shared/domain-error.ts';
import { firstLineOf } from '#shared/text/redact.ts';

const MAX_JOBS = 50;

const jobsInput = z.object({
  job_ids: z.array(z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)).min(1).max(MAX_JOBS),
});

/** Locks the failed jobs and records what becomes of each. Throws `dataNotFound` if none of them waits any more. */
async function takeJobs(
  tx: Tx,
  { hand, now }: ActionCall,
  action: `jobs.${string}`,
  { job_ids: ids }: z.output<typeof jobsInput>,
  after: { attempts?: number; removed?: true },
): Promise<number[]> {
  const jobs = await lockFailedJobs(tx, [...new Set(ids)]);
  if (jobs.length === 0) throw new DomainError('dataNotFound', 'these jobs are running, done or gone');
  for (const job of jobs) {
    const { id, task, attempts, error } = job;
    const before = { task, attempts, error: firstLineOf(error) };
    await recordAudit(tx, hand, { action, subject: ['job', id], before, after }, now);
  }
  return jobs.map(({ id }) => id);
}

/** Failed jobs: run them again, or give them up. A job that was taken by a worker meanwhile is left alone. */
export const jobActions = (): StaffAction[] => [
  staffAction({
    name: 'jobs.retry',
    permission: 'jobs.retry',
    input: jobsInput,
    needsReason: false,
    async run(tx, call, input) {
      const ids = await takeJobs(tx, call, 'jobs.retry', input, { attempts: 0 });
      await retryJobs(tx, ids, call.now);
      return { result: { jobs: ids.length } };
    },
  }),
  staffAction({
    name: 'jobs.let-go',
    permission: 'jobs.retry',
    input: jobsInput,
    async run(tx, call, input) {
      const ids = await takeJobs(tx, call, 'jobs.let-go', input, { removed: true });
      await discardJobs(tx, ids);
      return { result: { jobs: ids.length } };
    },
  }),
];
