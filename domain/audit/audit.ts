import type { Db, Tx } from '#db/database.ts';
import { DomainError } from '#shared/domain-error.ts';
import type { AuditValues, Subject } from './audit.rules.ts';
import {
  findChangedRuns,
  findEvents,
  findEventsOfRun,
  insertEvent,
  lockPerson,
  type AuditEvent,
  type AuditFilter,
} from './audit.store.ts';

export type { Subject } from './audit.rules.ts';
export { countEvents } from './audit.store.ts';
export type { AuditEvent, AuditFilter } from './audit.store.ts';

/** Actor of a manual action and reason; recorded with it. */
export interface Hand {
  who: string;
  why: string;
  /** Staff account, for actions of the desk. */
  accountId?: number;
  /** Approval by a second person. */
  approvalId?: number;
  /** Identifies the run of an action. */
  requestId?: string;
}

export interface AuditEntry<Before extends object, After extends object> {
  /** Module and verb, such as `orders.refund`. */
  action: `${string}.${string}`;
  subject: Subject;
  /** Changed values. No personal data: a member is an id. */
  before?: Before & AuditValues<Before>;
  /** Their new values, and ids of what the action made. */
  after?: After & AuditValues<After>;
}

const MAX_LISTED = 500;

/** Records a manual action in the transaction of its change. Throws `invalidParam` without a name or a reason. */
export async function recordAudit<Before extends object = object, After extends object = object>(
  tx: Tx,
  hand: Hand,
  entry: AuditEntry<Before, After>,
  now: Date,
): Promise<void> {
  const { who, why, accountId = null, approvalId = null, requestId = null } = hand;
  const { action, subject, before, after } = entry;
  const [subjectKind, subjectId] = subject;
  const [name, reason] = [who.trim(), why.trim()];
  if (name === '' || reason === '')
    throw new DomainError('invalidParam', 'the name of who acts and the reason are required');
  const event = { at: now, who: name, action, subjectKind, subjectId: String(subjectId), reason };
  await insertEvent(tx, {
    ...event,
    before: before ? { ...before } : null,
    after: after ? { ...after } : null,
    accountId,
    approvalId,
    requestId,
  });
}

/** Manual actions, newest first, at most 500 at once. */
export const listAudit = (db: Db, filter: AuditFilter, limit = MAX_LISTED): Promise<AuditEvent[]> =>
  findEvents(db, filter, Math.min(limit, MAX_LISTED));

/** The same page by page, until so many were read. */
export async function* auditPages(db: Db, filter: Omit<AuditFilter, 'beforeId'>, most: number) {
  for (let [beforeId, left] = [undefined as number | undefined, most]; left > 0;) {
    const limit = Math.min(left, MAX_LISTED);
    const events = await findEvents(db, { ...filter, ...(beforeId !== undefined && { beforeId }) }, limit);
    yield events;
    if (events.length < limit) return;
    left -= limit;
    beforeId = events.at(-1)?.id;
  }
}

/**
 * What a person did since an instant without a second person, at most 500 events. Held until the end of the
 * transaction, so that two calls at once count each other.
 */
export async function doneAlone(tx: Tx, action: string, who: string, from: Date): Promise<AuditEvent[]> {
  await lockPerson(tx, who);
  return findEvents(tx, { action, who, from, isAlone: true }, MAX_LISTED);
}

/** Manual actions on one subject, oldest first; of more than 500, the newest. */
export async function auditOf(db: Db | Tx, [kind, id]: Subject): Promise<AuditEvent[]> {
  return (await findEvents(db, { subject: { kind, id: String(id) } }, MAX_LISTED)).toReversed();
}

/** Who last changed a subject, and when; null if nobody has by hand. */
export async function lastChangeOf(
  db: Db | Tx,
  [kind, id]: Subject,
): Promise<{ name: string | null; at: Date | null }> {
  const [last] = await findEvents(db, { subject: { kind, id: String(id) } }, 1);
  return { name: last?.who ?? null, at: last?.at ?? null };
}

/** Runs of those given after which something else has changed one of their subjects; `except` is a run that does not count. */
export const changedSince = (
  db: Db | Tx,
  requestIds: readonly string[],
  options: { except?: string } = {},
): Promise<Set<string>> => findChangedRuns(db, requestIds, options);

/** Events that a run of an action has recorded, in order. */
export const auditOfRun = (tx: Tx, requestId: string): Promise<AuditEvent[]> => findEventsOfRun(tx, requestId);
