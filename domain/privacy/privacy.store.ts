import { and, asc, eq, getTableColumns, lte, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db, Tx } from '#db/database.ts';
import type { PersonalTable, PersonalTables } from '#db/personal-table.ts';
import { members } from '#db/tables/members.ts';

/** Keys by which a member's rows are found. */
export interface PersonalKeys {
  memberId: number;
  email: string;
  emailKey: string;
}

export type PersonalRow = Record<string, unknown>;

/** Maximum rows a table. Far beyond any member's, such as years of listening for hours a day. */
const MAX_ROWS = 500_000;

function whose({ column, by, through, orElse }: PersonalTable, keys: PersonalKeys): SQL {
  const mine = eq(column, keys[by]);
  if (through) return sql`${through.own} in (select ${through.other} from ${through.other.table} where ${mine})`;
  return orElse ? sql`(${mine} or (${column} is null and ${eq(orElse.column, keys[orElse.by])}))` : mine;
}

/** Column name in the database, and therefore in an export. */
export function columnNameOf({ table }: PersonalTable, key: string): string {
  const columns: Record<string, PgColumn> = getTableColumns(table);
  return columns[key]?.name ?? key;
}

/** The rows of a member, with database column names. */
export async function findPersonalRows(db: Db, rule: PersonalTable, keys: PersonalKeys): Promise<PersonalRow[]> {
  const columns: Record<string, PgColumn> = getTableColumns(rule.table);
  const wanted = Object.fromEntries(
    Object.keys(rule.shown).flatMap((key) => (columns[key] ? [[columns[key].name, columns[key]]] : [])),
  );
  const order = columns['createdAt'] ?? columns['expiresAt'] ?? rule.through?.own ?? rule.column;
  return db.select(wanted).from(rule.table).where(whose(rule, keys)).orderBy(asc(order)).limit(MAX_ROWS);
}

export interface LeavingMember extends PersonalKeys {
  state: 'active' | 'inactive' | 'deleting' | 'erased';
  eraseAt: Date | null;
  displayName: string;
  /** The member who took this one over. */
  mergedIntoId: number | null;
}

const leavingMember = (db: Db, memberId: number) =>
  db
    .select({
      memberId: members.id,
      email: members.email,
      emailKey: members.emailKey,
      state: members.state,
      eraseAt: members.eraseAt,
      displayName: members.displayName,
      mergedIntoId: members.mergedIntoId,
    })
    .from(members)
    .where(eq(members.id, memberId));

const unlessErased = ([row]: Awaited<ReturnType<typeof leavingMember>>): LeavingMember | null =>
  row && row.email !== null && row.emailKey !== null ? { ...row, email: row.email, emailKey: row.emailKey } : null;

/** A member who is not erased. */
export const findLeavingMember = async (db: Db, memberId: number): Promise<LeavingMember | null> =>
  unlessErased(await leavingMember(db, memberId));

/** Like `findLeavingMember`, but locks the row until the end of the transaction. */
export const lockLeavingMember = async (tx: Tx, memberId: number): Promise<LeavingMember | null> =>
  unlessErased(await leavingMember(tx, memberId).for('update'));

/** Locks the members whom a member took over: the same person, and erased with them. */
export async function lockTakenOver(tx: Tx, memberId: number): Promise<LeavingMember[]> {
  const rows = await tx
    .select({ id: members.id })
    .from(members)
    .where(eq(members.mergedIntoId, memberId))
    .orderBy(asc(members.id));
  const found = [];
  for (const { id } of rows) found.push(await lockLeavingMember(tx, id));
  return found.filter((member) => member !== null);
}

/** Members whose grace period is over, longest first. */
export async function findMembersToErase(db: Db, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.state, 'deleting'), lte(members.eraseAt, now)))
    .orderBy(asc(members.eraseAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Sets every non-key column to its default or null, overridden by the rule's own values. */
function blankRow({ table, blankAs = {} }: PersonalTable): Record<string, unknown> {
  const columns: Record<string, PgColumn> = getTableColumns(table);
  const blank = Object.fromEntries(
    Object.entries(columns)
      .filter(([, column]) => !column.primary)
      .map(([key, column]) => [key, column.notNull ? sql`default` : null]),
  );
  return { ...blank, ...blankAs };
}

/**
 * Erases personal data by the rules of the modules. The member's row comes last: it is blanked instead of deleted if a
 * kept row references it.
 */
export async function erasePersonalRows(tx: Tx, tables: PersonalTables, keys: PersonalKeys): Promise<void> {
  const rules = Object.values(tables);
  let isNamed = false;
  for (const rule of rules) {
    if (rule.erase === 'delete') await tx.delete(rule.table).where(whose(rule, keys));
    if (rule.erase === 'keep' && !isNamed) {
      const kept = await tx
        .select({ one: sql`1` })
        .from(rule.table)
        .where(whose(rule, keys))
        .limit(1);
      isNamed = kept.length > 0;
    }
  }
  for (const rule of rules.filter(({ erase }) => erase === 'blank'))
    if (isNamed) await tx.update(rule.table).set(blankRow(rule)).where(whose(rule, keys));
    else await tx.delete(rule.table).where(whose(rule, keys));
}
