import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '#db/columns.ts';

/** Counts of what may be done so often: tries at a password, codes sent. Losing them in a crash costs nothing. */
export const attempts = pgTable(
  'attempts',
  {
    /** What is counted and of whom, such as `login:account:123`. */
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    /** When the count begins anew. */
    endsAt: instant('ends_at').notNull(),
  },
  (t) => [index('attempts_end_idx').on(t.endsAt)],
);
