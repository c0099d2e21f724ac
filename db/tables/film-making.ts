import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, id, instant } from '#db/columns.ts';
import type { FilmLoudness, FilmPicture, FilmSource, FilmStills } from '#shared/film.ts';
import { mediaStreams } from './media.ts';

/** A file that is made into a film, step by step. Its stream is there when the last step is done, and not before. */
export const filmJobs = pgTable(
  'film_jobs',
  {
    id: id(),
    /** What editors call it. */
    name: text('name').notNull(),
    state: text('state').$type<'making' | 'made' | 'refused' | 'failed'>().notNull().default('making'),
    /** Of what was refused or failed: words that a person can act on. */
    reason: text('reason'),
    sourceName: text('source_name').notNull(),
    /** Of the whole file: it names what is made of it, so that a second job of the same file is none. */
    sourceSha256: text('source_sha256').notNull().unique(),
    sourceBytes: bigint('source_bytes', { mode: 'number' }).notNull(),
    source: jsonb('source').$type<FilmSource>().notNull(),
    loudness: jsonb('loudness').$type<FilmLoudness>(),
    /** The step under way, and how much of it is done. */
    step: text('step'),
    stepDone: real('step_done').notNull().default(0),
    /** Who works at it, and until when unless it says so again: another goes on with what a killed one left. */
    heldBy: uuid('held_by'),
    heldUntil: instant('held_until'),
    /** Steps in a row that ended badly through no fault of the file. */
    faults: integer('faults').notNull().default(0),
    /** Once it is made. */
    streamId: integer('stream_id')
      .unique()
      .references(() => mediaStreams.id),
    durationMs: integer('duration_ms'),
    renditions: jsonb('renditions').$type<FilmPicture[]>(),
    stills: jsonb('stills').$type<FilmStills>(),
    posterSha256: text('poster_sha256'),
    createdAt: createdAt(),
    madeAt: instant('made_at'),
  },
  (t) => [
    // the worker: what is to be gone on with; few at any time
    index('film_jobs_making_idx')
      .on(t.heldUntil)
      .where(sql`${t.state} = 'making'`),
    check('film_jobs_state', sql`${t.state} in ('making', 'made', 'refused', 'failed')`),
    // nothing shows before the last step
    check(
      'film_jobs_made',
      sql`(${t.state} = 'made') = (${t.streamId} is not null) and (${t.state} = 'made') = (${t.durationMs} is not null) and (${t.state} = 'made') = (${t.renditions} is not null) and (${t.state} = 'made') = (${t.madeAt} is not null)`,
    ),
    check('film_jobs_reason', sql`(${t.state} in ('refused', 'failed')) = (${t.reason} is not null)`),
    check('film_jobs_held', sql`(${t.heldBy} is null) = (${t.heldUntil} is null)`),
  ],
);

/** What a step of a job has made, by what it was made of: a step that has its line is not done again. */
export const filmOutputs = pgTable(
  'film_outputs',
  {
    jobId: integer('job_id')
      .notNull()
      .references(() => filmJobs.id, { onDelete: 'cascade' }),
    step: text('step').notNull(),
    /** SHA-256 of the file's hash and the step's commands: the name of what it made. */
    name: text('name').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    tookMs: integer('took_ms').notNull(),
    madeAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.jobId, t.step] })],
);

/** Words to read with a film, one file a language, as they were cleaned. */
export const filmCaptions = pgTable(
  'film_captions',
  {
    id: id(),
    jobId: integer('job_id')
      .notNull()
      .references(() => filmJobs.id, { onDelete: 'cascade' }),
    /** BCP 47, such as `zh-HK`. */
    lang: text('lang').notNull(),
    label: text('label').notNull(),
    fileSha256: text('file_sha256').notNull(),
    cues: integer('cues').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('film_captions_lang_key').on(t.jobId, t.lang),
    // no page: nothing is given out by the hash of its words any more
    index('film_captions_file_idx').on(t.fileSha256),
  ],
);

/** Parts of a film, each from where it begins to where the next does. */
export const filmChapters = pgTable(
  'film_chapters',
  {
    jobId: integer('job_id')
      .notNull()
      .references(() => filmJobs.id, { onDelete: 'cascade' }),
    atMs: integer('at_ms').notNull(),
    title: text('title').notNull(),
  },
  (t) => [primaryKey({ columns: [t.jobId, t.atMs] }), check('film_chapters_at', sql`${t.atMs} >= 0`)],
);
