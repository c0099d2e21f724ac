import type { Db, Tx } from '#db/database.ts';
import { DomainError } from '#shared/domain-error.ts';
import { findOpenWork, insertAudit, insertWork, setWorkClosed, type WorkItem } from './work.store.ts';

// What waits for a person, and what a person did.

/** Who does something by hand, and why: written down with it. */
export interface Hand {
  who: string;
  why: string;
}

/** Puts something on the list of what waits for a person, unless it is on it. `subject` makes it the same. */
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

/** What a rule of ours put right needs no person any more. */
export const workDone = (tx: Tx, kind: string, subject: string, note: string, now: Date): Promise<boolean> =>
  setWorkClosed(tx, { kind, subject }, { closedAt: now, closedBy: 'system', closedNote: note });

/** What waits for a person, the oldest first. */
export const listWork = (db: Db, limit: number): Promise<WorkItem[]> => findOpenWork(db, limit);

/** A person says that it is done. */
export async function closeWork(tx: Tx, hand: Hand, id: number, now: Date): Promise<void> {
  await audit(tx, hand, 'close work', { id }, null, now);
  const { who, why } = hand;
  if (!(await setWorkClosed(tx, { id }, { closedAt: now, closedBy: who.trim(), closedNote: why.trim() })))
    throw new DomainError('dataNotFound', `nothing is open under number ${id}`);
}

/** Writes down what a hand does, in the transaction that does it. */
export async function audit(
  tx: Tx,
  { who, why }: Hand,
  action: string,
  detail: Record<string, unknown>,
  orderId: number | null,
  now: Date,
): Promise<void> {
  if (who.trim() === '' || why.trim() === '') throw new DomainError('invalidParam', 'say who and why');
  await insertAudit(tx, { at: now, who: who.trim(), why: why.trim(), action, detail, orderId });
}
