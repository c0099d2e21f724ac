import type { Tx } from '#db/database.ts';
import { tellStaff } from '#db/notifications.ts';
import { queueJob } from '#db/outbox.ts';
import { recordAudit } from '#domain/audit/audit.ts';
import { DomainError, RESPONSE_CODES, sentenceOf } from '#shared/domain-error.ts';
import { may } from '#shared/staff/permissions.ts';
import { demandFreshProof, demandPermission, type StaffActor } from '#shared/staff/staff-actor.ts';
import {
  actionNamed,
  handOf,
  runAction,
  sha256,
  type ActionCall,
  type ActionServices,
  type StaffAction,
} from './actions.ts';
import { keepReply, takeRequestKey } from './actions.store.ts';
import { MAX_JOB_ROWS, ROWS_ALONE } from './staff-jobs.rules.ts';
import {
  countRunningJobs,
  endRow,
  findAskedJobs,
  findJob,
  findJobRows,
  findJobsOf,
  findWaitingRow,
  insertJob,
  lockJob,
  retryRefused,
  updateJob,
  type ListedJob,
  type StaffJob,
  type StaffJobRow,
} from './staff-jobs.store.ts';
import { refused } from '#shared/staff/refusals.ts';

// An action for many rows, which the worker runs row by row. Each row is a transaction of its own, in which the row is
// also marked: a killed worker leaves it either done or waiting.

export const STAFF_JOB = 'staff-job';

const LISTED = 30;
const MAX_RUNNING = 5;
/** Open desks get progress at most this often. */
const TELL_MS = 500;

export interface JobRequest {
  action: string;
  reason: string;
  rows: readonly { label: string; input: unknown; shownHash: string | null }[];
}

const approverOf = (action: StaffAction) => action.secondPerson ?? action.permission;
const scopesOf = ({ roles }: Pick<StaffActor, 'roles'>) => roles.flatMap(({ scope }) => scope ?? []);
const queue = (tx: Tx, id: number) => queueJob(tx, STAFF_JOB, { id }, { jobKey: `${STAFF_JOB}:${id}` });

/**
 * Begins a job. More than fifty rows wait for another person. With the same key a repeated request gets the reply of the
 * first.
 */
export async function startJob(
  { db, clock, actions }: ActionServices,
  actor: StaffActor,
  { action: name, reason, rows }: JobRequest,
  key: string,
): Promise<{ jobId: number; isAsked: boolean }> {
  const action = actionNamed(actions, name);
  const now = clock();
  if (rows.length === 0 || rows.length > MAX_JOB_ROWS)
    throw new DomainError('invalidParam', { fieldErrors: { rows: [`must be 1 to ${MAX_JOB_ROWS}`] } });
  return db.transaction(async (tx) => {
    demandPermission(actor, action.permission, scopesOf(actor));
    if (action.needsProof) demandFreshProof(actor, now);
    const hand = handOf(actor, action, reason);
    const inputs = rows.map(({ input }) => action.prepare(input).input);
    const { accountId } = actor;
    const request = { accountId, key, requestHash: sha256([STAFF_JOB, name, inputs, hand.why]) };
    const former = await takeRequestKey(tx, request, now);
    if (former !== null) return former as { jobId: number; isAsked: boolean };
    if ((await countRunningJobs(tx, accountId)) >= MAX_RUNNING) throw refused('jobs-running');
    const isAsked = rows.length > ROWS_ALONE;
    const state = isAsked ? ('asked' as const) : ('running' as const);
    const job = { accountId, action: name, reason: hand.why, state, rowCount: rows.length, createdAt: now };
    const listed = rows.map(({ label, shownHash }, at) => ({ label, shownHash, input: inputs[at]! }));
    const jobId = await insertJob(tx, job, listed);
    const after = { action: name, rows: rows.length };
    await recordAudit(tx, hand, { action: 'staff-jobs.start', subject: ['staff-job', jobId], after }, now);
    if (!isAsked) await queue(tx, jobId);
    await tellStaff(tx, 'staff-jobs');
    return keepReply(tx, request, { jobId, isAsked });
  });
}

/**
 * Begins jobs for the rows of an action that another person has approved, in its transaction: the rows need no other approval.
 * Throws `conflict` without an approval.
 */
export async function startApprovedJobs(
  tx: Tx,
  { hand, now }: ActionCall,
  { action, rows }: { action: string; rows: readonly { label: string; input: object }[] },
): Promise<void> {
  const { accountId, approvalId, why: reason } = hand;
  if (accountId === undefined || approvalId === undefined) throw refused('needs-second-person');
  for (let from = 0; from < rows.length; from += MAX_JOB_ROWS) {
    const part = rows.slice(from, from + MAX_JOB_ROWS).map((row) => ({ ...row, shownHash: null }));
    const job = { accountId, approvalId, action, reason, state: 'running' as const };
    await queue(tx, await insertJob(tx, { ...job, rowCount: part.length, createdAt: now }, part));
  }
  await tellStaff(tx, 'staff-jobs');
}

async function demandJob(tx: Tx, id: number): Promise<StaffJob> {
  const job = await lockJob(tx, id);
  if (job === null) throw new DomainError('dataNotFound');
  return job;
}
function demandOwn(job: StaffJob, { accountId }: StaffActor): void {
  if (job.accountId !== accountId) throw new DomainError('forbidden', 'it is the job of somebody else');
}

/** Another person lets a job run that has more than fifty rows. */
export async function approveJob(
  { db, clock, actions }: ActionServices,
  approver: StaffActor,
  id: number,
): Promise<void> {
  const now = clock();
  await db.transaction(async (tx) => {
    const job = await demandJob(tx, id);
    demandPermission(approver, approverOf(actionNamed(actions, job.action)), scopesOf(approver));
    if (job.accountId === approver.accountId)
      throw new DomainError('forbidden', 'another person must approve what you asked for');
    demandFreshProof(approver, now);
    if (job.state !== 'asked') throw refused('job-decided');
    await updateJob(tx, id, { state: 'running', decidedBy: approver.accountId });
    const hand = { who: approver.name, why: job.reason, accountId: approver.accountId };
    const after = { action: job.action, rows: job.rowCount };
    await recordAudit(tx, hand, { action: 'staff-jobs.approve', subject: ['staff-job', id], after }, now);
    await queue(tx, id);
    await tellStaff(tx, 'staff-jobs');
  });
}

/** The requester withdraws a waiting job; an approver refuses it. */
export async function refuseJob(
  { db, clock, actions }: ActionServices,
  actor: StaffActor,
  { id, reason }: { id: number; reason: string },
): Promise<void> {
  const now = clock();
  await db.transaction(async (tx) => {
    const job = await demandJob(tx, id);
    const isOwn = job.accountId === actor.accountId;
    if (!isOwn) demandPermission(actor, approverOf(actionNamed(actions, job.action)), scopesOf(actor));
    if (job.state !== 'asked') throw refused('job-decided');
    await updateJob(tx, id, { state: 'refused', decidedBy: isOwn ? null : actor.accountId, endedAt: now });
    const hand = { who: actor.name, why: reason, accountId: actor.accountId };
    const action = isOwn ? 'staff-jobs.withdraw' : 'staff-jobs.refuse';
    await recordAudit(tx, hand, { action, subject: ['staff-job', id], after: { action: job.action } }, now);
    await tellStaff(tx, 'staff-jobs');
  });
}

/** Stops a job after the row that runs. */
export async function stopJob({ db }: Pick<ActionServices, 'db'>, actor: StaffActor, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    const job = await demandJob(tx, id);
    demandOwn(job, actor);
    if (job.state !== 'running') throw refused('job-not-running');
    await updateJob(tx, id, { state: 'stopped' });
    await tellStaff(tx, 'staff-jobs');
  });
}

/** Resumes a stopped job and retries refused rows. */
export async function goOnWithJob(
  { db, clock, actions }: ActionServices,
  actor: StaffActor,
  id: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    const job = await demandJob(tx, id);
    demandOwn(job, actor);
    if (job.state !== 'stopped' && job.state !== 'done') throw refused('job-ended');
    if (actionNamed(actions, job.action).needsProof) demandFreshProof(actor, clock());
    await retryRefused(tx, id);
    await updateJob(tx, id, { state: 'running', endedAt: null });
    await queue(tx, id);
    await tellStaff(tx, 'staff-jobs');
  });
}

/** How a refused row would have been answered by the call of its action. */
export const faultReply = ({ name, detail }: NonNullable<StaffJobRow['fault']>) => {
  const { status, code } = RESPONSE_CODES[name as keyof typeof RESPONSE_CODES] ?? RESPONSE_CODES.internalError;
  return { status, code, detail };
};

interface JobServices extends ActionServices {
  /** Receives faults of ours, not refusals. */
  onFault: (error: unknown) => void;
}

/** Marks a row as refused, and lets its action note what is left to do. */
async function refuseRow(
  { actions, clock, onFault }: Pick<JobServices, 'actions' | 'clock' | 'onFault'>,
  tx: Tx,
  { job, row }: { job: StaffJob; row: StaffJobRow },
  fault: NonNullable<StaffJobRow['fault']>,
): Promise<void> {
  const now = clock();
  await endRow(tx, row, { state: 'refused', fault, endedAt: now });
  const sentence = sentenceOf(fault.detail);
  const why = sentence === null ? fault.name : `${fault.name}: ${sentence}`;
  // In a savepoint, as a fault of the note must not stop the rows after it.
  await tx
    .transaction((inner) =>
      actionNamed(actions, job.action).prepare(row.input).noteRefused(inner, { why, now, approvalId: job.approvalId }),
    )
    .catch(onFault);
}

/** Runs the next row of a job. False if none is left, or the job does not run. */
async function runNextRow(services: JobServices, id: number, tell: boolean): Promise<boolean> {
  const { db, clock, findActor } = services;
  return db.transaction(async (tx) => {
    const now = clock();
    // Held for the row, so that two workers do not run one job, and stopping it waits for the row.
    const job = await lockJob(tx, id);
    if (job?.state !== 'running') return false;
    const row = await findWaitingRow(tx, id);
    if (row === null) {
      await updateJob(tx, id, { state: 'done', endedAt: now });
      await tellStaff(tx, 'staff-jobs');
      return false;
    }
    try {
      const actor = await findActor(tx, job.accountId, now);
      if (actor === null) throw new DomainError('forbidden', 'who asked may not do this any more');
      // The requester gave proof when the job began.
      const requester = { ...actor, email: '', sessionId: 0, provedAt: now };
      const { action: name, reason, approvalId } = job;
      const request = { name, input: row.input, reason, approvalId };
      const { outcome } = await runAction({ ...services, db: tx }, requester, request, {
        key: `${STAFF_JOB}-${id}-${row.rowNo}`,
        shownHash: row.shownHash,
      });
      await endRow(tx, row, { state: outcome, endedAt: now });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      await refuseRow(services, tx, { job, row }, { name: error.errorName, detail: error.detail ?? null });
    }
    if (tell) await tellStaff(tx, 'staff-jobs');
    return true;
  });
}

/** Marks the next row of a job as failed, so that a fault of ours does not stop the rows after it. */
const failNextRow = (services: JobServices, id: number): Promise<void> =>
  services.db.transaction(async (tx) => {
    const job = await lockJob(tx, id);
    const row = job?.state === 'running' ? await findWaitingRow(tx, id) : null;
    if (job !== null && row !== null)
      await refuseRow(services, tx, { job, row }, { name: 'internalError', detail: null });
  });

/** Runs the waiting rows of a job until none is left, it is stopped, or the worker ends. */
export async function runJob(
  services: JobServices,
  id: number,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<void> {
  let toldAt = 0;
  for (;;) {
    signal?.throwIfAborted();
    const tell = Date.now() - toldAt >= TELL_MS;
    if (tell) toldAt = Date.now();
    try {
      if (!(await runNextRow(services, id, tell))) return;
    } catch (error) {
      services.onFault(error);
      // Also throws while the database is unavailable: the job is retried.
      await failNextRow(services, id);
    }
  }
}

/** The caller's jobs, newest first, and those of others that wait for a person like the caller. */
export async function listJobs(
  { db, actions }: Pick<ActionServices, 'db' | 'actions'>,
  actor: StaffActor,
): Promise<{ own: ListedJob[]; asked: ListedJob[] }> {
  const mine = actions.filter((action) => may(actor.roles, approverOf(action), scopesOf(actor)));
  const names = mine.map(({ name }) => name);
  const [own, asked] = await Promise.all([
    findJobsOf(db, actor.accountId, LISTED),
    findAskedJobs(db, { accountId: actor.accountId, actions: names, limit: LISTED }),
  ]);
  return { own, asked };
}

/** A job with its rows: the caller's own, or one that they may approve. */
export async function getJob(
  { db, actions }: Pick<ActionServices, 'db' | 'actions'>,
  actor: StaffActor,
  id: number,
): Promise<{ job: ListedJob; rows: StaffJobRow[] }> {
  const job = await findJob(db, id);
  if (job === null) throw new DomainError('dataNotFound');
  if (job.accountId !== actor.accountId)
    demandPermission(actor, approverOf(actionNamed(actions, job.action)), scopesOf(actor));
  return { job, rows: await findJobRows(db, id, MAX_JOB_ROWS) };
}
