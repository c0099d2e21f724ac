import { and, eq, gt, isNotNull, isNull, lt, lte, ne, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { archiveSections, programArchives, suspendedFunctions } from '#db/tables/archive.ts';
import { ProgramClass } from '#domain/archive/archive.schema.ts';

export type ReplayState = 'shown' | 'ended' | 'taken_down';

/** Locks a broadcast by id, in any state. */
export async function lockBroadcast(tx: Tx, id: number) {
  const [row] = await tx
    .select()
    .from(programArchives)
    .where(
      eq(
        programArchives.id,
        sql`(select coalesce(saved.merged_into, saved.id) from ${programArchives} saved where saved.id = ${id}::int)`,
      ),
    )
    .for('update');
  return row;
}

export async function setState(
  tx: Tx,
  id: number,
  { state, availableUntil }: { state: ReplayState; availableUntil: Date | null },
): Promise<void> {
  await tx
    .update(programArchives)
    .set({ state, availableUntil, updatedAt: sql`now()` })
    .where(eq(programArchives.id, id));
}

/** Inserts a finished classic broadcast with one part. */
export async function insertClassic(
  tx: Tx,
  classic: Pick<
    typeof programArchives.$inferInsert,
    'programId' | 'streamId' | 'dayHk' | 'startsAt' | 'endsAt' | 'title' | 'availableUntil'
  >,
): Promise<number> {
  const [row] = await tx
    .insert(programArchives)
    .values({ ...classic, isOver: true, programClass: ProgramClass.CLASSIC, source: 'import' })
    .returning({ id: programArchives.id });
  const archiveId = row!.id;
  const { startsAt, endsAt } = classic;
  await tx.insert(archiveSections).values({ archiveId, sectionNo: 1, startsAt, endsAt, source: 'import' });
  return archiveId;
}

/** An hour more than the longest-lived address, that of remote playback. */
const SIGNED_FOR = sql`interval '5 hours'`;

/** Broadcasts hidden so recently that a signed address may still be valid. */
export const listHidden = (db: Db): Promise<{ streamId: number; startsAt: Date; endsAt: Date }[]> =>
  db
    .select({
      streamId: programArchives.streamId,
      startsAt: programArchives.startsAt,
      endsAt: programArchives.endsAt,
    })
    .from(programArchives)
    .where(
      and(
        ne(programArchives.state, 'shown'),
        isNull(programArchives.mergedInto),
        gt(programArchives.updatedAt, sql`now() - ${SIGNED_FOR}`),
      ),
    );

/** Ids of a broadcast's sections that are not merged. */
export async function listSectionIds(db: Db, archiveId: number): Promise<number[]> {
  const rows = await db
    .select({ id: archiveSections.id })
    .from(archiveSections)
    .where(and(eq(archiveSections.archiveId, archiveId), isNull(archiveSections.mergedInto)));
  return rows.map((row) => row.id);
}

/** No broadcast is longer, which bounds the index scan. */
const MAX_BROADCAST_LENGTH = sql`interval '36 hours'`;
const SECTIONS_MAX = 1_000;

/** Sections that a span of a stream touches. */
export async function listSectionIdsIn(
  db: Db,
  { streamId, startsAt, endsAt }: { streamId: number; startsAt: Date; endsAt: Date },
): Promise<number[]> {
  const rows = await db
    .select({ id: archiveSections.id })
    .from(archiveSections)
    .innerJoin(programArchives, eq(programArchives.id, archiveSections.archiveId))
    .where(
      and(
        eq(programArchives.streamId, streamId),
        lt(programArchives.startsAt, endsAt),
        sql`${programArchives.startsAt} > ${startsAt.toISOString()}::timestamptz - ${MAX_BROADCAST_LENGTH}`,
        lt(archiveSections.startsAt, endsAt),
        gt(archiveSections.endsAt, startsAt),
        isNull(archiveSections.mergedInto),
      ),
    )
    .limit(SECTIONS_MAX);
  return rows.map((row) => row.id);
}

/** Ends expired replays; returns their ids. */
export async function endOverdue(tx: Tx, now: Date): Promise<{ id: number; streamId: number }[]> {
  return tx
    .update(programArchives)
    .set({ state: 'ended', updatedAt: sql`now()` })
    .where(
      and(
        eq(programArchives.state, 'shown'),
        isNotNull(programArchives.availableUntil),
        lte(programArchives.availableUntil, now),
      ),
    )
    .returning({ id: programArchives.id, streamId: programArchives.streamId });
}

export async function saveSuspension(tx: Tx, name: string, message: string): Promise<void> {
  await tx
    .insert(suspendedFunctions)
    .values({ name, message })
    .onConflictDoUpdate({ target: suspendedFunctions.name, set: { message } });
}

export async function removeSuspension(tx: Tx, name: string): Promise<boolean> {
  const gone = await tx
    .delete(suspendedFunctions)
    .where(eq(suspendedFunctions.name, name))
    .returning({ name: suspendedFunctions.name });
  return gone.length > 0;
}
