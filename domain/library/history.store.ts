import { and, desc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { archiveSections, programArchives } from '#db/tables/archive.ts';
import { historyEntries } from '#db/tables/library.ts';
import { programs } from '#db/tables/programs.ts';

export interface HistoryEntry {
  id: number;
  sectionId: number;
  playedAt: Date;
}

const columns = { id: historyEntries.id, sectionId: historyEntries.sectionId, playedAt: historyEntries.playedAt };
const ofMember = (memberId: number) => and(eq(historyEntries.memberId, memberId), isNull(historyEntries.removedAt));

/** Entries whose programme, broadcast or part titles contain all the words. */
function named(words: readonly string[]): SQL | undefined {
  if (words.length === 0) return undefined;
  const patterns = words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
  return sql`(
    select lower(normalize(concat_ws(' ', ${programs.title}, broadcast.title, part.title), NFKC))
    from ${archiveSections} as saved
    join ${archiveSections} as part on part.id = coalesce(saved.merged_into, saved.id)
    join ${programArchives} as broadcast on broadcast.id = part.archive_id
    join ${programs} on ${programs.id} = broadcast.program_id
    where saved.id = ${historyEntries.sectionId}
  ) like all (${sql.param(patterns)}::text[])`;
}

/** A member's history, last played first unless moved; optionally filtered by words. */
export async function findHistory(
  db: Db,
  memberId: number,
  { limit, offset, words = [] }: { limit: number; offset: number; words?: readonly string[] },
): Promise<HistoryEntry[]> {
  return db
    .select(columns)
    .from(historyEntries)
    .where(and(ofMember(memberId), named(words)))
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

/** Entries by id, in list order. */
export async function findHistoryEntries(db: Db, memberId: number, ids: readonly number[]): Promise<HistoryEntry[]> {
  return db
    .select(columns)
    .from(historyEntries)
    .where(and(ofMember(memberId), inArray(historyEntries.id, [...ids])))
    .orderBy(desc(historyEntries.position));
}

/** A section is in the history once, at its last play. */
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
  if (!row) throw new Error('insert into history_entries returned no row');
  return row.id;
}

/** Deletes the oldest entries beyond a number. */
export async function trimHistory(tx: Tx, memberId: number, atMost: number): Promise<void> {
  await tx.execute(
    sql`delete from ${historyEntries} where ${historyEntries.memberId} = ${memberId} and ${historyEntries.position} <= (
      select ${historyEntries.position} from ${historyEntries}
      where ${ofMember(memberId)} order by ${historyEntries.position} desc offset ${atMost}::int limit 1)`,
  );
}
