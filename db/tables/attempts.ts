import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '#db/columns.ts';

/** Rate-limit counters: password attempts, codes sent. Losing them in a crash is harmless. */
export const attempts = pgTable(
  'attempts',
  {
    /** What is counted and for whom, such as `login:account:123`. */
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    /** When the count resets. */
    endsAt: instant('ends_at').notNull(),
  },
  (t) => [index('attempts_end_idx').on(t.endsAt)],
);
