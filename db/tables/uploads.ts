import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, instant, oneOf } from '#db/columns.ts';
import { filmJobs } from './film-making.ts';
import { staffAccounts } from './staff.ts';

export const UPLOAD_PURPOSES = ['film', 'classic'] as const;

/**
 * `receiving` until all bytes are here. Then a worker adds the film or refuses the file; that of a classic waits until an import
 * holds it.
 */
export const UPLOAD_STATES = ['receiving', 'received', 'held', 'added', 'refused'] as const;

/** A file that staff send in pieces. Its bytes are in a folder of its purpose. */
export const uploads = pgTable(
  'uploads',
  {
    id: uuid('id').primaryKey(),
    purpose: text('purpose').$type<(typeof UPLOAD_PURPOSES)[number]>().notNull(),
    /** Only this account may resume it. */
    accountId: integer('account_id')
      .notNull()
      .references(() => staffAccounts.id),
    /** Its name, for the audit. */
    who: text('who').notNull(),
    fileName: text('file_name').notNull(),
    /** With name and size, tells whether a file chosen later is the same. */
    fileModifiedAt: instant('file_modified_at').notNull(),
    /** Name of its result; empty: by that of the file, or defined elsewhere. */
    name: text('name').notNull().default(''),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    /** Bytes that are durably stored; what lies beyond them in the file is overwritten. */
    receivedBytes: bigint('received_bytes', { mode: 'number' }).notNull().default(0),
    state: text('state').$type<(typeof UPLOAD_STATES)[number]>().notNull().default('receiving'),
    /** If refused: an actionable explanation. */
    reason: text('reason'),
    filmId: integer('film_id').references(() => filmJobs.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    /** When bytes last came. */
    activeAt: instant('active_at').notNull(),
  },
  (t) => [
    // the rooms: one's own, newest first; and how many an account has open
    index('uploads_account_idx').on(t.accountId, t.createdAt),
    // clean-up: the oldest
    index('uploads_active_idx').on(t.activeAt),
    check('uploads_purpose', sql`${t.purpose} in (${oneOf(UPLOAD_PURPOSES)})`),
    check('uploads_state', sql`${t.state} in (${oneOf(UPLOAD_STATES)})`),
    check('uploads_bytes', sql`${t.bytes} > 0 and ${t.receivedBytes} between 0 and ${t.bytes}`),
    check('uploads_received', sql`(${t.state} = 'receiving') = (${t.receivedBytes} < ${t.bytes})`),
    check('uploads_reason', sql`(${t.state} = 'refused') = (${t.reason} is not null)`),
  ],
);
