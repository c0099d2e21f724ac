import type { Db, Tx } from '#db/database.ts';
import { recordAudit, type Hand } from '#domain/audit/audit.ts';
import { DomainError } from '#shared/domain-error.ts';
import {
  countOpenWork,
  findOpenWork,
  insertWork,
  lockOpenWork,
  setWorkClosed,
  setWorkOwner,
  type WorkFilter,
  type WorkItem,
} from './work.store.ts';

// Work items for staff.

/** Opens a work item unless it is open already. `subject` is its key. */
export const openWork = (
  tx: Tx,
  item: {
    kind: string;
    subject: string;
    orderId?: number | null;
    attemptId?: number | null;
    detail?: Record<string, unknown>;
    now: Date;
  },
): Promise<void> => {
  const { kind, subject, orderId = null, attemptId = null, detail = {}, now } = item;
  return insertWork(tx, { kind, subject, orderId, attemptId, detail, openedAt: now });
};

/** Closes a work item that our own rules resolved. */
export const workDone = (tx: Tx, kind: string, subject: string, note: string, now: Date): Promise<boolean> =>
  setWorkClosed(tx, { kind, subject }, { closedAt: now, closedBy: 'system', closedNote: note });

/** Open work items, oldest first; after one, of a kind, or of an owner. */
export const listWork = (
  db: Db,
  limit: number,
  filter: WorkFilter = {},
): Promise<(WorkItem & { owner: string | null })[]> => findOpenWork(db, { ...filter, limit });

/** Open work items by kind, with the time of the oldest. */
export const countWork = (db: Db) => countOpenWork(db);

/** Closes a work item by hand. */
export async function closeWork(tx: Tx, hand: Hand, id: number, now: Date): Promise<void> {
  await recordAudit(tx, hand, { action: 'work-items.close', subject: ['work-item', id] }, now);
  const { who, why } = hand;
  if (!(await setWorkClosed(tx, { id }, { closedAt: now, closedBy: who.trim(), closedNote: why.trim() })))
    throw new DomainError('dataNotFound', `there is no open work item ${id}`);
}

/** Gives an open work item to a member of staff, or to nobody. Returns its former owner. */
export async function assignWork(
  tx: Tx,
  hand: Hand,
  id: number,
  ownerId: number | null,
  now: Date,
): Promise<number | null> {
  const open = await lockOpenWork(tx, id);
  if (!open) throw new DomainError('dataNotFound', `there is no open work item ${id}`);
  if (!(await setWorkOwner(tx, id, ownerId)))
    throw new DomainError('dataNotFound', `there is no active account ${ownerId}`);
  const states = { before: { owner: open.ownerId }, after: { owner: ownerId } };
  await recordAudit(tx, hand, { action: 'work-items.assign', subject: ['work-item', id], ...states }, now);
  return open.ownerId;
}

const MAX_WORDS = 300;

/** Error text without the query parameters, which may contain personal data. */
export function errorText(error: unknown): string {
  if (error instanceof DomainError) return `${error.errorName}: ${error.message}`.slice(0, MAX_WORDS);
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return (cause instanceof Error ? cause.message : String(cause)).slice(0, MAX_WORDS);
}
