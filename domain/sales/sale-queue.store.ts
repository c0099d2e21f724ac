import { and, eq, gt, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import { saleQueueEntries } from '#db/tables/sales.ts';

/** Class of the advisory locks by item. */
const LOCK = 51_207;

/**
 * Assigns numbers to buyers in the given order; existing numbers are kept. One statement whatever the count. The lock
 * makes numbers visible in their order: otherwise another process could serve a number before it sees a lower one.
 */
export async function numberEntries(
  db: Db,
  { item, buyers, now }: { item: string; buyers: readonly string[]; now: Date },
): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ buyer: string; id: number }>(sql`
    with turn_of_item as materialized (select pg_advisory_xact_lock(${LOCK}, hashtext(${item})))
    insert into ${saleQueueEntries} (item, buyer, seen_at, created_at)
    select ${item}, buyer, ${now}::timestamptz, ${now}::timestamptz
    from turn_of_item, unnest(${sql.param([...buyers])}::text[]) with ordinality as come (buyer, turn) order by turn
    on conflict (item, buyer) do update set seen_at = excluded.seen_at
    returning buyer, id`);
  return new Map(rows.map(({ buyer, id }) => [buyer, id]));
}

/** Whether anyone with a lower number still waits and was seen recently, by whichever process. */
export async function isAnybodyBefore(
  db: Db,
  { item, number, seenAfter }: { item: string; number: number; seenAfter: Date },
): Promise<boolean> {
  const rows = await db
    .select({ one: sql`1` })
    .from(saleQueueEntries)
    .where(
      and(
        eq(saleQueueEntries.item, item),
        lt(saleQueueEntries.id, number),
        isNull(saleQueueEntries.servedAt),
        gt(saleQueueEntries.seenAt, seenAfter),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** Writes when buyers were last seen; later writes of others are kept. */
export async function touchEntries(db: Db, seen: readonly { number: number; seenMs: number }[]): Promise<void> {
  if (seen.length === 0) return;
  const ids = sql.param(seen.map(({ number }) => number));
  const seenMs = sql.param(seen.map((one) => one.seenMs));
  // A row that another process writes at this moment is fresh, and waiting for it could deadlock.
  await db.execute(sql`
    update ${saleQueueEntries} as entry set seen_at = to_timestamp(given.seen_ms / 1000.0)
    from unnest(${ids}::bigint[], ${seenMs}::bigint[]) as given (id, seen_ms)
    where entry.id = given.id and entry.seen_at < to_timestamp(given.seen_ms / 1000.0)
      and entry.id in (
        select id from ${saleQueueEntries} where id = any(${ids}::bigint[]) for no key update skip locked)`);
}

/** Buyers waiting for an item in all processes, by number, and those served. */
export async function findStanding(
  db: Db,
  item: string,
  seenAfter: Date,
): Promise<{ waiting: number[]; served: string[] }> {
  const { id, buyer, seenAt, servedAt } = saleQueueEntries;
  const rows = await db
    .select({ id, served: sql<string | null>`case when ${servedAt} is not null then ${buyer} end` })
    .from(saleQueueEntries)
    .where(and(eq(saleQueueEntries.item, item), or(isNotNull(servedAt), gt(seenAt, seenAfter))));
  return {
    waiting: rows.flatMap((row) => (row.served === null ? [row.id] : [])),
    served: rows.flatMap((row) => row.served ?? []),
  };
}

export async function setServed(db: Db, id: number, now: Date): Promise<void> {
  await db.update(saleQueueEntries).set({ servedAt: now }).where(eq(saleQueueEntries.id, id));
}

/** For a served buyer whose order has ended: they queue again. */
export async function deleteServed(db: Db, item: string, buyer: string): Promise<void> {
  await db
    .delete(saleQueueEntries)
    .where(
      and(eq(saleQueueEntries.item, item), eq(saleQueueEntries.buyer, buyer), isNotNull(saleQueueEntries.servedAt)),
    );
}

export async function deleteEntries(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.delete(saleQueueEntries).where(inArray(saleQueueEntries.id, [...ids]));
}

export async function deleteSilentEntries(db: Db, before: Date): Promise<void> {
  await db.delete(saleQueueEntries).where(lt(saleQueueEntries.seenAt, before));
}
