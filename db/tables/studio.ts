import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { bytes, createdAt, id, instant, oneOf } from '#db/columns.ts';
import { submissions } from './contact.ts';
import { staffAccounts } from './staff.ts';
import type { ChannelId } from '#shared/enums.ts';
import { channels } from './timetable.ts';

/** Links of studio screens. A screen is no person: its link opens the studio calls of one channel and nothing else. */
export const studioLinks = pgTable(
  'studio_links',
  {
    id: id(),
    channelId: integer('channel_id')
      .$type<ChannelId>()
      .notNull()
      .references(() => channels.id),
    /** Such as that of a room; the actor in the audit. */
    name: text('name').notNull(),
    /** SHA-256 of the token. */
    tokenHash: bytes('token_hash').notNull().unique(),
    createdBy: integer('created_by')
      .notNull()
      .references(() => staffAccounts.id),
    endsAt: instant('ends_at').notNull(),
    /** Withdrawn by staff. */
    endedAt: instant('ended_at'),
    /** Written once a minute at most. */
    seenAt: instant('seen_at'),
    createdAt: createdAt(),
  },
  (t) => [
    // desk: active links
    index('studio_links_ends_idx')
      .on(t.endsAt)
      .where(sql`ended_at is null`),
    check('studio_links_named', sql`btrim(${t.name}) <> ''`),
    check('studio_links_span', sql`${t.endsAt} > ${t.createdAt}`),
  ],
);

/** Moments that a studio marked. Each is the start of a part of the broadcast that was on air (`archive_sections`). */
export const studioMarks = pgTable(
  'studio_marks',
  {
    id: id(),
    linkId: integer('link_id')
      .notNull()
      .references(() => studioLinks.id),
    channelId: integer('channel_id')
      .notNull()
      .references(() => channels.id),
    at: instant('at').notNull(),
    /** `read-out`: a letter was read. */
    kind: text('kind').$type<'moment' | 'read-out'>().notNull(),
    /** Title of the part. */
    title: text('title').notNull(),
    letterId: integer('letter_id').references(() => submissions.id, { onDelete: 'set null' }),
    /** Made by the screen for each press: a press that is sent twice is one mark. */
    pressKey: text('press_key').notNull(),
    /** Taken back. */
    withdrawnAt: instant('withdrawn_at'),
    createdAt: createdAt(),
  },
  (t) => [
    unique('studio_marks_press_key').on(t.linkId, t.pressKey),
    // cutting: marks of a time span; the screen: marks of the programme on air
    index('studio_marks_span_idx').on(t.channelId, t.at),
    // deletion of a letter
    index('studio_marks_letter_idx')
      .on(t.letterId)
      .where(sql`letter_id is not null`),
    check('studio_marks_kind', sql`${t.kind} in (${oneOf(['moment', 'read-out'])})`),
    check('studio_marks_titled', sql`btrim(${t.title}) <> ''`),
    check('studio_marks_letter', sql`${t.letterId} is null or ${t.kind} = 'read-out'`),
  ],
);
