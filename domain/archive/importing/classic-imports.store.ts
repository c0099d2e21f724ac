import { and, asc, desc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { classicImports, programArchives } from '#db/tables/archive.ts';
import { programs } from '#db/tables/programs.ts';
import { uploads } from '#db/tables/uploads.ts';

export type ClassicImport = typeof classicImports.$inferSelect;
type NewImport = typeof classicImports.$inferInsert;

export async function insertImport(tx: Tx, row: NewImport): Promise<number> {
  const [inserted] = await tx.insert(classicImports).values(row).returning({ id: classicImports.id });
  return inserted!.id;
}

export async function lockImport(tx: Tx, id: number): Promise<ClassicImport | undefined> {
  const [row] = await tx.select().from(classicImports).where(eq(classicImports.id, id)).for('update');
  return row;
}

export async function updateImport(tx: Tx, id: number, change: Partial<NewImport>): Promise<void> {
  await tx.update(classicImports).set(change).where(eq(classicImports.id, id));
}

/** Changes an import that this worker holds; false if it does not. */
export async function updateHeldImport(
  db: Db | Tx,
  { id, heldBy }: { id: number; heldBy: string },
  change: Partial<NewImport>,
): Promise<boolean> {
  const changed = await db
    .update(classicImports)
    .set(change)
    .where(and(eq(classicImports.id, id), eq(classicImports.state, 'importing'), eq(classicImports.heldBy, heldBy)))
    .returning({ id: classicImports.id });
  return changed.length > 0;
}

export async function deleteImport(tx: Tx, id: number): Promise<void> {
  await tx.delete(classicImports).where(eq(classicImports.id, id));
}

/** Serialises claims: one worker imports at a time, because a file is read into memory. */
export async function lockClaims(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('classic_imports'))`);
}

export async function isAnyHeld(tx: Tx, now: Date): Promise<boolean> {
  const held = await tx
    .select({ id: classicImports.id })
    .from(classicImports)
    .where(and(eq(classicImports.state, 'importing'), gt(classicImports.heldUntil, now)))
    .limit(1);
  return held.length > 0;
}

/** The oldest import that no worker holds. */
export async function findWaitingImport(db: Db | Tx, now: Date): Promise<number | undefined> {
  const [row] = await db
    .select({ id: classicImports.id })
    .from(classicImports)
    .where(
      and(
        eq(classicImports.state, 'importing'),
        or(isNull(classicImports.heldUntil), lt(classicImports.heldUntil, now)),
      ),
    )
    .orderBy(asc(classicImports.id))
    .limit(1);
  return row?.id;
}

const listed = {
  id: classicImports.id,
  state: classicImports.state,
  step: classicImports.step,
  stepDone: classicImports.stepDone,
  reason: classicImports.reason,
  who: classicImports.who,
  programId: classicImports.programId,
  programTitle: programs.title,
  title: classicImports.title,
  startsAt: classicImports.startsAt,
  archiveId: classicImports.archiveId,
  heldUntil: classicImports.heldUntil,
  createdAt: classicImports.createdAt,
};

/** Newest first. */
export const selectImports = (db: Db, limit: number) =>
  db
    .select(listed)
    .from(classicImports)
    .innerJoin(programs, eq(programs.id, classicImports.programId))
    .orderBy(desc(classicImports.id))
    .limit(limit);

/** An import with what was typed, and its files as far as they are still there. */
export async function findImport(db: Db, id: number) {
  const [row] = await db
    .select({
      ...listed,
      availableUntil: classicImports.availableUntil,
      rundown: classicImports.rundown,
      transcript: classicImports.transcript,
      uploadIds: sql<
        string[]
      >`array_remove(array[${classicImports.firstUploadId}, ${classicImports.secondUploadId}], null)`,
    })
    .from(classicImports)
    .innerJoin(programs, eq(programs.id, classicImports.programId))
    .where(eq(classicImports.id, id));
  if (row === undefined) return undefined;
  const { uploadIds, ...rest } = row;
  const files =
    uploadIds.length === 0
      ? []
      : await db
          .select({ id: uploads.id, fileName: uploads.fileName, bytes: uploads.bytes })
          .from(uploads)
          .where(and(inArray(uploads.id, uploadIds), eq(uploads.state, 'received')))
          .orderBy(asc(uploads.createdAt))
          .limit(2);
  return { ...rest, files };
}

/** A broadcast of a programme that can be heard and overlaps a span. */
export async function findShownOverlap(
  tx: Tx,
  { programId, startsAt, endsAt }: { programId: number; startsAt: Date; endsAt: Date },
): Promise<number | undefined> {
  const [row] = await tx
    .select({ id: programArchives.id })
    .from(programArchives)
    .where(
      and(
        eq(programArchives.programId, programId),
        isNull(programArchives.mergedInto),
        eq(programArchives.state, 'shown'),
        lt(programArchives.startsAt, endsAt),
        // No broadcast is longer; bounds the index scan.
        gt(programArchives.startsAt, sql`${startsAt.toISOString()}::timestamptz - interval '36 hours'`),
        gt(programArchives.endsAt, startsAt),
      ),
    )
    .orderBy(asc(programArchives.startsAt))
    .limit(1);
  return row?.id;
}
