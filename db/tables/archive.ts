import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import { createdAt, dayHk, id, instant, oneOf, updatedAt } from '#db/columns.ts';
import { mediaStreams } from './media.ts';
import { programs } from './programs.ts';
import { staffAccounts } from './staff.ts';
import { channels } from './timetable.ts';
import { uploads } from './uploads.ts';

/** Settings of a programme's replays. A programme without a row uses the station's defaults. */
export const archivePrograms = pgTable(
  'archive_programs',
  {
    programId: integer('program_id')
      .primaryKey()
      .references(() => programs.id),
    /** Free minutes from the beginning. Null: the station's default. */
    freeMinutes: integer('free_minutes'),
    /** Days for which a replay is available. Null: the station's default; 0: never. */
    replayDays: integer('replay_days'),
    hasPublicTranscript: boolean('has_public_transcript').notNull().default(true),
    /** Displayed above its replays (`listwithnotice`). */
    notice: text('notice'),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('archive_programs_free', sql`${t.freeMinutes} between 0 and 600`),
    check('archive_programs_days', sql`${t.replayDays} between 0 and 36500`),
  ],
);

/**
 * A replayable broadcast: two instants of a stream. Never deleted, so that its id can be saved and linked: a corrected
 * edge updates the row, and a broadcast that turns out to be part of another points to it by `mergedInto`.
 */
export const programArchives = pgTable(
  'program_archives',
  {
    id: id(),
    programId: integer('program_id')
      .notNull()
      .references(() => programs.id),
    streamId: integer('stream_id')
      .notNull()
      .references(() => mediaStreams.id),
    /** The broadcasting day, from 05:00 to 29:00. */
    dayHk: dayHk('day_hk').notNull(),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    /** The end is final because the next broadcast has begun. Until then the replay grows. */
    isOver: boolean('is_over').notNull().default(false),
    /** ProgramClass: 1 regular, 2 classic. */
    programClass: smallint('program_class').notNull().default(1),
    /** Overrides the programme's title if not null. */
    title: text('title'),
    notice: text('notice'),
    /** `ended`: the page remains and says so. `taken_down`: not mentioned anywhere. */
    state: text('state').$type<'shown' | 'ended' | 'taken_down'>().notNull().default('shown'),
    /** End of availability. Null: unlimited. */
    availableUntil: instant('available_until'),
    /** Source of the edges. The clock and automation never override staff. */
    source: text('source').$type<'clock' | 'automation' | 'staff' | 'import'>().notNull().default('clock'),
    mergedInto: integer('merged_into').references((): AnyPgColumn => programArchives.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    // replays of a programme, newest first (scanned backward)
    index('program_archives_program_idx').on(t.programId, t.startsAt),
    // archive by day; lookup when cutting again
    index('program_archives_stream_idx').on(t.streamId, t.startsAt),
    // desk: broadcasts in any state, newest first (scanned backward)
    index('program_archives_listed_idx')
      .on(t.startsAt, t.id)
      .where(sql`merged_into is null`),
    // desk: the few that are taken down, newest first
    index('program_archives_taken_down_idx')
      .on(t.startsAt, t.id)
      .where(sql`state = 'taken_down' and merged_into is null`),
    // classics, newest first
    index('program_archives_classic_idx')
      .on(t.startsAt)
      .where(sql`program_class = 2`),
    index('program_archives_merged_idx').on(t.mergedInto),
    // recently hidden replays: read every half minute by each process that serves sound
    index('program_archives_hidden_idx')
      .on(t.updatedAt)
      .where(sql`state <> 'shown' and merged_into is null`),
    // at most one begins at an instant of a stream
    uniqueIndex('program_archives_start_key')
      .on(t.streamId, t.startsAt)
      .where(sql`merged_into is null`),
    check('program_archives_span', sql`${t.endsAt} > ${t.startsAt}`),
    check('program_archives_class', sql`${t.programClass} in (1, 2)`),
    check('program_archives_state', sql`${t.state} in ('shown', 'ended', 'taken_down')`),
    check('program_archives_source', sql`${t.source} in ('clock', 'automation', 'staff', 'import')`),
    check('program_archives_not_itself', sql`${t.mergedInto} is null or ${t.mergedInto} <> ${t.id}`),
  ],
);

/**
 * A part of a broadcast, the unit that is played, listed and saved. A broadcast without parts has one section that
 * spans it.
 */
export const archiveSections = pgTable(
  'archive_sections',
  {
    id: id(),
    archiveId: integer('archive_id')
      .notNull()
      .references(() => programArchives.id),
    /** From 1. */
    sectionNo: integer('section_no').notNull(),
    title: text('title'),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    /** `studio`: it begins at a mark (`studio_marks`). */
    source: text('source').$type<'clock' | 'automation' | 'staff' | 'import' | 'studio'>().notNull().default('clock'),
    mergedInto: integer('merged_into').references((): AnyPgColumn => archiveSections.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('archive_sections_number_key')
      .on(t.archiveId, t.sectionNo)
      .where(sql`merged_into is null`),
    index('archive_sections_archive_idx').on(t.archiveId),
    index('archive_sections_merged_idx').on(t.mergedInto),
    check('archive_sections_number', sql`${t.sectionNo} >= 1`),
    check('archive_sections_span', sql`${t.endsAt} > ${t.startsAt}`),
    check('archive_sections_source', sql`${t.source} in ('clock', 'automation', 'staff', 'import', 'studio')`),
    check('archive_sections_not_itself', sql`${t.mergedInto} is null or ${t.mergedInto} <> ${t.id}`),
  ],
);

/**
 * Reports of the station's automation about what was on air, by its own id. A late report with a lower revision is
 * ignored.
 */
export const automationReports = pgTable(
  'automation_reports',
  {
    channelId: integer('channel_id')
      .notNull()
      .references(() => channels.id),
    /** Assigned by the automation. */
    reportId: text('report_id').notNull(),
    revision: integer('revision').notNull(),
    kind: text('kind').$type<'programme' | 'section'>().notNull(),
    programId: integer('program_id').references(() => programs.id),
    title: text('title'),
    /** By the encoder's clock; the channel's air delay is added. */
    startsAt: instant('starts_at').notNull(),
    /** Null while it is on air. */
    endsAt: instant('ends_at'),
    /** Reported by mistake: nothing was on air. A later revision may reinstate it. */
    isWithdrawn: boolean('is_withdrawn').notNull().default(false),
    sentAt: instant('sent_at').notNull(),
    receivedAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.channelId, t.reportId] }),
    // cutting: reports of a time span
    index('automation_reports_span_idx').on(t.channelId, t.startsAt),
    check('automation_reports_kind', sql`${t.kind} in ('programme', 'section')`),
    check('automation_reports_program', sql`${t.kind} <> 'programme' or ${t.programId} is not null`),
    check('automation_reports_span', sql`${t.endsAt} is null or ${t.endsAt} > ${t.startsAt}`),
  ],
);

/** Spoken words with their times, to link to a second of sound. */
export const transcriptCues = pgTable(
  'transcript_cues',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    streamId: integer('stream_id')
      .notNull()
      .references(() => mediaStreams.id),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    words: text('words').notNull(),
  },
  (t) => [
    // transcript of a replay; an import replaces a span
    index('transcript_cues_span_idx').on(t.streamId, t.startsAt),
    check('transcript_cues_span', sql`${t.endsAt} > ${t.startsAt}`),
  ],
);

/** Tools and people that caption a channel or an event while it is on air, one token each, stored hashed (SHA-256, hex). */
export const captioners = pgTable('captioners', {
  id: id(),
  streamId: integer('stream_id')
    .notNull()
    .references(() => mediaStreams.id),
  name: text('name').notNull().unique(),
  tokenHash: text('token_hash').notNull().unique(),
  /** EntityStatus: an inactive captioner is refused. */
  status: integer('status').notNull().default(1),
  createdAt: createdAt(),
});

/**
 * What captioners sent of the rewind window, in its latest revision. The transcript (`transcript_cues`) has a copy, which
 * outlives it; this row remembers what was sent and withdrawn. Of an event it is the only copy, kept as long as its replay.
 */
export const liveCues = pgTable(
  'live_cues',
  {
    streamId: integer('stream_id')
      .notNull()
      .references(() => mediaStreams.id),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    /** Empty: withdrawn, and not shown. */
    words: text('words').notNull(),
    revision: integer('revision').notNull(),
    captionerId: integer('captioner_id')
      .notNull()
      .references(() => captioners.id),
    /** Corrected or deleted by staff: later revisions change nothing. */
    isByStaff: boolean('is_by_staff').notNull().default(false),
    receivedAt: instant('received_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.streamId, t.startsAt] }),
    // retention: what left the rewind window, oldest first
    index('live_cues_age_idx').on(t.startsAt),
    check('live_cues_span', sql`${t.endsAt} > ${t.startsAt}`),
  ],
);

/** Functions disabled by an operator, with the message shown to callers (code 20). */
export const suspendedFunctions = pgTable('suspended_functions', {
  /** For example `archive.play`, `library.playlist`. */
  name: text('name').primaryKey(),
  message: text('message').notNull(),
  since: createdAt(),
});

/** `refused`: the files or their metadata are at fault. `failed`: the machine is. */
export const CLASSIC_IMPORT_STATES = ['importing', 'imported', 'refused', 'failed'] as const;
/** What a worker does: it reads the files, then stores their sound. */
export const CLASSIC_IMPORT_STEPS = ['read', 'store'] as const;

/** Sound that was never live and that staff import at the desk. Its broadcast is created with the last step, or not at all. */
export const classicImports = pgTable(
  'classic_imports',
  {
    id: id(),
    state: text('state').$type<(typeof CLASSIC_IMPORT_STATES)[number]>().notNull().default('importing'),
    step: text('step').$type<(typeof CLASSIC_IMPORT_STEPS)[number]>(),
    /** Of the step, 0 to 1. */
    stepDone: real('step_done').notNull().default(0),
    /** If refused or failed: an actionable explanation. */
    reason: text('reason'),
    /** Who asked last, and why. */
    accountId: integer('account_id')
      .notNull()
      .references(() => staffAccounts.id),
    who: text('who').notNull(),
    why: text('why').notNull(),
    programId: integer('program_id')
      .notNull()
      .references(() => programs.id),
    title: text('title'),
    /** When it was first on air. */
    startsAt: instant('starts_at').notNull(),
    availableUntil: instant('available_until'),
    /** WebVTT; deleted once imported. */
    rundown: text('rundown'),
    transcript: text('transcript'),
    /** One file, or one for each quality; deleted once imported. */
    firstUploadId: uuid('first_upload_id').references(() => uploads.id, { onDelete: 'set null' }),
    secondUploadId: uuid('second_upload_id').references(() => uploads.id, { onDelete: 'set null' }),
    archiveId: integer('archive_id').references(() => programArchives.id),
    /** Lease of a worker. When it expires without renewal, another worker begins again. */
    heldBy: uuid('held_by'),
    heldUntil: instant('held_until'),
    /** Consecutive failures not caused by the files. */
    faults: integer('faults').notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    // worker: imports to begin or begin again; few at any time
    index('classic_imports_waiting_idx')
      .on(t.heldUntil)
      .where(sql`state = 'importing'`),
    // the import of an upload that is deleted
    index('classic_imports_first_upload_idx').on(t.firstUploadId),
    index('classic_imports_second_upload_idx').on(t.secondUploadId),
    check('classic_imports_state', sql`${t.state} in (${oneOf(CLASSIC_IMPORT_STATES)})`),
    check('classic_imports_step', sql`${t.step} in (${oneOf(CLASSIC_IMPORT_STEPS)})`),
    check('classic_imports_imported', sql`(${t.state} = 'imported') = (${t.archiveId} is not null)`),
    check('classic_imports_reason', sql`(${t.state} in ('refused', 'failed')) = (${t.reason} is not null)`),
    check('classic_imports_held', sql`(${t.heldBy} is null) = (${t.heldUntil} is null)`),
  ],
);
