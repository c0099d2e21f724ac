import { and, asc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { ReadDb, Tx } from '#db/database.ts';
import { articles, homePins } from '#db/tables/articles.ts';
import type { HomeShelf } from './home-order.rules.ts';

export interface HomePin {
  articleId: number;
  /** Null: until removed. */
  untilAt: Date | null;
}

const onShelf = (shelf: HomeShelf, now: Date) =>
  and(eq(homePins.shelf, shelf), or(isNull(homePins.untilAt), gt(homePins.untilAt, now)));

/** Pins of a shelf that hold now, in order. */
export async function findPins(db: ReadDb, shelf: HomeShelf, now: Date): Promise<HomePin[]> {
  return db
    .select({ articleId: homePins.articleId, untilAt: homePins.untilAt })
    .from(homePins)
    .where(onShelf(shelf, now))
    .orderBy(asc(homePins.position));
}

/** The same for a change: until the transaction ends, nobody else changes them. */
export async function lockPins(tx: Tx, shelf: HomeShelf, now: Date): Promise<HomePin[]> {
  await tx.execute(sql`lock table ${homePins} in share row exclusive mode`);
  return findPins(tx, shelf, now);
}

export async function replacePins(tx: Tx, shelf: HomeShelf, pins: readonly HomePin[]): Promise<void> {
  await tx.delete(homePins).where(eq(homePins.shelf, shelf));
  if (pins.length > 0) await tx.insert(homePins).values(pins.map((pin, i) => ({ ...pin, shelf, position: i + 1 })));
}

/** Titles and states of pinned articles in any state, for the desk. */
export async function findPinned(db: ReadDb, shelf: HomeShelf, now: Date) {
  return db
    .select({
      articleId: homePins.articleId,
      untilAt: homePins.untilAt,
      title: articles.title,
      // By the clock of the database, as in `publishedArticles`.
      isPublic: sql<boolean>`${articles.state} = 'published' and ${articles.publishAt} <= now() and (${articles.withdrawAt} is null or ${articles.withdrawAt} > now())`,
    })
    .from(homePins)
    .innerJoin(articles, eq(articles.id, homePins.articleId))
    .where(onShelf(shelf, now))
    .orderBy(asc(homePins.position));
}
