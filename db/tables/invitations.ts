import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, jsonb, pgTable, smallint, text, unique, uuid } from 'drizzle-orm/pg-core';
import { bytes, createdAt, id, instant, updatedAt } from '#db/columns.ts';
import { staffAccounts } from './staff.ts';

const INVITATION_STATES = ['open', 'yes', 'no', 'waiting', 'offered', 'lapsed'] as const;
const HELP_KINDS = ['none', 'wheelchair', 'hearing', 'sight', 'other'] as const;

/**
 * An event that people are invited to. Its row is locked while a seat is taken or released, so that the last one is
 * taken once.
 */
export const invitationEvents = pgTable(
  'invitation_events',
  {
    id: id(),
    /** Displayed under the greeting: 「收工過嚟飲杯嘢？」 */
    title: text('title').notNull(),
    lead: text('lead').notNull(),
    venue: text('place').notNull(),
    doorsAt: instant('doors_at').notNull(),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    /** Deadline for replies and their changes. */
    replyBy: instant('reply_by').notNull(),
    seats: integer('seats').notNull(),
    /** Hours that a person on the waiting list has to accept a freed seat. */
    acceptHours: smallint('accept_hours').notNull().default(24),
    cancelledAt: instant('cancelled_at'),
    cancelledWhy: text('cancelled_why'),
    createdAt: createdAt(),
  },
  (t) => [
    check('invitation_events_seats', sql`${t.seats} >= 0 and ${t.acceptHours} > 0`),
    check(
      'invitation_events_times',
      sql`${t.replyBy} <= ${t.startsAt} and ${t.doorsAt} <= ${t.startsAt} and ${t.startsAt} < ${t.endsAt}`,
    ),
    check('invitation_events_cancelled', sql`(${t.cancelledAt} is null) = (${t.cancelledWhy} is null)`),
  ],
);

export const invitations = pgTable(
  'invitations',
  {
    id: id(),
    eventId: integer('event_id')
      .notNull()
      .references(() => invitationEvents.id, { onDelete: 'restrict' }),
    /** Used in the greeting. */
    givenName: text('given_name').notNull(),
    email: text('email').notNull(),
    emailKey: text('email_key').notNull(),
    maxSeats: smallint('max_seats').notNull(),
    state: text('state').$type<(typeof INVITATION_STATES)[number]>().notNull().default('open'),
    /** Seats requested or taken, including the invitee's. */
    seats: smallint('seats').notNull().default(0),
    guests: jsonb('guests').$type<string[]>().notNull().default([]),
    food: text('food'),
    help: text('help').$type<(typeof HELP_KINDS)[number]>().notNull().default('none'),
    answeredAt: instant('answered_at'),
    /** Position in the waiting list. */
    waitingSince: instant('waiting_since'),
    /** A seat is reserved until then. */
    offerEndsAt: instant('offer_ends_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    // seats taken and the waiting list
    index('invitations_event_idx').on(t.eventId, t.state, t.waitingSince),
    // erasure
    index('invitations_email_idx').on(t.emailKey),
    // clock: expired offers
    index('invitations_offer_idx')
      .on(t.offerEndsAt)
      .where(sql`state = 'offered'`),
    check('invitations_state', sql`${t.state} in ('open', 'yes', 'no', 'waiting', 'offered', 'lapsed')`),
    check('invitations_help', sql`${t.help} in ('none', 'wheelchair', 'hearing', 'sight', 'other')`),
    check('invitations_seats', sql`${t.maxSeats} between 1 and 10 and ${t.seats} between 0 and ${t.maxSeats}`),
    check('invitations_taken', sql`(${t.state} in ('yes', 'waiting', 'offered')) = (${t.seats} > 0)`),
    check('invitations_waiting', sql`(${t.waitingSince} is not null) = (${t.state} in ('waiting', 'offered'))`),
    check('invitations_offer', sql`(${t.offerEndsAt} is not null) = (${t.state} = 'offered')`),
  ],
);

/** Codes of an invitation, one a mail: 128 bits, stored only as a hash. */
export const invitationCodes = pgTable(
  'invitation_codes',
  {
    codeHash: bytes('code_hash').primaryKey(),
    invitationId: integer('invitation_id')
      .notNull()
      .references(() => invitations.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [index('invitation_codes_invitation_idx').on(t.invitationId)],
);

/**
 * What the doors let in, one row a scan or press, never updated: phones work without a network, so that the sum of an
 * invitation may exceed its seats. A mistake is corrected by a row that takes all of another back.
 */
export const doorScans = pgTable(
  'door_scans',
  {
    /** Given by the phone: a scan that is sent twice counts once. */
    id: uuid('id').primaryKey(),
    invitationId: integer('invitation_id')
      .notNull()
      .references(() => invitations.id, { onDelete: 'cascade' }),
    /** As the phone calls itself. */
    door: text('door').notNull(),
    /** People let in; of a correction, minus those of the row that it corrects. */
    seats: smallint('seats').notNull(),
    corrects: uuid('corrects').unique(),
    /** By the clock of the phone. */
    scannedAt: instant('scanned_at').notNull(),
    receivedAt: instant('received_at').notNull(),
    /** Null: run by the command line. */
    accountId: integer('account_id').references(() => staffAccounts.id),
  },
  (t) => [
    // who is in
    index('door_scans_invitation_idx').on(t.invitationId),
    // a correction and its row are of one invitation
    unique('door_scans_of_invitation').on(t.id, t.invitationId),
    foreignKey({
      name: 'door_scans_corrects_fk',
      columns: [t.corrects, t.invitationId],
      foreignColumns: [t.id, t.invitationId],
    }).onDelete('cascade'),
    check('door_scans_door', sql`btrim(${t.door}) <> ''`),
    check('door_scans_seats', sql`${t.seats} between -10 and 10 and ${t.seats} <> 0`),
    check('door_scans_corrects', sql`(${t.corrects} is not null) = (${t.seats} < 0)`),
  ],
);
