import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, smallint, text, unique } from 'drizzle-orm/pg-core';
import { bytes, createdAt, id, instant } from '#db/columns.ts';
import { members } from './members.ts';

/** Who buys without an account, known by an address that they proved. */
export const guestBuyers = pgTable(
  'guest_buyers',
  {
    id: id(),
    /** Keyed hash of the mailbox: however it is written, one mailbox is one guest. */
    emailHash: bytes('email_hash').notNull().unique(),
    /** As it was written, for what is mailed. */
    email: text('email').notNull(),
    /** Null until a mailed code or link came back. */
    provedAt: instant('proved_at'),
    /** The account that proved the same mailbox: what the guest bought is its own. */
    linkedMemberId: integer('linked_member_id').references(() => members.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (t) => [
    index('guest_buyers_member_idx').on(t.linkedMemberId),
    // clock: who never proved an address
    index('guest_buyers_unproved_idx')
      .on(t.createdAt)
      .where(sql`proved_at is null`),
  ],
);

/** A six-digit code, or a link, that was mailed to prove an address. */
export const guestProofs = pgTable(
  'guest_proofs',
  {
    id: id(),
    guestId: integer('guest_id')
      .notNull()
      .references(() => guestBuyers.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<'code' | 'link'>().notNull(),
    /** Of a code keyed, as six digits are soon tried; of a link SHA-256. */
    secretHash: bytes('secret_hash').notNull(),
    tries: smallint('tries').notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
    createdAt: createdAt(),
  },
  (t) => [
    // the newest of a guest
    index('guest_proofs_guest_idx').on(t.guestId, t.kind),
    // a link that is opened
    index('guest_proofs_secret_idx').on(t.secretHash),
    index('guest_proofs_expiry_idx').on(t.expiresAt),
    check('guest_proofs_kind', sql`${t.kind} in ('code', 'link')`),
    check('guest_proofs_tries', sql`${t.tries} between 0 and 5`),
  ],
);

/**
 * Who waits to buy what runs out, in the order of coming: the id is the number. A place belongs to its buyer and not to a
 * window, and goes once they were served or ten minutes after their last sign.
 */
export const salePlaces = pgTable(
  'sale_places',
  {
    id: id(),
    /** What is bought: `livestream:3:early`. */
    item: text('item').notNull(),
    /** `member:12`, `guest:5`. */
    buyer: text('buyer').notNull(),
    seenAt: instant('seen_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('sale_places_key').on(t.item, t.buyer),
    // who is before somebody
    index('sale_places_item_idx').on(t.item, t.id),
    // clock: who is gone
    index('sale_places_seen_idx').on(t.seenAt),
  ],
);
