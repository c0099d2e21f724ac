import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, dayHk, id, instant, updatedAt } from '#db/columns.ts';
import { programs } from '#db/tables/programs.ts';

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

/** Completed seed steps, so that a second start does not repeat them. */
export const seedSteps = pgTable(
  'seed_steps',
  { name: text('name').notNull(), version: text('version').notNull() },
  (t) => [primaryKey({ columns: [t.name, t.version] })],
);
