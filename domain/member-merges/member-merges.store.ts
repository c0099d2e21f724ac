import { and, desc, eq, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import { getTableConfig } from 'drizzle-orm/pg-core';
import type { Db, Tx } from '#db/database.ts';
import { memberMergeRows, memberMerges } from '#db/tables/member-merges.ts';
import type { MovingTable } from './merge-tables.ts';

export type Merge = typeof memberMerges.$inferSelect;
export interface Pair {
  keptId: number;
  mergedId: number;
}

export async function insertMerge(tx: Tx, merge: typeof memberMerges.$inferInsert): Promise<number> {
  const [row] = await tx.insert(memberMerges).values(merge).returning({ id: memberMerges.id });
  return row!.id;
}

/** The merge by which a member's account was closed; null if it was not, or was opened again. */
export async function lockMergeOf(tx: Tx, mergedId: number): Promise<Merge | null> {
  const [row] = await tx
    .select()
    .from(memberMerges)
    .where(and(eq(memberMerges.mergedId, mergedId), isNull(memberMerges.unmergedAt)))
    .for('update');
  return row ?? null;
}

/** Merges in force that a member was part of, newest first. */
export const findMerges = (db: Db, memberId: number, limit: number): Promise<Merge[]> =>
  db
    .select()
    .from(memberMerges)
    .where(
      and(or(eq(memberMerges.keptId, memberId), eq(memberMerges.mergedId, memberId)), isNull(memberMerges.unmergedAt)),
    )
    .orderBy(desc(memberMerges.id))
    .limit(limit);

export async function setUnmerged(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.update(memberMerges).set({ unmergedAt: now }).where(eq(memberMerges.id, id));
  await tx.delete(memberMergeRows).where(eq(memberMergeRows.mergeId, id));
}

/** Deletes what is recorded of rows of merges made before an instant. */
export async function deleteOldRows(db: Db, before: Date): Promise<void> {
  const old = db.select({ id: memberMerges.id }).from(memberMerges).where(lt(memberMerges.mergedAt, before));
  await db.delete(memberMergeRows).where(sql`${memberMergeRows.mergeId} in ${old}`);
}

// The text form of instants within a row depends on the time zone of the connection.
const fixZone = (tx: Tx) => tx.execute(sql`set local time zone 'UTC'`);

const tableName = ({ table }: MovingTable): string => getTableConfig(table).name;
const keyOf = (alias: string, { key }: MovingTable): SQL =>
  sql.raw(`jsonb_build_object(${key.map(({ name }) => `'${name}', ${alias}.${name}`).join(', ')})`);
const hashOf = (alias: string): SQL => sql.raw(`sha256(convert_to(to_jsonb(${alias})::text, 'UTF8'))`);
const withIds = (text: string, { keptId, mergedId }: Pair): SQL =>
  sql.raw(text.replaceAll(':kept', String(Math.trunc(keptId))).replaceAll(':merged', String(Math.trunc(mergedId))));
const formerOf = (alias: string, columns: readonly string[]): SQL =>
  sql.raw(`jsonb_build_object(${columns.map((name) => `'${name}', ${alias}.${name}`).join(', ')})`);
const joined = (parts: readonly SQL[]): SQL => sql.join([...parts], sql`, `);

/** What one table has of the merged member: rows that move, rows combined, and rows that stay. */
export interface MovedRows {
  table: string;
  column: string;
  moved: number;
  combined: number;
  stayed: number;
}

/** Moves the rows of one table, and records each with its former owner. */
export async function moveRows(tx: Tx, mergeId: number, pair: Pair, moving: MovingTable): Promise<MovedRows> {
  await fixZone(tx);
  const { table, owner, key, only, unless, set = {}, combine } = moving;
  const name = tableName(moving);
  const owned = sql.raw(owner.name);
  const taken = unless
    ? sql`and not exists (select 1 from ${table} as k where k.${owned} = ${pair.keptId} and ${withIds(unless, pair)})`
    : sql``;
  const changes = Object.entries(set);
  const changed = changes.map(([column]) => column);
  const sameKey = sql.raw(key.map((column) => `t.${column.name} = chosen.${column.name}`).join(' and '));
  const keys = sql.raw(key.map((column) => `t.${column.name}`).join(', '));
  let combined = 0;
  if (combine) {
    const columns = Object.entries(combine.set);
    const { rowCount } = await tx.execute(sql`
      with chosen as (
        select ${sql.raw(key.map((column) => `k.${column.name}`).join(', '))},
          ${formerOf(
            'k',
            columns.map(([column]) => column),
          )} as former,
          ${joined(columns.map(([column, value]) => sql`${withIds(value, pair)} as ${sql.raw(`new_${column}`)}`))}
        from ${table} as t join ${table} as k on ${withIds(combine.on, pair)}
        where t.${owned} = ${pair.mergedId} and k.${owned} = ${pair.keptId}
      ), changed as (
        update ${table} as t set ${joined(columns.map(([column]) => sql.raw(`${column} = chosen.new_${column}`)))}
        from chosen where ${sameKey} returning ${keyOf('t', moving)} as key, chosen.former, ${hashOf('t')} as hash
      )
      insert into ${memberMergeRows} (merge_id, table_name, key, former_owner, former, row_hash)
      select ${mergeId}::int, ${`${name}.${owner.name}`}, key, null, former, hash from changed`);
    combined = rowCount ?? 0;
  }
  const { rowCount } = await tx.execute(sql`
    with chosen as (
      select ${keys}, ${changed.length > 0 ? formerOf('t', changed) : sql`'{}'::jsonb`} as former
        ${changes.length > 0 ? sql`, ${joined(changes.map(([column, value]) => sql`${withIds(value, pair)} as ${sql.raw(`new_${column}`)}`))}` : sql``}
      from ${table} as t
      where t.${owned} = ${pair.mergedId} ${only ? sql`and ${withIds(only, pair)}` : sql``} ${taken}
    ), moved as (
      update ${table} as t set ${joined([
        sql`${owned} = ${pair.keptId}`,
        ...changes.map(([column, value]) =>
          value === 'null' ? sql.raw(`${column} = null`) : sql.raw(`${column} = chosen.new_${column}`),
        ),
      ])}
      from chosen where ${sameKey} and t.${owned} = ${pair.mergedId}
      returning ${keyOf('t', moving)} as key, chosen.former, ${hashOf('t')} as hash
    )
    insert into ${memberMergeRows} (merge_id, table_name, key, former_owner, former, row_hash)
    select ${mergeId}::int, ${`${name}.${owner.name}`}, key, ${pair.mergedId}::int, former, hash from moved`);
  const { rows } = await tx.execute<{ n: number }>(
    sql`select count(*)::int as n from ${table} as t where t.${owned} = ${pair.mergedId}`,
  );
  return { table: name, column: owner.name, moved: rowCount ?? 0, combined, stayed: rows[0]!.n };
}

/** Rows of one table that a merge changed: those taken back, and those that have changed since or are gone. */
export interface ReturnedRows {
  table: string;
  column: string;
  returned: number;
  stayed: number;
  /** Primary keys of some that stayed. */
  keys: Record<string, unknown>[];
}

const SHOWN_KEYS = 20;

/** Restores the rows of one table, as they were, unless they have changed since. */
export async function returnRows(tx: Tx, mergeId: number, pair: Pair, moving: MovingTable): Promise<ReturnedRows> {
  await fixZone(tx);
  const { table, owner, set = {}, combine } = moving;
  const name = tableName(moving);
  const owned = sql.raw(owner.name);
  const subject = `${name}.${owner.name}`;
  const ofTable = sql`r.merge_id = ${mergeId} and r.table_name = ${subject}`;
  const isSame = sql`t.${owned} = ${pair.keptId} and ${keyOf('t', moving)} = r.key and ${hashOf('t')} = r.row_hash`;
  const formerly = (columns: readonly string[]) =>
    columns.map((column) => sql.raw(`${column} = (jsonb_populate_record(t, r.former)).${column}`));
  const back = async (changes: readonly SQL[], kind: SQL) => {
    const { rows } = await tx.execute<{ key: Record<string, unknown> }>(sql`
      update ${table} as t set ${joined(changes)} from ${memberMergeRows} as r where ${ofTable} and ${kind} and ${isSame} returning r.key`);
    return rows.map(({ key }) => key);
  };
  const returned = await back(
    [sql`${owned} = r.former_owner`, ...formerly(Object.keys(set))],
    sql`r.former_owner is not null`,
  );
  if (combine) returned.push(...(await back(formerly(Object.keys(combine.set)), sql`r.former_owner is null`)));
  const { rows } = await tx.execute<{ key: Record<string, unknown> }>(sql`
    select r.key from ${memberMergeRows} as r
    where ${ofTable} and not r.key in (select jsonb_array_elements(${JSON.stringify(returned)}::jsonb)) order by r.key`);
  const keys = rows.map(({ key }) => key);
  return {
    table: name,
    column: owner.name,
    returned: returned.length,
    stayed: keys.length,
    keys: keys.slice(0, SHOWN_KEYS),
  };
}

/** Rows that name the merged member in tables whose rows move; to refuse what would take too long. */
export async function countRows(tx: Tx, mergedId: number, moving: readonly MovingTable[]): Promise<number> {
  const counts = moving.map(
    ({ table, owner }) => sql`(select count(*) from ${table} as t where t.${sql.raw(owner.name)} = ${mergedId})`,
  );
  const { rows } = await tx.execute<{ n: number }>(sql`select (${sql.join(counts, sql` + `)})::int as n`);
  return rows[0]!.n;
}

/** What prevents a merge, in the order in which it is reported. */
export async function findObstacles(
  tx: Tx,
  { keptId, mergedId }: Pair,
  now: Date,
): Promise<Record<'recurring' | 'open' | 'offline' | 'twoPlans' | 'planOverlaps' | 'sameFilm' | 'inFamily', boolean>> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows } = await tx.execute<
    Record<'recurring' | 'open' | 'offline' | 'twoPlans' | 'planOverlaps' | 'sameFilm' | 'inFamily', boolean>
  >(sql`
    select
      exists (select 1 from recurring_profiles where member_id = ${mergedId} and state <> 'stopped') as recurring,
      exists (select 1 from orders where member_id = ${mergedId}
        and (state in ('open', 'review') or (state = 'paid' and fulfilled_at is null))) as open,
      exists (select 1 from offline_applications where member_id = ${mergedId} and state in (1, 2)) as offline,
      exists (select 1 from subscriptions where member_id = ${mergedId} and ends_at > ${at})
        and exists (select 1 from subscriptions where member_id = ${keptId} and ends_at > ${at}) as "twoPlans",
      exists (select 1 from subscriptions as t join subscriptions as k on k.member_id = ${keptId}
          and tstzrange(k.starts_at, k.ends_at) && tstzrange(t.starts_at, t.ends_at)
        where t.member_id = ${mergedId} and t.ends_at > ${at}) as "planOverlaps",
      exists (select 1 from rentals as t join rentals as k on k.member_id = ${keptId} and k.video_id = t.video_id
          and k.ended_at is null and tstzrange(k.rented_at, k.ends_at) && tstzrange(t.rented_at, t.ends_at)
        where t.member_id = ${mergedId} and t.ended_at is null and t.ends_at > ${at}) as "sameFilm",
      exists (select 1 from family_seats where member_id = ${mergedId} and left_at is null) as "inFamily"`);
  return rows[0]!;
}

/** Whether a member has taken over another by a merge in force. */
export async function hasTakenOver(tx: Tx, memberId: number): Promise<boolean> {
  const rows = await tx
    .select({ id: memberMerges.id })
    .from(memberMerges)
    .where(and(eq(memberMerges.keptId, memberId), isNull(memberMerges.unmergedAt)))
    .limit(1);
  return rows.length > 0;
}
