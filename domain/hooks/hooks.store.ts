import { and, asc, count, eq, isNull, lt, min, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { jobOfEach } from '#db/outbox.ts';
import { hookNotices } from '#db/tables/hooks.ts';

export type NoticeRow = typeof hookNotices.$inferSelect;

/**
 * Inserts webhooks and queues a job for each, all or none, in a single statement whose text does not depend on their
 * number. Returns the webhooks that were not received before.
 */
export async function insertNotices(
  db: Db,
  notices: readonly Pick<NoticeRow, 'provider' | 'eventId' | 'kind' | 'payload' | 'receivedAt'>[],
  { task, maxAttempts }: { task: string; maxAttempts: number },
): Promise<Pick<NoticeRow, 'provider' | 'eventId'>[]> {
  const { rows } = await db.execute<{ provider: string; event_id: string }>(sql`
    with told as (
      insert into ${hookNotices} (provider, event_id, kind, payload, received_at)
      select provider, "eventId", kind, payload, "receivedAt"
      from json_to_recordset(${JSON.stringify(notices)}::json)
        as given(provider text, "eventId" text, kind text, payload text, "receivedAt" timestamptz)
      on conflict (provider, event_id) do nothing
      returning id, provider, event_id
    ), queued as (
      select ${jobOfEach(task, sql`json_build_object('id', told.id)`, { maxAttempts })} from told having count(*) > 0
    )
    select provider, event_id from told, (select count(*) from queued) as jobs`);
  return rows.map(({ provider, event_id: eventId }) => ({ provider, eventId }));
}

/** An unhandled webhook, locked. Null if it was handled. */
export async function lockNotice(tx: Tx, id: number): Promise<NoticeRow | null> {
  const [row] = await tx
    .select()
    .from(hookNotices)
    .where(and(eq(hookNotices.id, id), isNull(hookNotices.handledAt)))
    .for('update');
  return row ?? null;
}

export async function markHandled(tx: Tx, id: number, handledAt: Date): Promise<void> {
  await tx.update(hookNotices).set({ handledAt, error: null }).where(eq(hookNotices.id, id));
}

export async function saveNoticeError(db: Db, id: number, error: string): Promise<void> {
  await db
    .update(hookNotices)
    .set({ error })
    .where(and(eq(hookNotices.id, id), isNull(hookNotices.handledAt)));
}

/** Unhandled webhooks by provider and kind, with the number that failed before. */
export async function countWaitingNotices(db: Db) {
  return db
    .select({
      provider: hookNotices.provider,
      kind: hookNotices.kind,
      notices: count(),
      failed: count(hookNotices.error),
      oldestAt: min(hookNotices.receivedAt),
    })
    .from(hookNotices)
    .where(isNull(hookNotices.handledAt))
    .groupBy(hookNotices.provider, hookNotices.kind)
    .limit(100);
}

/** The oldest unhandled webhooks, with their errors. */
export async function listWaitingNotices(db: Db, limit: number) {
  return db
    .select({
      id: hookNotices.id,
      provider: hookNotices.provider,
      kind: hookNotices.kind,
      receivedAt: hookNotices.receivedAt,
      error: hookNotices.error,
    })
    .from(hookNotices)
    .where(isNull(hookNotices.handledAt))
    .orderBy(asc(hookNotices.receivedAt))
    .limit(limit);
}

export async function deleteHandledNotices(db: Db, before: Date): Promise<void> {
  await db.delete(hookNotices).where(lt(hookNotices.handledAt, before));
}
