import { asc, gt, lte, sql } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import { grantKeys } from '#db/tables/playback.ts';

/** Valid keys, oldest first. */
export const findGrantKeys = (db: Db, now: Date) =>
  db.select().from(grantKeys).where(gt(grantKeys.retiresAt, now)).orderBy(asc(grantKeys.id));

/** Inserts a key, unless one was created since `unlessSince` or is being created concurrently. */
export async function insertGrantKey(
  db: Db,
  { secret, now, retiresAt, unlessSince }: { secret: Buffer; now: Date; retiresAt: Date; unlessSince: Date },
): Promise<void> {
  await db.execute(sql`
    insert into ${grantKeys} (id, secret, created_at, retires_at)
    select coalesce(max(id), 0) + 1, ${secret}::bytea, ${now.toISOString()}::timestamptz, ${retiresAt.toISOString()}::timestamptz
    from ${grantKeys}
    having coalesce(max(created_at), '-infinity') <= ${unlessSince.toISOString()}::timestamptz
    on conflict do nothing`);
}

/** Deletes retired keys. The newest stays, so that no id is reused. */
export async function deleteRetiredKeys(db: Db, now: Date): Promise<void> {
  const newest = db.select({ id: sql`max(${grantKeys.id})` }).from(grantKeys);
  await db.delete(grantKeys).where(sql`${lte(grantKeys.retiresAt, now)} and ${grantKeys.id} < (${newest})`);
}
