import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { favourites } from '#db/tables/library.ts';

export interface Favourite {
  id: number;
  programId: number;
}

const columns = { id: favourites.id, programId: favourites.programId };
const ofMember = (memberId: number) => and(eq(favourites.memberId, memberId), isNull(favourites.removedAt));

/** A member's favourite programmes, in the member's order. */
export async function findFavourites(db: Db, memberId: number, limit: number): Promise<Favourite[]> {
  return db
    .select(columns)
    .from(favourites)
    .where(ofMember(memberId))
    .orderBy(desc(favourites.position), desc(favourites.id))
    .limit(limit);
}

/** Favourites among some programmes. */
export async function findFavouritesOf(db: Db, memberId: number, programIds: readonly number[]): Promise<Favourite[]> {
  if (programIds.length === 0) return [];
  return db
    .select(columns)
    .from(favourites)
    .where(and(ofMember(memberId), inArray(favourites.programId, [...programIds])));
}

/** Favourites by id, in the member's order. */
export async function findFavouriteEntries(db: Db, memberId: number, ids: readonly number[]): Promise<Favourite[]> {
  return db
    .select(columns)
    .from(favourites)
    .where(and(ofMember(memberId), inArray(favourites.id, [...ids])))
    .orderBy(desc(favourites.position), desc(favourites.id));
}

export async function insertFavourite(
  tx: Tx,
  favourite: { memberId: number; programId: number; position: number; createdAt: Date },
): Promise<number> {
  const [row] = await tx.insert(favourites).values(favourite).returning({ id: favourites.id });
  if (!row) throw new Error('insert into favourites returned no row');
  return row.id;
}
