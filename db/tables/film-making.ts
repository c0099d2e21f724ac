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
import type { FilmLoudness, FilmPicture, FilmSource, FilmStills } from '#shared/media/film.ts';
import { mediaStreams } from './media.ts';

/** A file being encoded into a film, step by step. Its stream is created with the last step. */
export const filmJobs = pgTable(
  'film_jobs',
  {
    id: id(),
    /** Name for editors. */
    name: text('name').notNull(),
    state: text('state').$type<'making' | 'made' | 'refused' | 'failed'>().notNull().default('making'),
    /** If refused or failed: an actionable explanation. */
    reason: text('reason'),
    sourceName: text('source_name').notNull(),
    /** Hash of the whole file. Identifies its outputs and prevents a second job for the same file. */
    sourceSha256: text('source_sha256').notNull().unique(),
    sourceBytes: bigint('source_bytes', { mode: 'number' }).notNull(),
    source: jsonb('source').$type<FilmSource>().notNull(),
    loudness: jsonb('loudness').$type<FilmLoudness>(),
    /** The current step and its progress. */
    step: text('step'),
    stepDone: real('step_done').notNull().default(0),
    /** Lease of a worker. When it expires without renewal, another worker resumes the job. */
    heldBy: uuid('held_by'),
    heldUntil: instant('held_until'),
    /** Consecutive step failures not caused by the file. */
    faults: integer('faults').notNull().default(0),
    /** Once made. */
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
    // worker: jobs to resume; few at any time
    index('film_jobs_making_idx')
      .on(t.heldUntil)
      .where(sql`${t.state} = 'making'`),
    check('film_jobs_state', sql`${t.state} in ('making', 'made', 'refused', 'failed')`),
    // stream, duration and the like are set with the last step only
    check(
      'film_jobs_made',
      sql`(${t.state} = 'made') = (${t.streamId} is not null) and (${t.state} = 'made') = (${t.durationMs} is not null) and (${t.state} = 'made') = (${t.renditions} is not null) and (${t.state} = 'made') = (${t.madeAt} is not null)`,
    ),
    check('film_jobs_reason', sql`(${t.state} in ('refused', 'failed')) = (${t.reason} is not null)`),
    check('film_jobs_held', sql`(${t.heldBy} is null) = (${t.heldUntil} is null)`),
  ],
);

/** Output of a job's step. A step with a row is not repeated. */
export const filmOutputs = pgTable(
  'film_outputs',
  {
    jobId: integer('job_id')
      .notNull()
      .references(() => filmJobs.id, { onDelete: 'cascade' }),
    step: text('step').notNull(),
    /** SHA-256 of the file's hash and the step's commands; name of the output. */
    name: text('name').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    tookMs: integer('took_ms').notNull(),
    madeAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.jobId, t.step] })],
);

/** Captions of a film, one file a language, sanitised. */
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
    // no page: captions are no longer served by their hash
    index('film_captions_file_idx').on(t.fileSha256),
  ],
);

/** Chapters of a film; each ends where the next begins. */
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
