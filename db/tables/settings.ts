import { sql } from 'drizzle-orm';
import { check, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '#db/columns.ts';
import { staffAccounts } from '#db/tables/staff.ts';

/** What staff have set to something else than the default in code (`domain/settings/settings.rules.ts`). */
export const settings = pgTable(
  'settings',
  {
    key: text('key').primaryKey(),
    value: jsonb('value').$type<unknown>().notNull(),
    /** A switch is off until then. Null: not a switch. */
    endsAt: instant('ends_at'),
    changedBy: integer('changed_by')
      .notNull()
      .references(() => staffAccounts.id),
    changedAt: instant('changed_at').notNull(),
  },
  (t) => [check('settings_key', sql`length(${t.key}) between 1 and 60`)],
);
