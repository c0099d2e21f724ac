import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, dayHk, id, instant, updatedAt } from '#db/columns.ts';
import { programs } from '#db/tables/programs.ts';
import { staffAccounts } from '#db/tables/staff.ts';

/** The three channels. The id is the channel number; the bit is its position in every mask. */
export const channels = pgTable(
  'channels',
  {
    id: integer('id').primaryKey(),
    bit: integer('bit').notNull().unique(),
    /** CR1, CR2 or AM864. */
    code: text('code').notNull().unique(),
    /** 雷霆881, 叱咤903, AM864 */
    name: text('name').notNull(),
    frequency: text('frequency').notNull(),
    tagline: text('tagline').notNull(),
    /** Programme played where nothing is scheduled, so that a day never has a gap. */
    fillerProgramId: integer('filler_program_id').references(() => programs.id),
    position: integer('position').notNull(),
  },
  (t) => [check('channels_known', sql`${t.id} in (881, 903, 864)`)],
);

/**
 * A base week: on each day of the mask the programme runs from start to end. Minutes count from Hong Kong midnight of
 * the day on which it starts; an end of 1440 or more runs past midnight.
 */
export const schedules = pgTable(
  'schedules',
  {
    id: id(),
    channelId: integer('channel_id')
      .notNull()
      .references(() => channels.id),
    programId: integer('program_id')
      .notNull()
      .references(() => programs.id),
    weekdayBitwise: integer('weekday_bitwise').notNull(),
    startMinute: integer('start_minute').notNull(),
    endMinute: integer('end_minute').notNull(),
    /** Replaced by the racing programme on racing days. */
    horseRacingSkip: boolean('horse_racing_skip').notNull().default(false),
    validFrom: dayHk('valid_from').notNull(),
    /** Last valid day, inclusive. Null: until further notice. */
    validTo: dayHk('valid_to'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    // every timetable: base week of a channel
    index('schedules_channel_idx').on(t.channelId, t.validFrom),
    // programme page: air times
    index('schedules_program_idx').on(t.programId),
    check('schedules_weekdays', sql`${t.weekdayBitwise} between 1 and 127`),
    check(
      'schedules_minutes',
      sql`${t.startMinute} between 0 and 1439 and ${t.endMinute} > ${t.startMinute} and ${t.endMinute} <= ${t.startMinute} + 1440`,
    ),
    check('schedules_validity', sql`${t.validTo} is null or ${t.validTo} >= ${t.validFrom}`),
  ],
);

/** Racing days: base rows with `horse_racing_skip` are replaced. */
export const racingDays = pgTable('racing_days', {
  day: dayHk('day').primaryKey(),
  venue: text('venue').notNull(),
});

/** A dated change: replaces the base week from start to end on each day of the range. */
export const scheduleOverrides = pgTable(
  'schedule_overrides',
  {
    id: id(),
    channelId: integer('channel_id')
      .notNull()
      .references(() => channels.id),
    programId: integer('program_id')
      .notNull()
      .references(() => programs.id),
    /** holiday, racing or special */
    kind: text('kind').notNull(),
    /** Overrides the programme's title if not null. */
    title: text('title'),
    dayFrom: dayHk('day_from').notNull(),
    /** Inclusive; equal to day_from for a single day. */
    dayTo: dayHk('day_to').notNull(),
    startMinute: integer('start_minute').notNull(),
    endMinute: integer('end_minute').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    // every timetable: overrides of a day
    index('schedule_overrides_days_idx').on(t.channelId, t.dayFrom, t.dayTo),
    check('schedule_overrides_kind', sql`${t.kind} in ('holiday', 'racing', 'special')`),
    check(
      'schedule_overrides_minutes',
      sql`${t.startMinute} between 0 and 1439 and ${t.endMinute} > ${t.startMinute} and ${t.endMinute} <= ${t.startMinute} + 1440`,
    ),
    check('schedule_overrides_days', sql`${t.dayTo} >= ${t.dayFrom}`),
  ],
);

/** Scheduled live video of a channel: a weekly slot with a validity, like the base week. */
export const liveVideoSchedules = pgTable(
  'live_video_schedules',
  {
    id: id(),
    channelId: integer('channel_id')
      .notNull()
      .references(() => channels.id),
    weekdayBitwise: integer('weekday_bitwise').notNull(),
    startMinute: integer('start_minute').notNull(),
    endMinute: integer('end_minute').notNull(),
    validFrom: dayHk('valid_from').notNull(),
    validTo: dayHk('valid_to'),
  },
  (t) => [
    // toolbar and live page: whether there is video now
    index('live_video_schedules_channel_idx').on(t.channelId, t.validFrom),
    check('live_video_weekdays', sql`${t.weekdayBitwise} between 1 and 127`),
    check(
      'live_video_minutes',
      sql`${t.startMinute} between 0 and 1439 and ${t.endMinute} > ${t.startMinute} and ${t.endMinute} <= ${t.startMinute} + 1440`,
    ),
  ],
);

/** Actual air times, by which replays are cut. Written by the clock, corrected by staff. */
export const asRun = pgTable(
  'as_run',
  {
    id: id(),
    channelId: integer('channel_id')
      .notNull()
      .references(() => channels.id),
    programId: integer('program_id')
      .notNull()
      .references(() => programs.id),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    /** clock: from the timetable; staff: a manual correction that the clock never overwrites. */
    source: text('source').notNull().default('clock'),
  },
  (t) => [
    // the clock writes each item once
    uniqueIndex('as_run_channel_start_key').on(t.channelId, t.startsAt),
    // programme page and replay: broadcasts of a programme, newest first (scanned backward)
    index('as_run_program_idx').on(t.programId, t.startsAt),
    check('as_run_source', sql`${t.source} in ('clock', 'staff')`),
    check('as_run_times', sql`${t.endsAt} > ${t.startsAt}`),
  ],
);

/** Changes of a channel's timetable that staff collect and publish together. */
export const timetableChangeSets = pgTable(
  'timetable_change_sets',
  {
    id: id(),
    channelId: integer('channel_id')
      .notNull()
      .references(() => channels.id),
    name: text('name').notNull(),
    /** draft, scheduled, published or withdrawn */
    state: text('state').notNull().default('draft'),
    /** Raised by every change of the set. */
    revision: integer('revision').notNull().default(1),
    createdBy: integer('created_by')
      .notNull()
      .references(() => staffAccounts.id),
    createdAt: createdAt(),
    changedBy: integer('changed_by')
      .notNull()
      .references(() => staffAccounts.id),
    changedAt: instant('changed_at').notNull(),
    /** When a job is to publish it. */
    publishAt: instant('publish_at'),
    /** Who published or scheduled it, and why. */
    publishedBy: integer('published_by').references(() => staffAccounts.id),
    reason: text('reason'),
    publishedAt: instant('published_at'),
    /** Why the job could not publish it, as the detail of the refusal. */
    failure: jsonb('failure').$type<unknown>(),
  },
  (t) => [
    // desk, Timetable: the sets of a channel, last changed first
    index('timetable_change_sets_channel_idx').on(t.channelId, t.state, t.changedAt),
    // the job: sets that are due
    index('timetable_change_sets_due_idx')
      .on(t.publishAt)
      .where(sql`state = 'scheduled'`),
    check('timetable_change_sets_state', sql`${t.state} in ('draft', 'scheduled', 'published', 'withdrawn')`),
    check(
      'timetable_change_sets_scheduled',
      sql`(${t.state} = 'scheduled') = (${t.publishAt} is not null) and (${t.state} <> 'scheduled' or ${t.publishedBy} is not null)`,
    ),
    check('timetable_change_sets_published', sql`(${t.state} = 'published') = (${t.publishedAt} is not null)`),
  ],
);

/** One row of a timetable as a change set found it and as it is to be. */
export const timetableChanges = pgTable(
  'timetable_changes',
  {
    id: id(),
    changeSetId: integer('change_set_id')
      .notNull()
      .references(() => timetableChangeSets.id, { onDelete: 'cascade' }),
    /** base, override, video or racing-day: the table. */
    kind: text('kind').notNull(),
    /** Null for a row that the set adds, and for racing days, which have no id. */
    rowId: integer('row_id'),
    /** The row without its id. Null: there was none. */
    before: jsonb('before').$type<Record<string, unknown>>(),
    /** Null: the row is removed. */
    after: jsonb('after').$type<Record<string, unknown>>(),
    /** Id that the added row got when the set was published. */
    appliedId: integer('applied_id'),
    changedBy: integer('changed_by')
      .notNull()
      .references(() => staffAccounts.id),
    /** The set's, with this change. */
    revision: integer('revision').notNull(),
  },
  (t) => [
    // changes of a set; a row is changed at most once in each
    uniqueIndex('timetable_changes_row_key').on(t.changeSetId, t.kind, t.rowId),
    check('timetable_changes_kind', sql`${t.kind} in ('base', 'override', 'video', 'racing-day')`),
    check('timetable_changes_something', sql`${t.before} is not null or ${t.after} is not null`),
  ],
);

/** Completed seed steps, so that a second start does not repeat them. */
export const seedSteps = pgTable(
  'seed_steps',
  { name: text('name').notNull(), version: text('version').notNull() },
  (t) => [primaryKey({ columns: [t.name, t.version] })],
);
