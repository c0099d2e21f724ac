import { and, asc, desc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db, Tx } from '#db/database.ts';
import { approvals, staffRequests, staffUndos } from '#db/tables/actions.ts';
import { staffAccounts } from '#db/tables/staff.ts';
import { refused } from '#shared/staff/refusals.ts';

export type Approval = typeof approvals.$inferSelect;

// IDEMPOTENCY KEYS

interface KeyedRequest {
  accountId: number;
  key: string;
  requestHash: Buffer;
}

/** Null: the key is new, and is kept with this transaction. Otherwise the reply to the first request. */
export async function takeRequestKey(
  tx: Tx,
  { accountId, key, requestHash }: KeyedRequest,
  now: Date,
): Promise<object | null> {
  const taken = await tx
    .insert(staffRequests)
    .values({ accountId, key, requestHash, createdAt: now })
    .onConflictDoNothing()
    .returning({ key: staffRequests.key });
  if (taken.length > 0) return null;
  const [former] = await tx
    .select()
    .from(staffRequests)
    .where(and(eq(staffRequests.accountId, accountId), eq(staffRequests.key, key)));
  if (!former || !former.requestHash.equals(requestHash)) throw refused('key-reused');
  return former.reply;
}

export async function keepReply<Reply extends object>(
  tx: Tx,
  { accountId, key }: KeyedRequest,
  reply: Reply,
): Promise<Reply> {
  await tx
    .update(staffRequests)
    .set({ reply })
    .where(and(eq(staffRequests.accountId, accountId), eq(staffRequests.key, key)));
  return reply;
}

export async function deleteOldRequests(db: Db, before: Date): Promise<void> {
  await db.delete(staffRequests).where(lt(staffRequests.createdAt, before));
}

// UNDO

export type StaffUndo = typeof staffUndos.$inferSelect;

export async function insertUndo(tx: Tx, undo: typeof staffUndos.$inferInsert): Promise<void> {
  await tx.insert(staffUndos).values(undo);
}

export async function lockUndo(tx: Tx, requestId: string): Promise<StaffUndo | null> {
  const [row] = await tx.select().from(staffUndos).where(eq(staffUndos.requestId, requestId)).for('update');
  return row ?? null;
}

export async function setUndone(tx: Tx, requestId: string, undoneBy: string): Promise<void> {
  await tx.update(staffUndos).set({ undoneBy }).where(eq(staffUndos.requestId, requestId));
}

/** Those of the given runs that can be undone and were not. */
export const findUndos = (db: Db, requestIds: readonly string[]): Promise<StaffUndo[]> =>
  db
    .select()
    .from(staffUndos)
    .where(and(inArray(staffUndos.requestId, [...requestIds]), isNull(staffUndos.undoneBy)));

export async function deleteOldUndos(db: Db, before: Date): Promise<void> {
  await db.delete(staffUndos).where(lt(staffUndos.createdAt, before));
}

// APPROVALS

export async function insertApproval(tx: Tx, approval: typeof approvals.$inferInsert): Promise<number> {
  const [row] = await tx.insert(approvals).values(approval).returning({ id: approvals.id });
  return row!.id;
}

/** Inputs of an action that an account has asked for, and that wait for a second person. */
export const findWaitingInputs = (
  tx: Tx,
  { action, accountId, now }: { action: string; accountId: number; now: Date },
): Promise<{ input: object }[]> =>
  tx
    .select({ input: approvals.input })
    .from(approvals)
    .where(
      and(
        eq(approvals.state, 'open'),
        eq(approvals.askedBy, accountId),
        eq(approvals.action, action),
        gt(approvals.expiresAt, now),
      ),
    );

/** Requests for an action with a value in their input that wait for a second person, oldest first, with who asked. */
export const findWaitingWith = (
  db: Db,
  { action, value, now }: { action: string; value: object; now: Date },
): Promise<(Pick<Approval, 'id' | 'reason' | 'shown' | 'askedAt' | 'expiresAt'> & { askedByName: string })[]> =>
  db
    .select({
      id: approvals.id,
      reason: approvals.reason,
      shown: approvals.shown,
      askedByName: staffAccounts.name,
      askedAt: approvals.askedAt,
      expiresAt: approvals.expiresAt,
    })
    .from(approvals)
    .innerJoin(staffAccounts, eq(staffAccounts.id, approvals.askedBy))
    .where(
      and(
        eq(approvals.state, 'open'),
        eq(approvals.action, action),
        gt(approvals.expiresAt, now),
        sql`${approvals.input} @> ${JSON.stringify(value)}::jsonb`,
      ),
    )
    .orderBy(asc(approvals.id));

export async function findApproval(db: Db, id: number): Promise<Approval | null> {
  const [row] = await db.select().from(approvals).where(eq(approvals.id, id));
  return row ?? null;
}

export async function lockApproval(tx: Tx, id: number): Promise<Approval | null> {
  const [row] = await tx.select().from(approvals).where(eq(approvals.id, id)).for('update');
  return row ?? null;
}

/** Those of some requests that nobody has decided. Waits for who decides one at this moment. */
export const lockUndecided = (tx: Tx, ids: readonly number[]): Promise<Approval[]> =>
  tx
    .select()
    .from(approvals)
    .where(and(inArray(approvals.id, [...ids]), eq(approvals.state, 'open')))
    .orderBy(asc(approvals.id))
    .for('update');

export async function closeApproval(
  tx: Tx,
  id: number,
  decision: { state: 'approved' | 'refused' | 'withdrawn'; decidedBy: number; decidedAt: Date },
): Promise<void> {
  await tx.update(approvals).set(decision).where(eq(approvals.id, id));
}

const requesters = alias(staffAccounts, 'requesters');
const deciders = alias(staffAccounts, 'deciders');

/** With the names of requester and decider: open ones oldest first, others newest first. */
export async function findApprovals(
  db: Db,
  { isOpen, limit }: { isOpen: boolean; limit: number },
): Promise<(Approval & { askedByName: string; decidedByName: string | null })[]> {
  const rows = await db
    .select({ approval: approvals, askedByName: requesters.name, decidedByName: deciders.name })
    .from(approvals)
    .innerJoin(requesters, eq(requesters.id, approvals.askedBy))
    .leftJoin(deciders, eq(deciders.id, approvals.decidedBy))
    .where(isOpen ? eq(approvals.state, 'open') : undefined)
    .orderBy(isOpen ? asc(approvals.id) : desc(approvals.id))
    .limit(limit);
  return rows.map(({ approval, ...names }) => ({ ...approval, ...names }));
}
