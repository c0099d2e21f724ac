import { and, eq, gt, inArray, lt, notInArray, sql } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import { saleQueueEntries } from '#db/tables/sales.ts';

/** Assigns numbers to buyers in the given order; existing numbers are kept. One statement whatever the count. */
export async function numberEntries(
  db: Db,
  { item, buyers, now }: { item: string; buyers: readonly string[]; now: Date },
): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ buyer: string; id: number }>(sql`
    insert into ${saleQueueEntries} (item, buyer, seen_at, created_at)
    select ${item}, buyer, ${now}::timestamptz, ${now}::timestamptz
    from unnest(${sql.param([...buyers])}::text[]) with ordinality as come (buyer, turn) order by turn
    on conflict (item, buyer) do update set seen_at = excluded.seen_at
    returning buyer, id`);
  return new Map(rows.map(({ buyer, id }) => [buyer, id]));
}

/** Whether anyone else with a lower number was seen recently. */
export async function isAnybodyBefore(
  db: Db,
  {
    item,
    number,
    seenAfter,
    butNumbers,
  }: { item: string; number: number; seenAfter: Date; butNumbers: readonly number[] },
): Promise<boolean> {
  const rows = await db
    .select({ one: sql`1` })
    .from(saleQueueEntries)
    .where(
      and(
        eq(saleQueueEntries.item, item),
        lt(saleQueueEntries.id, number),
        gt(saleQueueEntries.seenAt, seenAfter),
        ...(butNumbers.length > 0 ? [notInArray(saleQueueEntries.id, [...butNumbers])] : []),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

export async function deleteEntries(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.delete(saleQueueEntries).where(inArray(saleQueueEntries.id, [...ids]));
}

export async function deleteSilentEntries(db: Db, before: Date): Promise<void> {
  await db.delete(saleQueueEntries).where(lt(saleQueueEntries.seenAt, before));
}
