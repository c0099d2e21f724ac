import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

/** How rows are found: by the id of their member, or by an address. */
type PersonalKey = 'memberId' | 'email' | 'emailKey';

export interface PersonalTable {
  table: PgTable;
  /** Column that says whose a row is. */
  column: PgColumn;
  by: PersonalKey;
  /** Where `column` is one of another table: the row of it that is `other` says whose the row with this `own` is. */
  through?: { own: PgColumn; other: PgColumn };
  /** How rows are found that name no member in `column`. */
  orElse?: { column: PgColumn; by: PersonalKey };
  /** Name for its reader. */
  title: string;
  /** Columns the member is given, under their names for a reader. */
  shown: Readonly<Record<string, string>>;
  /** Columns that are not given, with the reason. */
  withheld: Readonly<Record<string, string>>;
  /** What an erasure does: `blank` keeps a row without anything personal, only where `keep` rows of others name it. */
  erase: 'delete' | 'blank' | 'keep';
  /** What is written into a row that is blanked, beside its defaults. */
  blankAs?: Readonly<Record<string, unknown>>;
  /** Why a table is kept. */
  keptBecause?: string;
}

/** By the name a table has in an export. */
export type PersonalTables = Readonly<Record<string, PersonalTable>>;

// Reasons not to show a column.
export const INNER = 'a number of our own that says nothing';
export const SECRET = 'opens something: whoever read the export could use it';
export const HASH = 'a hash from which nothing can be read';
