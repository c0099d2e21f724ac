import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, smallint, text, unique } from 'drizzle-orm/pg-core';
import { bytes, createdAt, id, instant } from '#db/columns.ts';
import { members } from './members.ts';

/** Buyers without an account, identified by a verified address. */
export const guestBuyers = pgTable(
  'guest_buyers',
  {
    id: id(),
    /** Keyed hash of the normalised address: one mailbox is one guest. */
    emailHash: bytes('email_hash').notNull().unique(),
    /** As entered, for mailing. */
    email: text('email').notNull(),
    /** Null until a mailed code or link was used. */
    provedAt: instant('proved_at'),
    /** The account that verified the same mailbox and so owns the guest's purchases. */
    linkedMemberId: integer('linked_member_id').references(() => members.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (t) => [
    index('guest_buyers_member_idx').on(t.linkedMemberId),
    // clock: guests that never verified an address
    index('guest_buyers_unproved_idx')
      .on(t.createdAt)
      .where(sql`proved_at is null`),
  ],
);

/** A six-digit code, or a link, mailed to verify an address. */
export const guestProofs = pgTable(
  'guest_proofs',
  {
    id: id(),
    guestId: integer('guest_id')
      .notNull()
      .references(() => guestBuyers.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<'code' | 'link'>().notNull(),
    /** Keyed hash for a code, because six digits are quickly tried; SHA-256 for a link. */
    secretHash: bytes('secret_hash').notNull(),
    tries: smallint('tries').notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
    createdAt: createdAt(),
  },
  (t) => [
    // newest proof of a guest
    index('guest_proofs_guest_idx').on(t.guestId, t.kind),
    // opening a link
    index('guest_proofs_secret_idx').on(t.secretHash),
    index('guest_proofs_expiry_idx').on(t.expiresAt),
    check('guest_proofs_kind', sql`${t.kind} in ('code', 'link')`),
    check('guest_proofs_tries', sql`${t.tries} between 0 and 5`),
  ],
);

/**
 * Queue entries for scarce items in order of arrival: the id is the number. An entry belongs to the buyer, not to a
 * window or a process, and is removed ten minutes after the last heartbeat.
 */
export const saleQueueEntries = pgTable(
  'sale_queue_entries',
  {
    id: id(),
    /** The item: `livestream:3:early`. */
    item: text('item').notNull(),
    /** `member:12`, `guest:5`. */
    buyer: text('buyer').notNull(),
    seenAt: instant('seen_at').notNull(),
    /** When they got their order, which every process returns to them. */
    servedAt: instant('served_at'),
    createdAt: createdAt(),
  },
  (t) => [
    unique('sale_queue_entries_key').on(t.item, t.buyer),
    // standing of an item, once a second
    index('sale_queue_entries_item_idx').on(t.item, t.id),
    // whether anyone comes before a buyer
    index('sale_queue_entries_waiting_idx')
      .on(t.item, t.id)
      .where(sql`served_at is null`),
    // clock: entries without a heartbeat
    index('sale_queue_entries_seen_idx').on(t.seenAt),
  ],
);
