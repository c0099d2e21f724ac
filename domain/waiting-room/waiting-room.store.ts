import { and, asc, eq, gt, gte, inArray, lt, ne, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { waitingRoomEntries, waitingQueues } from '#db/tables/waiting-room.ts';

type QueueRow = typeof waitingQueues.$inferSelect;
export type EntryRow = typeof waitingRoomEntries.$inferSelect;

export async function insertQueue(tx: Tx, queue: typeof waitingQueues.$inferInsert): Promise<number> {
  const [row] = await tx.insert(waitingQueues).values(queue).returning({ id: waitingQueues.id });
  return row!.id;
}

export async function findQueue(db: Db, id: number): Promise<QueueRow | null> {
  const [row] = await db.select().from(waitingQueues).where(eq(waitingQueues.id, id));
  return row ?? null;
}

/** Locks the queue until the transaction ends, so that batches are numbered one after another. */
export async function lockQueue(tx: Tx, id: number): Promise<QueueRow | null> {
  const [row] = await tx.select().from(waitingQueues).where(eq(waitingQueues.id, id)).for('no key update');
  return row ?? null;
}

export async function updateQueue(
  tx: Tx,
  id: number,
  set: Partial<Pick<QueueRow, 'perSecond' | 'opensAt' | 'nextTurnAt'>>,
): Promise<void> {
  await tx.update(waitingQueues).set(set).where(eq(waitingQueues.id, id));
}

const stands = ne(waitingRoomEntries.state, 'left');
/** The same SQL text for any number of ids, so that it can be a prepared statement. */
const isAmong = (memberIds: readonly number[]) =>
  sql`${waitingRoomEntries.memberId} = any(${sql.param([...memberIds])}::int[])`;

export const findEntries = (db: Db, queueId: number, memberIds: readonly number[]): Promise<EntryRow[]> =>
  db
    .select()
    .from(waitingRoomEntries)
    .where(and(eq(waitingRoomEntries.queueId, queueId), isAmong(memberIds), stands));

/** Inserts entries in the given order, so that their ids ascend. */
export const insertEntries = (
  tx: Tx,
  entries: readonly Pick<EntryRow, 'queueId' | 'memberId' | 'joinedAt' | 'turnAt' | 'seenAt'>[],
): Promise<EntryRow[]> =>
  entries.length === 0
    ? Promise.resolve([])
    : tx
        .insert(waitingRoomEntries)
        .values([...entries])
        .returning();

export async function touchEntries(db: Db, ids: readonly number[], seenAt: Date): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(waitingRoomEntries)
    .set({ seenAt })
    .where(and(inArray(waitingRoomEntries.id, [...ids]), lt(waitingRoomEntries.seenAt, seenAt)));
}

/** Ends expired entries of members who arrive again. */
export async function leaveUnseen(
  tx: Tx,
  { queueId, memberIds, since, now }: { queueId: number; memberIds: readonly number[]; since: Date; now: Date },
): Promise<void> {
  await tx
    .update(waitingRoomEntries)
    .set({ state: 'left', endedAt: now })
    .where(
      and(
        eq(waitingRoomEntries.queueId, queueId),
        isAmong(memberIds),
        eq(waitingRoomEntries.state, 'waiting'),
        lt(waitingRoomEntries.seenAt, since),
      ),
    );
}

/** Active entries whose turn is still to come, by turn. */
export const findWaiting = (
  db: Db,
  queueId: number,
  { seenSince, now }: { seenSince: Date; now: Date },
): Promise<Pick<EntryRow, 'id' | 'memberId' | 'turnAt'>[]> =>
  db
    .select({ id: waitingRoomEntries.id, memberId: waitingRoomEntries.memberId, turnAt: waitingRoomEntries.turnAt })
    .from(waitingRoomEntries)
    .where(
      and(
        eq(waitingRoomEntries.queueId, queueId),
        eq(waitingRoomEntries.state, 'waiting'),
        gt(waitingRoomEntries.turnAt, now),
        gte(waitingRoomEntries.seenAt, seenSince),
      ),
    )
    .orderBy(asc(waitingRoomEntries.turnAt), asc(waitingRoomEntries.id));

/** Members who wait, seen since an instant, and those admitted. */
export async function countEntries(
  db: Db,
  queueId: number,
  { seenSince }: { seenSince: Date },
): Promise<{ waiting: number; entered: number }> {
  const { state, seenAt } = waitingRoomEntries;
  const [row] = await db
    .select({
      waiting: sql<number>`count(*) filter (where ${state} = 'waiting' and ${seenAt} >= ${seenSince.toISOString()}::timestamptz)::int`,
      entered: sql<number>`count(*) filter (where ${state} = 'entered')::int`,
    })
    .from(waitingRoomEntries)
    .where(and(eq(waitingRoomEntries.queueId, queueId), stands));
  return row ?? { waiting: 0, entered: 0 };
}

/** Admits entries whose turn had come when they asked, and returns their members. */
export async function setEntered(
  db: Db,
  queueId: number,
  asking: readonly { memberId: number; now: Date }[],
  keptMs: number,
): Promise<number[]> {
  const { rows } = await db.execute<{ memberId: number }>(sql`
    update ${waitingRoomEntries} as entry
    set state = 'entered', seen_at = given.asked_at, entered_at = coalesce(entry.entered_at, given.asked_at)
    from unnest(
      ${sql.param(asking.map(({ memberId }) => memberId))}::int[],
      ${sql.param(asking.map(({ now }) => now.toISOString()))}::timestamptz[]
    ) as given (member_id, asked_at)
    where entry.queue_id = ${queueId} and entry.member_id = given.member_id
      and (entry.state = 'entered' or (entry.state = 'waiting' and entry.turn_at <= given.asked_at
        and entry.seen_at >= given.asked_at - ${keptMs / 1_000}::int * interval '1 second'))
    returning entry.member_id as "memberId"`);
  return rows.map(({ memberId }) => memberId);
}

/** Sets new turns of entries. */
export async function setTurns(tx: Tx, entries: readonly { id: number; turnAt: Date }[]): Promise<void> {
  if (entries.length === 0) return;
  const ids = sql.param(entries.map(({ id }) => id));
  const turns = sql.param(entries.map(({ turnAt }) => turnAt.toISOString()));
  await tx.execute(sql`
    update ${waitingRoomEntries} set turn_at = given.turn_at
    from unnest(${ids}::bigint[], ${turns}::timestamptz[]) as given (id, turn_at)
    where ${waitingRoomEntries.id} = given.id`);
}

/** A member's entries for support, newest first. */
export const findEntriesOfMember = (db: Db, memberId: number, limit: number): Promise<EntryRow[]> =>
  db
    .select()
    .from(waitingRoomEntries)
    .where(eq(waitingRoomEntries.memberId, memberId))
    .orderBy(sql`${waitingRoomEntries.id} desc`)
    .limit(limit);
