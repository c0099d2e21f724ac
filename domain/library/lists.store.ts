import { and, asc, count, desc, eq, isNull, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db, Tx } from '#db/database.ts';
import { bookmarks, favourites, historyEntries, libraryLists, playlistEntries } from '#db/tables/library.ts';
import { isNewestFirst, LIST_KINDS, type ListKind } from './library.rules.ts';

// Common to all lists: an ordered position, and a period during which a removal can be undone.

interface ListTable extends PgTable {
  id: PgColumn;
  memberId: PgColumn;
  position: PgColumn;
  removedAt: PgColumn;
  removedIn: PgColumn;
}

const TABLES: Record<ListKind, ListTable> = {
  queue: playlistEntries,
  playlist: playlistEntries,
  favourite: favourites,
  history: historyEntries,
  bookmark: bookmarks,
};
/** Unique columns of each list. */
const UNIQUE: Record<ListKind, string[]> = {
  queue: ['kind', 'section_id'],
  playlist: ['kind', 'section_id'],
  favourite: ['program_id'],
  history: ['section_id'],
  bookmark: ['stream_id', 'at'],
};

/** The rows of one list, including removed ones, which keep their position. */
const ofList = (kind: ListKind, memberId: number): SQL => {
  const mine = eq(TABLES[kind].memberId, memberId);
  return kind === 'queue' || kind === 'playlist' ? sql`${mine} and ${eq(playlistEntries.kind, kind)}` : mine;
};

/** Locks the list until the transaction ends. Returns the revision of this change. */
export async function lockList(tx: Tx, memberId: number, kind: ListKind): Promise<number> {
  const [row] = await tx
    .insert(libraryLists)
    .values({ memberId, kind, revision: 1 })
    .onConflictDoUpdate({
      target: [libraryLists.memberId, libraryLists.kind],
      set: { revision: sql`${libraryLists.revision} + 1` },
    })
    .returning({ revision: libraryLists.revision });
  if (!row) throw new Error('update of library_lists returned no row');
  return row.revision;
}

export async function findRevision(db: Db, memberId: number, kind: ListKind): Promise<number> {
  const [row] = await db
    .select({ revision: libraryLists.revision })
    .from(libraryLists)
    .where(and(eq(libraryLists.memberId, memberId), eq(libraryLists.kind, kind)));
  return row?.revision ?? 0;
}

export async function countEntries(db: Db, memberId: number, kind: ListKind): Promise<number> {
  const table: PgTable = TABLES[kind];
  const [row] = await db
    .select({ entries: count() })
    .from(table)
    .where(sql`${ofList(kind, memberId)} and ${isNull(TABLES[kind].removedAt)}`);
  return row?.entries ?? 0;
}

/** Entries in each list, in one query. */
export async function countEach(db: Db, memberId: number): Promise<Record<ListKind, number>> {
  const counts = LIST_KINDS.map(
    (kind) => sql`(select count(*)::int from ${TABLES[kind]}
      where ${ofList(kind, memberId)} and ${isNull(TABLES[kind].removedAt)}) as ${sql.identifier(kind)}`,
  );
  const { rows } = await db.execute<Record<ListKind, number>>(sql`select ${sql.join(counts, sql`, `)}`);
  if (!rows[0]) throw new Error('counting list entries returned no row');
  return rows[0];
}

/** Members' entries of sections, and bookmarks within a span of a stream. */
export async function countSaved(
  db: Db,
  {
    sectionIds,
    streamId,
    startsAt,
    endsAt,
  }: { sectionIds: readonly number[]; streamId: number; startsAt: Date; endsAt: Date },
): Promise<{ playlists: number; history: number; bookmarks: number }> {
  const sections = sql`any(${sql.param([...sectionIds])}::integer[])`;
  const { rows } = await db.execute<{ playlists: number; history: number; bookmarks: number }>(sql`select
    (select count(*)::int from ${playlistEntries}
      where ${playlistEntries.sectionId} = ${sections} and ${playlistEntries.removedAt} is null) as playlists,
    (select count(*)::int from ${historyEntries}
      where ${historyEntries.sectionId} = ${sections} and ${historyEntries.removedAt} is null) as history,
    (select count(*)::int from ${bookmarks}
      where ${bookmarks.streamId} = ${streamId} and ${bookmarks.at} >= ${startsAt.toISOString()}::timestamptz
        and ${bookmarks.at} < ${endsAt.toISOString()}::timestamptz and ${bookmarks.removedAt} is null) as bookmarks`);
  return rows[0] ?? { playlists: 0, history: 0, bookmarks: 0 };
}

async function selectNumber(db: Db, query: SQL): Promise<number | null> {
  const { rows } = await db.execute<{ n: number | null }>(query);
  return rows[0]?.n ?? null;
}

/** The position of a new entry: the end of a playlist, the top of other lists. */
export async function nextPosition(tx: Tx, memberId: number, kind: ListKind): Promise<number> {
  const { position } = TABLES[kind];
  const last = await selectNumber(
    tx,
    sql`select max(${position}) as n from ${TABLES[kind]} where ${ofList(kind, memberId)}`,
  );
  return (last ?? 0) + 1;
}

/** The position of a current entry; null if there is none. */
const positionOf = (db: Db, memberId: number, kind: ListKind, id: number): Promise<number | null> => {
  const table = TABLES[kind];
  return selectNumber(
    db,
    sql`select ${table.position} as n from ${table}
      where ${ofList(kind, memberId)} and ${eq(table.id, id)} and ${isNull(table.removedAt)}`,
  );
};

/** Shifts positions from one on. */
async function shift(tx: Tx, memberId: number, kind: ListKind, from: number, by: number): Promise<void> {
  const table = TABLES[kind];
  await tx.execute(
    sql`update ${table} set position = ${table.position} + ${by}::int
      where ${ofList(kind, memberId)} and ${table.position} >= ${from}::int`,
  );
}

/** Makes room directly after a playlist entry and returns the first free position; null if the entry is missing. */
export async function openAfter(
  tx: Tx,
  memberId: number,
  kind: ListKind,
  { id, places }: { id: number; places: number },
): Promise<number | null> {
  const position = await positionOf(tx, memberId, kind, id);
  if (position === null) return null;
  await shift(tx, memberId, kind, position + 1, places);
  return position + 1;
}

/** Moves an entry directly after another in display order, or to the front; false if either is missing. */
export async function moveEntry(
  tx: Tx,
  memberId: number,
  kind: ListKind,
  { id, predecessor }: { id: number; predecessor: number | null },
): Promise<boolean> {
  const table = TABLES[kind];
  if ((await positionOf(tx, memberId, kind, id)) === null) return false;
  let position: number;
  if (predecessor === null) {
    const end = isNewestFirst(kind) ? sql`max(${table.position}) + 1` : sql`min(${table.position}) - 1`;
    position = (await selectNumber(tx, sql`select ${end} as n from ${table} where ${ofList(kind, memberId)}`)) ?? 1;
  } else {
    const before = await positionOf(tx, memberId, kind, predecessor);
    if (before === null) return false;
    // Newest first: the predecessor has the higher position, and moves up.
    position = isNewestFirst(kind) ? before : before + 1;
    await shift(tx, memberId, kind, position, 1);
  }
  await tx.execute(sql`update ${table} set position = ${position}::int where ${eq(table.id, id)}`);
  return true;
}

/** The playlist that contains a member's entry. */
export async function findKindOf(db: Db, memberId: number, id: number): Promise<'queue' | 'playlist' | null> {
  const [row] = await db
    .select({ kind: playlistEntries.kind })
    .from(playlistEntries)
    .where(and(eq(playlistEntries.memberId, memberId), eq(playlistEntries.id, id), isNull(playlistEntries.removedAt)));
  return row?.kind ?? null;
}

/** Removes entries under a revision that can restore them; all except some if no ids are given. Returns how many. */
export async function removeEntries(
  tx: Tx,
  memberId: number,
  kind: ListKind,
  which: { ids: readonly number[] } | { except: readonly number[] },
  { revision, now }: { revision: number; now: Date },
): Promise<number> {
  const table = TABLES[kind];
  const chosen =
    'ids' in which
      ? sql`${table.id} = any(${sql.param(which.ids)})`
      : sql`${table.id} <> all(${sql.param(which.except)})`;
  const { rowCount } = await tx.execute(
    sql`update ${table} set removed_at = ${now.toISOString()}::timestamptz, removed_in = ${revision}::int
      where ${ofList(kind, memberId)} and ${isNull(table.removedAt)} and ${chosen}`,
  );
  return rowCount ?? 0;
}

/** Entries removed under a revision, in list order, and whether each has been added again since. */
export async function findRemoved(
  tx: Tx,
  memberId: number,
  kind: ListKind,
  { revision, since }: { revision: number; since: Date },
): Promise<{ id: number; isBack: boolean }[]> {
  const table = TABLES[kind];
  const same = sql.join(
    ['member_id', ...UNIQUE[kind]].map((name) => {
      const column = sql.identifier(name);
      return sql`there.${column} = ${table}.${column}`;
    }),
    sql` and `,
  );
  const order = isNewestFirst(kind) ? desc(table.position) : asc(table.position);
  const { rows } = await tx.execute<{ id: number; is_back: boolean }>(
    sql`select ${table.id} as id,
        exists (select 1 from ${table} as there where ${same} and there.removed_at is null) as is_back
      from ${table}
      where ${ofList(kind, memberId)} and ${table.removedIn} = ${revision}::int
        and ${table.removedAt} > ${since.toISOString()}::timestamptz
      order by ${order}`,
  );
  return rows.map(({ id, is_back: isBack }) => ({ id, isBack }));
}

/** Restores entries with their positions and ids. */
export async function restoreEntries(tx: Tx, memberId: number, kind: ListKind, ids: readonly number[]): Promise<void> {
  const table = TABLES[kind];
  await tx.execute(
    sql`update ${table} set removed_at = null, removed_in = null
      where ${ofList(kind, memberId)} and ${table.id} = any(${sql.param(ids)})`,
  );
}

/** Deletes entries that can no longer be restored. */
export async function deleteRemoved(db: Db, before: Date): Promise<void> {
  for (const table of new Set(Object.values(TABLES)))
    await db.execute(sql`delete from ${table} where ${table.removedAt} < ${before.toISOString()}::timestamptz`);
}
