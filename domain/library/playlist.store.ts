import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { playlistEntries } from '#db/tables/library.ts';
import type { PlaylistKind, Wanted } from './library.rules.ts';

export interface PlaylistEntry {
  id: number;
  sectionId: number;
  isAuto: boolean;
}

const columns = { id: playlistEntries.id, sectionId: playlistEntries.sectionId, isAuto: playlistEntries.isAuto };

/** A playlist in order. The limit is twice its maximum, because hidden sections do not count. */
export async function findEntries(
  db: Db,
  memberId: number,
  kind: PlaylistKind,
  limit: number,
): Promise<PlaylistEntry[]> {
  return db
    .select(columns)
    .from(playlistEntries)
    .where(
      and(eq(playlistEntries.memberId, memberId), eq(playlistEntries.kind, kind), isNull(playlistEntries.removedAt)),
    )
    .orderBy(asc(playlistEntries.position), asc(playlistEntries.id))
    .limit(limit);
}

/** The sections of a member's entries in either list. */
export async function findSectionIdsOf(db: Db, memberId: number, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ sectionId: playlistEntries.sectionId })
    .from(playlistEntries)
    .where(and(eq(playlistEntries.memberId, memberId), inArray(playlistEntries.id, [...ids])));
  return rows.map(({ sectionId }) => sectionId);
}

/** Inserts sections in order from a position on. */
export async function insertEntries(
  tx: Tx,
  { memberId, kind, from, now }: { memberId: number; kind: PlaylistKind; from: number; now: Date },
  sections: readonly Wanted[],
): Promise<PlaylistEntry[]> {
  return tx
    .insert(playlistEntries)
    .values(
      sections.map(({ sectionId, isAuto }, i) => ({
        memberId,
        kind,
        sectionId,
        isAuto,
        position: from + i,
        createdAt: now,
      })),
    )
    .returning(columns);
}
