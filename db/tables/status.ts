import { sql } from 'drizzle-orm';
import { check, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant, oneOf } from '#db/columns.ts';

export const STATUS_PARTS = ['881', '903', '864', 'site', 'payments', 'mail'] as const;

/** How an hour went for each part of the service, as the public status page shows it. No row: nobody measured. */
export const statusHours = pgTable(
  'status_hours',
  {
    part: text('part').$type<(typeof STATUS_PARTS)[number]>().notNull(),
    startsAt: instant('starts_at').notNull(),
    /** Seconds of the hour that were measured, and those of them in which it did not work. */
    knownSeconds: integer('known_seconds').notNull(),
    downSeconds: integer('down_seconds').notNull(),
    /** Last minute that was counted. Null for a channel, whose hours are computed whole. */
    countedAt: instant('counted_at'),
  },
  (t) => [
    primaryKey({ columns: [t.part, t.startsAt] }),
    check('status_hours_part', sql`${t.part} in (${oneOf(STATUS_PARTS)})`),
    check(
      'status_hours_seconds',
      sql`${t.downSeconds} between 0 and ${t.knownSeconds} and ${t.knownSeconds} between 1 and 3600`,
    ),
  ],
);
