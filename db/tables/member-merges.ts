import { sql } from 'drizzle-orm';
import {
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { bytes, id, instant } from '#db/columns.ts';
import { members } from './members.ts';

/** Members of whom one has taken over what belonged to the other. */
export const memberMerges = pgTable(
  'member_merges',
  {
    id: id(),
    /** The member who stays. */
    keptId: integer('kept_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** The member whose account was closed. */
    mergedId: integer('merged_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    mergedAt: instant('merged_at').notNull(),
    /** When the number that moved was verified, by which it is recognised. Null: no number moved. */
    phoneVerifiedAt: instant('phone_verified_at'),
    unmergedAt: instant('unmerged_at'),
  },
  (t) => [
    // a member is merged into one other
    uniqueIndex('member_merges_current_key')
      .on(t.mergedId)
      .where(sql`${t.unmergedAt} is null`),
    index('member_merges_kept_idx').on(t.keptId),
    // clock: merges that can no longer be undone
    index('member_merges_merged_at_idx').on(t.mergedAt),
    unique('member_merges_of').on(t.id, t.mergedId),
    check('member_merges_two', sql`${t.keptId} <> ${t.mergedId}`),
    check('member_merges_reversible', sql`${t.unmergedAt} between ${t.mergedAt} and ${t.mergedAt} + interval '7 days'`),
  ],
);

/**
 * Every row that a merge changed. Deleted seven days later: what is not restored until then stays with the member who
 * stays.
 */
export const memberMergeRows = pgTable(
  'member_merge_rows',
  {
    mergeId: integer('merge_id').notNull(),
    tableName: text('table_name').notNull(),
    /** Primary key of the row since the merge. */
    key: jsonb('key').$type<Record<string, unknown>>().notNull(),
    /** The merged member, whose row moved. Null: the row of the member who stays was combined with one of the other. */
    formerOwner: integer('former_owner'),
    /** Other columns that the merge changed, as they were. */
    former: jsonb('former').$type<Record<string, unknown>>().notNull(),
    /** SHA-256 of the row since the merge: a row that was changed afterwards stays. */
    rowHash: bytes('row_hash').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.mergeId, t.tableName, t.key] }),
    foreignKey({
      columns: [t.mergeId],
      foreignColumns: [memberMerges.id],
      name: 'member_merge_rows_merge_id_fk',
    }).onDelete('cascade'),
    // A row moves only from the member who was merged.
    foreignKey({
      columns: [t.mergeId, t.formerOwner],
      foreignColumns: [memberMerges.id, memberMerges.mergedId],
      name: 'member_merge_rows_former_owner_fk',
    }).onDelete('cascade'),
    check('member_merge_rows_key', sql`jsonb_typeof(${t.key}) = 'object' and ${t.key} <> '{}'`),
    check('member_merge_rows_hash', sql`octet_length(${t.rowHash}) = 32`),
  ],
);
