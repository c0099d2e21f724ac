import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, real, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, instant, oneOf } from '#db/columns.ts';
import { mediaStreams } from '#db/tables/media.ts';

export const INCIDENT_KINDS = [
  'edge-old',
  'encoder-lost',
  'silence',
  'jobs-waiting',
  'jobs-failing',
  'database-slow',
  'provider-failing',
  'reports-unplaced',
  'clock-off',
] as const;

/** What is or was wrong, by the rules of the runbooks. */
export const incidents = pgTable(
  'incidents',
  {
    id: id(),
    kind: text('kind').$type<(typeof INCIDENT_KINDS)[number]>().notNull(),
    /** Channel, encoder, task, provider or process; empty for the station. */
    subject: text('subject').notNull(),
    /** Figures of when it was last seen, such as the seconds of silence. */
    figures: jsonb('figures').$type<Record<string, number>>().notNull(),
    openedAt: instant('opened_at').notNull(),
    /** Still advances after a person closed it, until it is over: it does not open again before that. */
    seenAt: instant('seen_at').notNull(),
    closedAt: instant('closed_at'),
    /** Null: it was over. */
    closedBy: text('closed_by'),
    closingWords: text('closing_words'),
  },
  (t) => [
    uniqueIndex('incidents_open_key')
      .on(t.kind, t.subject)
      .where(sql`${t.closedAt} is null`),
    // history, newest first
    index('incidents_closed_idx')
      .on(t.id)
      .where(sql`${t.closedAt} is not null`),
    // closed by a person, and not over
    index('incidents_seen_idx').on(t.seenAt),
    check('incidents_kind', sql`${t.kind} in (${oneOf(INCIDENT_KINDS)})`),
    check(
      'incidents_closed',
      sql`(${t.closedBy} is null) = (${t.closingWords} is null) and (${t.closedBy} is null or ${t.closedAt} is not null)`,
    ),
  ],
);

/** Loudness of a channel's newest audio, as measured last. */
export const soundLevels = pgTable('sound_levels', {
  streamId: integer('stream_id')
    .primaryKey()
    .references(() => mediaStreams.id),
  measuredAt: instant('measured_at').notNull(),
  /** End of the newest segment that was measured. */
  endsAt: instant('ends_at').notNull(),
  /** Integrated loudness, LUFS (EBU R 128). Null: too quiet to have one. */
  lufs: real('lufs'),
  /** Start of the silence that the measured audio ends with. */
  silentSince: instant('silent_since'),
});

/** Processes whose clock differs from the database's, as each measured last. Empty on a day on which all is well. */
export const wrongClocks = pgTable('wrong_clocks', {
  /** Host name and port. */
  process: text('process').primaryKey(),
  /** How far the process is ahead; negative: behind. */
  aheadMs: integer('ahead_ms').notNull(),
  /** By the database's clock. */
  measuredAt: instant('measured_at').notNull(),
});
