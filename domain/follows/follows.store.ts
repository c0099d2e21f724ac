import { and, count, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { follows } from '#db/tables/follows.ts';
import type { Followable } from './follows.rules.ts';

const LOCK = 881_903_874;

/** Serialises changes to a member's list, so that its limit holds for any number of tabs. */
export const lockFollows = (tx: Tx, memberId: number): Promise<unknown> =>
  tx.execute(sql`select pg_advisory_xact_lock(${LOCK}::int, ${memberId}::int)`);

/** What a member follows, the latest first. */
export const findFollows = (db: Db, memberId: number, limit: number): Promise<Followable[]> =>
  db
    .select({ kind: follows.kind, subject: follows.subject })
    .from(follows)
    .where(eq(follows.memberId, memberId))
    .orderBy(desc(follows.createdAt), follows.kind, follows.subject)
    .limit(limit);

export async function countFollows(db: Db, memberId: number): Promise<number> {
  const [row] = await db.select({ follows: count() }).from(follows).where(eq(follows.memberId, memberId));
  return row?.follows ?? 0;
}

/** Which of the items a member follows already. */
export const findFollowsAmong = (db: Db, memberId: number, items: readonly Followable[]): Promise<Followable[]> =>
  items.length === 0
    ? Promise.resolve([])
    : db
        .select({ kind: follows.kind, subject: follows.subject })
        .from(follows)
        .where(
          and(
            eq(follows.memberId, memberId),
            inArray(
              sql`(${follows.kind}, ${follows.subject})`,
              items.map(({ kind, subject }) => sql`(${kind}::text, ${subject}::text)`),
            ),
          ),
        );

export async function insertFollows(tx: Tx, memberId: number, items: readonly Followable[], now: Date): Promise<void> {
  if (items.length === 0) return;
  await tx
    .insert(follows)
    .values(items.map(({ kind, subject }) => ({ memberId, kind, subject, createdAt: now })))
    .onConflictDoNothing();
}

/** Returns the number of deleted rows, 0 or 1. */
export async function deleteFollow(db: Db, memberId: number, { kind, subject }: Followable): Promise<number> {
  const gone = await db
    .delete(follows)
    .where(and(eq(follows.memberId, memberId), eq(follows.kind, kind), eq(follows.subject, subject)))
    .returning({ kind: follows.kind });
  return gone.length;
}
