import { and, count, eq, gte, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { submissions } from '#db/tables/contact.ts';
import type { FormName } from './contact.rules.ts';

export interface NewSubmission {
  form: FormName;
  fields: Record<string, string>;
  pictureSha256: string | null;
  idempotencyKey: string;
}

/** Id of the submission. Null if it exists already. */
export async function insertSubmission(db: Db, submission: NewSubmission): Promise<number | null> {
  const [row] = await db
    .insert(submissions)
    .values(submission)
    .onConflictDoNothing({ target: submissions.idempotencyKey })
    .returning({ id: submissions.id });
  return row?.id ?? null;
}

export async function hasSubmission(db: Db, idempotencyKey: string): Promise<boolean> {
  const rows = await db
    .select({ id: submissions.id })
    .from(submissions)
    .where(eq(submissions.idempotencyKey, idempotencyKey));
  return rows.length > 0;
}

/** Number of submissions of all forms since an instant that had no bot check. */
export async function countUnchecked(db: Db, since: Date): Promise<number> {
  const [row] = await db
    .select({ submissions: count() })
    .from(submissions)
    .where(and(gte(submissions.createdAt, since), sql`${submissions.fields} ->> 'botCheck' = 'ticket'`));
  return row?.submissions ?? 0;
}

/** Serialises counting and inserting submissions without a bot check. */
export async function lockUnchecked(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('contact unchecked'))`);
}

export async function markMailed(db: Db, id: number, mailedAt: Date): Promise<void> {
  await db.update(submissions).set({ mailedAt }).where(eq(submissions.id, id));
}
