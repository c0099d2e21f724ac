import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytes, createdAt, dayHk, instant } from '#db/columns.ts';
import { mediaStreams } from './media.ts';
import { members } from './members.ts';

/** Spans of time without overlap, as PostgreSQL writes them: `{[a,b),[c,d)}`. */
const spans = customType<{ data: string; driverData: string }>({ dataType: () => 'tstzmultirange' });

/** What grants are signed with. The newest signs; older ones are still believed until they retire. */
export const grantKeys = pgTable('grant_keys', {
  id: smallint('id').primaryKey(),
  secret: bytes('secret').notNull(),
  createdAt: createdAt(),
  retiresAt: instant('retires_at').notNull(),
});

/**
 * That a device plays what was paid for. It is renewed while it plays; one that lapsed may go on if its place is still
 * free, one that ended may not.
 */
export const playbackLeases = pgTable(
  'playback_leases',
  {
    id: uuid('id').primaryKey(),
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'restrict' }),
    sessionId: bigint('session_id', { mode: 'number' }).notNull(),
    /** The browser's own random name for itself. */
    deviceKey: text('device_key').notNull(),
    /** What a person calls it, such as Chrome · Windows. */
    deviceName: text('device_name').notNull(),
    streamId: integer('stream_id')
      .notNull()
      .references(() => mediaStreams.id),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    /** Raised when its device starts something else: a tab that missed it is refused, and so is an offer that names an older one. */
    epoch: integer('epoch').notNull().default(1),
    /** Of the last grant for another machine (AirPlay, Cast): no earlier one is valid. Raised with the epoch too. */
    remoteSerial: integer('remote_serial').notNull().default(0),
    startedAt: instant('started_at').notNull(),
    renewedAt: instant('renewed_at').notNull(),
    pausedAt: instant('paused_at'),
    endedAt: instant('ended_at'),
    endedWhy: text('ended_why').$type<'closed' | 'taken_over' | 'logged_out' | 'withdrawn'>(),
  },
  (t) => [
    // how many devices of a member play. What a renewal writes is in no index, so it writes none.
    index('playback_leases_member_idx').on(t.memberId),
    // log-out
    index('playback_leases_session_idx')
      .on(t.sessionId)
      .where(sql`ended_at is null`),
    // every process reads what ended lately
    index('playback_leases_ended_idx')
      .on(t.endedAt)
      .where(sql`ended_at is not null`),
    check('playback_leases_span', sql`${t.endsAt} > ${t.startsAt}`),
    check('playback_leases_end', sql`(${t.endedAt} is null) = (${t.endedWhy} is null)`),
    check('playback_leases_why', sql`${t.endedWhy} in ('closed', 'taken_over', 'logged_out', 'withdrawn')`),
  ],
);

/** Where a member was, as devices say it. Added and never changed: what was listened to last wins, not what came last. */
export const placeEvents = pgTable(
  'place_events',
  {
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'restrict' }),
    deviceKey: text('device_key').notNull(),
    /** Counted by the device: the same event sent twice is one. */
    sequence: bigint('sequence', { mode: 'number' }).notNull(),
    deviceName: text('device_name').notNull(),
    streamId: integer('stream_id')
      .notNull()
      .references(() => mediaStreams.id),
    /** The place: an instant of the stream. */
    at: instant('at').notNull(),
    /** When it was heard, by our clock. */
    heardAt: instant('heard_at').notNull(),
    /** Sound that moved since this device's last place; under ten seconds it is none. */
    movedMs: integer('moved_ms').notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.memberId, t.deviceKey, t.sequence] }),
    // the place of a member in a replay
    index('place_events_place_idx').on(t.memberId, t.streamId, t.at),
    // continue listening
    index('place_events_heard_idx').on(t.memberId, t.heardAt),
    // retention: events come in order of time
    index('place_events_age_idx').using('brin', t.receivedAt),
    check('place_events_moved', sql`${t.movedMs} >= 0`),
  ],
);

/** What a member has heard of a stream on one broadcasting day. */
export const heardSpans = pgTable(
  'heard_spans',
  {
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'restrict' }),
    streamId: integer('stream_id')
      .notNull()
      .references(() => mediaStreams.id),
    dayHk: dayHk('day_hk').notNull(),
    spans: spans('spans').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.memberId, t.streamId, t.dayHk] }),
    // what is heard most of the last days
    index('heard_spans_day_idx').on(t.dayHk, t.streamId),
  ],
);

/** When members wanted nothing recorded of what they hear: spans of our clock, the one that lasts without an end. */
export const recordingPauses = pgTable('recording_pauses', {
  memberId: integer('member_id')
    .primaryKey()
    .references(() => members.id, { onDelete: 'restrict' }),
  spans: spans('spans').notNull(),
});
