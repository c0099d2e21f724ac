import { and, asc, count, eq, isNull, lt, min, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { jobOfEach } from '#db/outbox.ts';
import { webhooks } from '#db/tables/webhooks.ts';

export type WebhookRow = typeof webhooks.$inferSelect;

/**
 * Inserts webhooks and queues a job for each, all or none, in a single statement whose text does not depend on their
 * number. Returns the webhooks that were not received before.
 */
export async function insertWebhooks(
  db: Db,
  received: readonly Pick<WebhookRow, 'provider' | 'eventId' | 'kind' | 'payload' | 'receivedAt'>[],
  { task, maxAttempts }: { task: string; maxAttempts: number },
): Promise<Pick<WebhookRow, 'provider' | 'eventId'>[]> {
  const { rows } = await db.execute<{ provider: string; event_id: string }>(sql`
    with told as (
      insert into ${webhooks} (provider, event_id, kind, payload, received_at)
      select provider, "eventId", kind, payload, "receivedAt"
      from json_to_recordset(${JSON.stringify(received)}::json)
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
export async function lockWebhook(tx: Tx, id: number): Promise<WebhookRow | null> {
  const [row] = await tx
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.id, id), isNull(webhooks.handledAt)))
    .for('update');
  return row ?? null;
}

export async function markHandled(tx: Tx, id: number, handledAt: Date): Promise<void> {
  await tx.update(webhooks).set({ handledAt, error: null }).where(eq(webhooks.id, id));
}

export async function saveWebhookError(db: Db, id: number, error: string): Promise<void> {
  await db
    .update(webhooks)
    .set({ error })
    .where(and(eq(webhooks.id, id), isNull(webhooks.handledAt)));
}

/** Unhandled webhooks by provider and kind, with the number that failed before. */
export async function countWaitingWebhooks(db: Db) {
  return db
    .select({
      provider: webhooks.provider,
      kind: webhooks.kind,
      webhooks: count(),
      failed: count(webhooks.error),
      oldestAt: min(webhooks.receivedAt),
    })
    .from(webhooks)
    .where(isNull(webhooks.handledAt))
    .groupBy(webhooks.provider, webhooks.kind)
    .limit(100);
}

/** The oldest unhandled webhooks, with their errors. */
export async function listWaitingWebhooks(db: Db, limit: number) {
  return db
    .select({
      id: webhooks.id,
      provider: webhooks.provider,
      kind: webhooks.kind,
      receivedAt: webhooks.receivedAt,
      error: webhooks.error,
    })
    .from(webhooks)
    .where(isNull(webhooks.handledAt))
    .orderBy(asc(webhooks.receivedAt))
    .limit(limit);
}

export async function deleteHandledWebhooks(db: Db, before: Date): Promise<void> {
  await db.delete(webhooks).where(lt(webhooks.handledAt, before));
}
