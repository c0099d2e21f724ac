import { and, asc, eq, gt, gte, inArray, lt, ne, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { waitingPlaces, waitingQueues } from '#db/tables/waiting-room.ts';

type QueueRow = typeof waitingQueues.$inferSelect;
export type PlaceRow = typeof waitingPlaces.$inferSelect;

export async function insertQueue(tx: Tx, queue: typeof waitingQueues.$inferInsert): Promise<number> {
  const [row] = await tx.insert(waitingQueues).values(queue).returning({ id: waitingQueues.id });
  return row!.id;
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

const stands = ne(waitingPlaces.state, 'left');
/** The same SQL text for any number of ids, so that it can be a prepared statement. */
const isAmong = (memberIds: readonly number[]) =>
  sql`${waitingPlaces.memberId} = any(${sql.param([...memberIds])}::int[])`;

export const findPlaces = (db: Db, queueId: number, memberIds: readonly number[]): Promise<PlaceRow[]> =>
  db
    .select()
    .from(waitingPlaces)
    .where(and(eq(waitingPlaces.queueId, queueId), isAmong(memberIds), stands));

/** Inserts entries in the given order, so that their ids ascend. */
export const insertPlaces = (
  tx: Tx,
  places: readonly Pick<PlaceRow, 'queueId' | 'memberId' | 'joinedAt' | 'turnAt' | 'seenAt'>[],
): Promise<PlaceRow[]> =>
  places.length === 0
    ? Promise.resolve([])
    : tx
        .insert(waitingPlaces)
        .values([...places])
        .returning();

export async function touchPlaces(db: Db, ids: readonly number[], seenAt: Date): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(waitingPlaces)
    .set({ seenAt })
    .where(and(inArray(waitingPlaces.id, [...ids]), lt(waitingPlaces.seenAt, seenAt)));
}

/** Ends expired entries of members who arrive again. */
export async function leaveUnseen(
  tx: Tx,
  { queueId, memberIds, since, now }: { queueId: number; memberIds: readonly number[]; since: Date; now: Date },
): Promise<void> {
  await tx
    .update(waitingPlaces)
    .set({ state: 'left', endedAt: now })
    .where(
      and(
        eq(waitingPlaces.queueId, queueId),
        isAmong(memberIds),
        eq(waitingPlaces.state, 'waiting'),
        lt(waitingPlaces.seenAt, since),
      ),
    );
}

/** Active entries whose turn is still to come, by turn. */
export const findWaiting = (
  db: Db,
  queueId: number,
  { seenSince, now }: { seenSince: Date; now: Date },
): Promise<Pick<PlaceRow, 'id' | 'memberId' | 'turnAt'>[]> =>
  db
    .select({ id: waitingPlaces.id, memberId: waitingPlaces.memberId, turnAt: waitingPlaces.turnAt })
    .from(waitingPlaces)
    .where(
      and(
        eq(waitingPlaces.queueId, queueId),
        eq(waitingPlaces.state, 'waiting'),
        gt(waitingPlaces.turnAt, now),
        gte(waitingPlaces.seenAt, seenSince),
      ),
    )
    .orderBy(asc(waitingPlaces.turnAt), asc(waitingPlaces.id));

/** Admits entries whose turn had come when they asked, and returns their members. */
export async function setEntered(
  db: Db,
  queueId: number,
  asking: readonly { memberId: number; now: Date }[],
  keptMs: number,
): Promise<number[]> {
  const { rows } = await db.execute<{ memberId: number }>(sql`
    update ${waitingPlaces} as place
    set state = 'entered', seen_at = given.asked_at, entered_at = coalesce(place.entered_at, given.asked_at)
    from unnest(
      ${sql.param(asking.map(({ memberId }) => memberId))}::int[],
      ${sql.param(asking.map(({ now }) => now.toISOString()))}::timestamptz[]
    ) as given (member_id, asked_at)
    where place.queue_id = ${queueId} and place.member_id = given.member_id
      and (place.state = 'entered' or (place.state = 'waiting' and place.turn_at <= given.asked_at
        and place.seen_at >= given.asked_at - ${keptMs / 1_000}::int * interval '1 second'))
    returning place.member_id as "memberId"`);
  return rows.map(({ memberId }) => memberId);
}

/** Sets new turns of entries. */
export async function setTurns(tx: Tx, places: readonly { id: number; turnAt: Date }[]): Promise<void> {
  if (places.length === 0) return;
  const ids = sql.param(places.map(({ id }) => id));
  const turns = sql.param(places.map(({ turnAt }) => turnAt.toISOString()));
  await tx.execute(sql`
    update ${waitingPlaces} set turn_at = given.turn_at
    from unnest(${ids}::bigint[], ${turns}::timestamptz[]) as given (id, turn_at)
    where ${waitingPlaces.id} = given.id`);
}

/** A member's entries for support, newest first. */
export const findPlacesOfMember = (db: Db, memberId: number, limit: number): Promise<PlaceRow[]> =>
  db
    .select()
    .from(waitingPlaces)
    .where(eq(waitingPlaces.memberId, memberId))
    .orderBy(sql`${waitingPlaces.id} desc`)
    .limit(limit);
