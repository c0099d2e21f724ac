import { integer, pgTable } from 'drizzle-orm/pg-core';
import { createdAt } from '#db/columns.ts';
import { staffAccounts } from './staff.ts';

/** Staff who asked for the morning mail. */
export const morningMailReaders = pgTable('morning_mail_readers', {
  accountId: integer('account_id')
    .primaryKey()
    .references(() => staffAccounts.id),
  createdAt: createdAt(),
});
