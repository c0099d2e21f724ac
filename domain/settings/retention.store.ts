import { sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from '#db/database.ts';
import { securityEvents } from '#db/tables/security-events.ts';
import { submissions } from '#db/tables/contact.ts';
import { mails } from '#db/tables/mail.ts';
import { smsCodes } from '#db/tables/phone-verification.ts';
import { webhooks } from '#db/tables/webhooks.ts';
import { MAX_COUNTED, type RetentionKey } from './settings.rules.ts';

/** The rows that a job deletes, by the instant from which they are kept. */
const KEPT: Record<RetentionKey, [table: PgTable, from: AnyPgColumn]> = {
  'keep.mails': [mails, mails.sentAt],
  'keep.letters': [submissions, submissions.createdAt],
  'keep.security-events': [securityEvents, securityEvents.createdAt],
  'keep.phone-codes': [smsCodes, smsCodes.createdAt],
  'keep.webhooks': [webhooks, webhooks.handledAt],
};

/** How many rows are older, up to a limit: a preview does not read a whole table. */
export async function countBefore(tx: Tx, key: RetentionKey, before: Date): Promise<number> {
  const [table, from] = KEPT[key];
  const counted: SQL = sql`select 1 from ${table} where ${from} < ${before.toISOString()}::timestamptz limit ${MAX_COUNTED}`;
  const { rows } = await tx.execute<{ n: number }>(sql`select count(*)::int as n from (${counted}) as old`);
  return rows[0]?.n ?? 0;
}
