import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { historyEntries } from '#db/tables/library.ts';

export interface HistoryEntry {
  id: number;
  sectionId: number;
  playedAt: Date;
}

const columns = { id: historyEntries.id, sectionId: historyEntries.sectionId, playedAt: historyEntries.playedAt };
const ofMember = (memberId: number) => and(eq(historyEntries.memberId, memberId), isNull(historyEntries.removedAt));

/** What a member played, last first, as far as the member did not move it. */
export async function findHistory(
  db: Db,
  memberId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<HistoryEntry[]> {
  return db
    .select(columns)
    .from(historyEntries)
    .where(ofMember(memberId))
    .orderBy(desc(historyEntries.position))
    .limit(limit)
    .offset(offset);
}

/** The entries of some sections. */
export async function findHistoryOf(
  db: Db,
  memberId: number,
  sectionIds: readonly number[],
): Promise<{ id: number; sectionId: number }[]> {
  if (sectionIds.length === 0) return [];
  return db
    .select({ id: historyEntries.id, sectionId: historyEntries.sectionId })
    .from(historyEntries)
    .where(and(ofMember(memberId), inArray(historyEntries.sectionId, [...sectionIds])));
}

export async function findHistoryEntry(db: Db, memberId: number, id: number): Promise<HistoryEntry | null> {
  const [row] = await db
    .select(columns)
    .from(historyEntries)
    .where(and(ofMember(memberId), eq(historyEntries.id, id)));
  return row ?? null;
}

/** A section stands in the history once, where it was played last. */
export async function saveHistoryEntry(
  tx: Tx,
  entry: { memberId: number; sectionId: number; position: number; playedAt: Date },
): Promise<number> {
  const { position, playedAt } = entry;
  const [row] = await tx
    .insert(historyEntries)
    .values(entry)
    .onConflictDoUpdate({
      target: [historyEntries.memberId, historyEntries.sectionId],
      targetWhere: sql`removed_at is null`,
      set: { position, playedAt },
    })
    .returning({ id: historyEntries.id });
  if (!row) throw new Error('no history entry was saved');
  return row.id;
}

/** Lets the oldest go beyond so many. */
export async function trimHistory(tx: Tx, memberId: number, atMost: number): Promise<void> {
  await tx.execute(
    sql`delete from ${historyEntries} where ${historyEntries.memberId} = ${memberId} and ${historyEntries.position} <= (
      select ${historyEntries.position} from ${historyEntries}
      where ${ofMember(memberId)} order by ${historyEntries.position} desc offset ${atMost}::int limit 1)`,
  );
}
