import { asc, sql } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import { auditEvents } from '#db/tables/audit.ts';

/** Empties the audit between tests, past the trigger that refuses it. */
export const emptyAudit = (db: Db): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.delete(auditEvents);
  });

/** Everything in the audit, oldest first. */
export const wholeAudit = (db: Db) => db.select().from(auditEvents).orderBy(asc(auditEvents.id));
