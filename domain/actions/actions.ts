import { createHash, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Db, Tx } from '#db/database.ts';
import { tellStaff } from '#db/notifications.ts';
import { auditOfRun, changedSince, recordAudit, type Hand } from '#domain/audit/audit.ts';
import { DomainError } from '#shared/domain-error.ts';
import { refused } from '#shared/staff/refusals.ts';
import { liveKindOf } from '#shared/staff/live.ts';
import type { ShownRow } from '#shared/staff/shown-row.ts';
import { may } from '#shared/staff/permissions.ts';
import { demandFreshProof, demandPermission, type StaffActor } from '#shared/staff/staff-actor.ts';
import {
  closeApproval,
  findUndos,
  findWaitingInputs,
  findWaitingWith,
  insertApproval,
  insertUndo,
  keepReply,
  lockUndecided,
  lockUndo,
  setUndone,
  takeRequestKey,
  type Approval,
} from './actions.store.ts';
import type { ActionCall, ActionResult, ActionServices, StaffAction } from './staff-action.ts';

export { demandRevision, differencesOf, revisionOf } from './revisions.ts';
export { staffAction, type ActionCall, type ActionServices, type StaffAction } from './staff-action.ts';

const APPROVAL_MS = 24 * 3_600_000;
const MAX_REASON_CHARS = 500;

/** An action as sent: its name, its input, and why. */
export interface ActionRequest {
  name: string;
  input: unknown;
  reason: string;
  /** Run that this one undoes. */
  undoOf?: string | null;
  /** What a second person has approved: the action that began the job of which it is a row. */
  approvalId?: number | null;
}

export interface Preview {
  rows: ShownRow[];
  /** Hexadecimal; sent back with the action, so that what was shown is what is done. */
  hash: string;
  needsReason: boolean;
  needsSecondPerson: boolean;
}

/** The action that undoes a run. */
export interface Undo {
  action: string;
  input: object;
  /** The run, to be sent with it. */
  undo_of: string;
}

export type ActionReply =
  | {
      outcome: 'done';
      result: Record<string, unknown>;
      rows: ShownRow[];
      undo: Undo | null;
    }
  | { outcome: 'asked'; approval_id: number; rows: ShownRow[] };

/** Thrown to roll back a preview. */
class RolledBack extends Error {}

async function rolledBack<T>(db: Db | Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  let shown: { value: T } | undefined;
  try {
    await db.transaction(async (tx) => {
      shown = { value: await work(tx) };
      throw new RolledBack();
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
  }
  return shown!.value;
}

/** Hash of what was sent with an idempotency key, or of what is shown. */
export const sha256 = (value: unknown): Buffer => createHash('sha256').update(JSON.stringify(value)).digest();

const without = (values: ShownRow['after'], keys: readonly string[]): ShownRow['after'] =>
  values && Object.fromEntries(Object.entries(values).filter(([key]) => !keys.includes(key)));

/** Hash of what an action changes, without what differs between two runs. */
export function hashOfRows(
  rows: readonly ShownRow[],
  { assigned, momentary }: Pick<StaffAction, 'assigned' | 'momentary'>,
): Buffer {
  return sha256(
    rows.map(({ subject_id: id, after, ...row }) => ({
      ...row,
      subject_id: assigned.includes('subject_id') ? null : id,
      after: without(after, [...assigned, ...momentary]),
    })),
  );
}

/** Whether a run makes the subject of a row: nothing was there, and the input does not name it. */
const isMade = ({ subject_id: id, before }: ShownRow, input: object): boolean =>
  Object.values(before ?? {}).every((value) => value === null) &&
  !Object.values(input).some((value) => value === id || value === Number(id));

/**
 * Rows as they are shown before the run. Numbers from a sequence are left out: those of a run that is rolled back are used
 * up, and the next run gets others.
 */
const asForeseen = (
  rows: readonly ShownRow[],
  { assigned }: Pick<StaffAction, 'assigned'>,
  input: object,
): ShownRow[] =>
  rows.map((row) => ({
    ...row,
    subject_id: assigned.includes('subject_id') && isMade(row, input) ? null : row.subject_id,
    after: without(row.after, assigned),
  }));

/** The caller's requests for an action that wait for a second person. */
export const waitingInputs = (tx: Tx, action: string, { hand, now }: ActionCall): Promise<{ input: object }[]> =>
  hand.accountId === undefined
    ? Promise.resolve([])
    : findWaitingInputs(tx, { action, accountId: hand.accountId, now });

/** Requests of anybody for an action, with a value in their input, that wait for a second person, oldest first. */
export const waitingWith = (db: Db | Tx, action: string, value: object, now: Date) =>
  findWaitingWith(db, { action, value, now });

/** Closes a request without running it, in the name of an account: its requester withdraws, anybody else refuses. */
export async function closeUnrun(
  tx: Tx,
  { id, action, askedBy }: Pick<Approval, 'id' | 'action' | 'askedBy'>,
  hand: Hand & { accountId: number },
  now: Date,
): Promise<void> {
  const isRequester = askedBy === hand.accountId;
  const state = isRequester ? 'withdrawn' : 'refused';
  await closeApproval(tx, id, { state, decidedBy: hand.accountId, decidedAt: now });
  const audited = isRequester ? 'approvals.withdraw' : 'approvals.refuse';
  await recordAudit(tx, hand, { action: audited, subject: ['approval', id], after: { action } }, now);
  await tellStaff(tx, 'approvals');
}

/**
 * Closes requests for which an approved run leaves nothing to do, with its reason. The run must hold what their action holds
 * (`hold`): whoever approves one at this moment waits for that, and finds it closed.
 */
export async function closeOvertaken(
  tx: Tx,
  { hand, now }: ActionCall,
  requests: readonly { approvalId: number }[],
): Promise<void> {
  const { accountId, approvalId } = hand;
  if (accountId === undefined || approvalId === undefined) throw refused('needs-second-person');
  const ids = requests.map((request) => request.approvalId);
  for (const request of await lockUndecided(tx, ids)) await closeUnrun(tx, request, { ...hand, accountId }, now);
}

/** The action of a name; `serviceNotFound` if there is none. */
export function actionNamed(actions: readonly StaffAction[], name: string): StaffAction {
  const action = actions.find((known) => known.name === name);
  if (!action) throw new DomainError('serviceNotFound', `there is no action ${name}`);
  return action;
}

/** Runs a prepared action and returns what it recorded. Throws if it recorded nothing: no change without an audit event. */
export async function runPrepared(
  tx: Tx,
  { name }: Pick<StaffAction, 'name'>,
  { run }: Pick<ReturnType<StaffAction['prepare']>, 'run'>,
  call: ActionCall,
): Promise<{ rows: ShownRow[]; done: ActionResult; requestId: string }> {
  const requestId = randomUUID();
  const done = await run(tx, { ...call, hand: { ...call.hand, requestId } });
  const events = await auditOfRun(tx, requestId);
  if (events.length === 0) throw new Error(`${name} recorded no audit event`);
  const rows = events.map(({ action, subjectKind, subjectId, before, after }) => ({
    action,
    subject_kind: subjectKind,
    subject_id: subjectId,
    before,
    after,
  }));
  return { rows, done, requestId };
}

/** Stores how to undo a run. */
export async function keepUndo(
  tx: Tx,
  { requestId, done: { undo } }: { requestId: string; done: ActionResult },
  now: Date,
): Promise<Undo | null> {
  if (!undo) return null;
  await insertUndo(tx, { requestId, ...undo, createdAt: now });
  return { ...undo, undo_of: requestId };
}

/**
 * Demands that a run is the undo of another, and that nothing else has changed what that one changed. Called after the
 * run, when it has locked its rows.
 */
async function demandUndoable(
  tx: Tx,
  { name, input, undoOf }: Pick<ActionRequest, 'name' | 'input'> & { undoOf: string },
  requestId: string,
): Promise<void> {
  const undo = await lockUndo(tx, undoOf);
  if (undo === null || undo.action !== name || !isDeepStrictEqual(undo.input, input))
    throw new DomainError('dataNotFound', 'there is no such run to undo');
  if (undo.undoneBy !== null) throw refused('undone-already');
  if ((await changedSince(tx, [undoOf], { except: requestId })).size > 0) throw refused('changed-since-run');
  await setUndone(tx, undoOf, requestId);
}

/** Those of the given runs that the caller may still undo. */
export async function listUndos(
  { db, actions }: Pick<ActionServices, 'db' | 'actions'>,
  { roles }: Pick<StaffActor, 'roles'>,
  requestIds: readonly string[],
): Promise<Undo[]> {
  const scopes = roles.flatMap(({ scope }) => scope ?? []);
  const mine = (await findUndos(db, requestIds)).filter(({ action: name }) => {
    const action = actions.find((known) => known.name === name);
    return action && may(roles, action.permission, scopes);
  });
  const changed = await changedSince(
    db,
    mine.map(({ requestId }) => requestId),
  );
  return mine.flatMap(({ requestId, action, input }) =>
    changed.has(requestId) ? [] : { action, input, undo_of: requestId },
  );
}

/** Permission, then proof, before anything is looked up for the input. */
async function admit(tx: Tx, actor: StaffActor, action: StaffAction, given: unknown, now: Date) {
  demandPermission(
    actor,
    action.permission,
    actor.roles.flatMap(({ scope }) => scope ?? []),
  );
  const prepared = action.prepare(given);
  if (action.needsProof) demandFreshProof(actor, now);
  demandPermission(actor, action.permission, await prepared.scopes(tx));
  return prepared;
}

/** Actor and reason. Throws `invalidParam` if a required reason is missing. */
export function handOf({ name, accountId }: StaffActor, action: StaffAction, reason: string): Hand {
  const why = reason.trim();
  if (why.length > MAX_REASON_CHARS)
    throw new DomainError('invalidParam', { fieldErrors: { reason: ['is too long'] } });
  if (why === '' && action.needsReason)
    throw new DomainError('invalidParam', { fieldErrors: { reason: ['is required'] } });
  return { who: name, why: why === '' ? action.name : why, accountId };
}

/** What an action would change. It is run and rolled back, without calls to providers. */
export async function previewAction(
  { db, clock, actions }: ActionServices,
  actor: StaffActor,
  { name, input: given }: Pick<ActionRequest, 'name' | 'input'>,
): Promise<Preview> {
  const action = actionNamed(actions, name);
  const now = clock();
  return rolledBack(db, async (tx) => {
    const prepared = await admit(tx, actor, { ...action, needsProof: false }, given, now);
    const call: ActionCall = { hand: handOf(actor, action, 'preview'), now, isPreview: true };
    const needsSecondPerson = await prepared.needsSecondPerson(tx, call);
    const { rows } = await runPrepared(tx, action, prepared, call);
    return {
      rows: asForeseen(rows, action, prepared.input),
      hash: hashOfRows(rows, action).toString('hex'),
      needsReason: action.needsReason,
      needsSecondPerson,
    };
  });
}

/**
 * Runs an action, or asks for its approval if it needs a second person. With a key, a repeated request gets the reply of
 * the first. `shownHash` is that of the preview: `conflict` with present rows if the action would change something else.
 */
export async function runAction(
  { db, clock, actions }: ActionServices,
  actor: StaffActor,
  { name, input: given, reason, undoOf = null, approvalId = null }: ActionRequest,
  { key, shownHash }: { key: string; shownHash: string | null },
): Promise<ActionReply> {
  const action = actionNamed(actions, name);
  const now = clock();
  return db.transaction(async (tx) => {
    const prepared = await admit(tx, actor, action, given, now);
    const hand = { ...handOf(actor, action, reason), ...(approvalId !== null && { approvalId }) };
    const request = {
      accountId: actor.accountId,
      key,
      requestHash: sha256([name, given, reason.trim(), ...(undoOf === null ? [] : [undoOf])]),
    };
    const former = await takeRequestKey(tx, request, now);
    if (former !== null) return former as ActionReply;
    const call: ActionCall = { hand, now, isPreview: false };
    const demandAsShown = (rows: ShownRow[]) => {
      if (shownHash !== null && hashOfRows(rows, action).toString('hex') !== shownHash)
        throw refused('differs-from-shown', { changed: rows });
    };
    if (approvalId === null && (await prepared.needsSecondPerson(tx, call))) {
      const { rows: ran } = await rolledBack(tx, (inner) =>
        runPrepared(inner, action, prepared, { ...call, isPreview: true }),
      );
      demandAsShown(ran);
      const rows = asForeseen(ran, action, prepared.input);
      const approvalId = await insertApproval(tx, {
        action: name,
        input: prepared.input,
        reason: hand.why,
        shown: rows,
        shownHash: hashOfRows(ran, action),
        askedBy: actor.accountId,
        askedAt: now,
        expiresAt: new Date(now.getTime() + APPROVAL_MS),
      });
      await tellStaff(tx, 'approvals');
      return keepReply(tx, request, { outcome: 'asked', approval_id: approvalId, rows } satisfies ActionReply);
    }
    const ran = await runPrepared(tx, action, prepared, call);
    const { rows, done } = ran;
    demandAsShown(rows);
    if (undoOf !== null) await demandUndoable(tx, { name, input: given, undoOf }, ran.requestId);
    const undo = await keepUndo(tx, ran, now);
    const reply: ActionReply = { outcome: 'done', result: done.result ?? {}, rows, undo };
    await keepReply(tx, request, reply);
    await tellStaff(tx, liveKindOf(name));
    return { ...reply, result: { ...reply.result, ...done.secret } };
  });
}
