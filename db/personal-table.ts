import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

/** How rows are found: by member id or by address. */
type PersonalKey = 'memberId' | 'email' | 'emailKey';

export interface PersonalTable {
  table: PgTable;
  /** Column that identifies the owner of a row. */
  column: PgColumn;
  by: PersonalKey;
  /** If `column` belongs to another table: the join from `own` of this table to `other` of that one. */
  through?: { own: PgColumn; other: PgColumn };
  /** Fallback for rows whose `column` is null. */
  orElse?: { column: PgColumn; by: PersonalKey };
  /** Display name. */
  title: string;
  /** Columns included in the export, by their display name. */
  shown: Readonly<Record<string, string>>;
  /** Columns left out of the export, with the reason. */
  withheld: Readonly<Record<string, string>>;
  /**
   * Effect of an erasure. `blank` keeps a row without personal data, only where rows of a `keep` table reference it.
   */
  erase: 'delete' | 'blank' | 'keep';
  /** Values for a blanked row, in addition to column defaults. */
  blankAs?: Readonly<Record<string, unknown>>;
  /** Why the table is kept. */
  keptBecause?: string;
}

/** Tables by their name in an export. */
export type PersonalTables = Readonly<Record<string, PersonalTable>>;

// Reasons to withhold a column.
export const INNER = 'an internal value that says nothing about the member';
export const SECRET = 'a secret that anyone who reads the export could use';
export const HASH = 'a hash, from which the value cannot be recovered';
