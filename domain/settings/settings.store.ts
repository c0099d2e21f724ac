import { eq, inArray, sql } from 'drizzle-orm';
import type { Db, ReadDb, Tx } from '#db/database.ts';
import { settings } from '#db/tables/settings.ts';
import { staffAccounts } from '#db/tables/staff.ts';

export type SettingRow = typeof settings.$inferSelect;

/** More than the registry has, so that rows of a former release do not hide others. */
const MAX_ROWS = 500;

export const findSettings = (db: ReadDb | Tx): Promise<SettingRow[]> => db.select().from(settings).limit(MAX_ROWS);

/** Who changed each last, and when. */
export const findChangers = (db: Db, keys: readonly string[]) =>
  db
    .select({ key: settings.key, name: staffAccounts.name, changedAt: settings.changedAt })
    .from(settings)
    .innerJoin(staffAccounts, eq(staffAccounts.id, settings.changedBy))
    .where(inArray(settings.key, [...keys]))
    .limit(MAX_ROWS);

/** The row of a setting, for a change: nobody else changes settings until the transaction ends. */
export async function lockSetting(tx: Tx, key: string): Promise<(SettingRow & { name: string }) | null> {
  await tx.execute(sql`lock table ${settings} in share row exclusive mode`);
  const [row] = await tx
    .select({ setting: settings, name: staffAccounts.name })
    .from(settings)
    .innerJoin(staffAccounts, eq(staffAccounts.id, settings.changedBy))
    .where(eq(settings.key, key));
  return row ? { ...row.setting, name: row.name } : null;
}

export async function putSetting(tx: Tx, row: SettingRow): Promise<void> {
  const { key: _key, ...rest } = row;
  await tx.insert(settings).values(row).onConflictDoUpdate({ target: settings.key, set: rest });
}

export async function deleteSetting(tx: Tx, key: string): Promise<void> {
  await tx.delete(settings).where(eq(settings.key, key));
}

/** Where a sample is mailed. */
export async function findStaffAddress(tx: Tx, accountId: number): Promise<string | null> {
  const [row] = await tx
    .select({ email: staffAccounts.email })
    .from(staffAccounts)
    .where(eq(staffAccounts.id, accountId));
  return row?.email ?? null;
}
