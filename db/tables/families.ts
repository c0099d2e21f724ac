import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, createdAt, id, instant } from '#db/columns.ts';
import { members } from './members.ts';

/** `removed`: by the payer. `support`: by staff. `closed`: the last of the others left the payer. */
export const SEAT_ENDS = ['left', 'removed', 'support', 'closed'] as const;

/**
 * A person in a family. The payer has seat 1, from the first acceptance until the last of the others has left. That
 * nobody has a seat in a family whose payer has none, a trigger of the migration enforces (`family_seats_of_payer`).
 */
export const familySeats = pgTable(
  'family_seats',
  {
    id: id(),
    /** The payer, whose subscription entitles. */
    ownerId: integer('owner_id')
      .notNull()
      .references(() => members.id, { onDelete: 'restrict' }),
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'restrict' }),
    seat: smallint('seat').notNull(),
    joinedAt: instant('joined_at').notNull(),
    leftAt: instant('left_at'),
    leftWhy: text('left_why').$type<(typeof SEAT_ENDS)[number]>(),
  },
  (t) => [
    // entitlement: a member is in one family, as payer or otherwise
    uniqueIndex('family_seats_member_key')
      .on(t.memberId)
      .where(sql`left_at is null`),
    // five people at most; the people of a family
    uniqueIndex('family_seats_seat_key')
      .on(t.ownerId, t.seat)
      .where(sql`left_at is null`),
    // changes of the last 30 days
    index('family_seats_owner_idx').on(t.ownerId, t.leftAt),
    // export and erasure
    index('family_seats_past_idx').on(t.memberId),
    check('family_seats_seat', sql`${t.seat} between 1 and 5`),
    check('family_seats_payer', sql`(${t.seat} = 1) = (${t.memberId} = ${t.ownerId})`),
    check(
      'family_seats_left',
      sql`(${t.leftAt} is null) = (${t.leftWhy} is null) and ${t.leftAt} >= ${t.joinedAt}
        and ${t.leftWhy} in ('left', 'removed', 'support', 'closed')`,
    ),
  ],
);

/** An invitation that waits. It is deleted when it is accepted or withdrawn. */
export const familyInvitations = pgTable(
  'family_invitations',
  {
    id: id(),
    ownerId: integer('owner_id')
      .notNull()
      .references(() => members.id, { onDelete: 'restrict' }),
    email: text('email').notNull(),
    emailKey: text('email_key').notNull(),
    /** SHA-256 of the code in the link that was mailed last. */
    tokenHash: bytes('token_hash').notNull(),
    createdAt: createdAt(),
    sentAt: instant('sent_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    // a link that is opened
    uniqueIndex('family_invitations_token_key').on(t.tokenHash),
    // one for each mailbox; invitations of a payer
    uniqueIndex('family_invitations_email_key').on(t.ownerId, t.emailKey),
    // clock: invitations to delete
    index('family_invitations_expiry_idx').on(t.expiresAt),
    check('family_invitations_email', sql`${t.email} <> ''`),
    check('family_invitations_expiry', sql`${t.expiresAt} = ${t.sentAt} + interval '14 days'`),
  ],
);
