import { and, asc, count, eq, isNull, lt, min } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { hookNotices } from '#db/tables/hooks.ts';

export type NoticeRow = typeof hookNotices.$inferSelect;

/** Those that their providers did not tell before. */
export async function insertNotices(
  tx: Tx,
  notices: readonly Pick<NoticeRow, 'provider' | 'eventId' | 'kind' | 'payload' | 'receivedAt'>[],
): Promise<Pick<NoticeRow, 'id' | 'provider' | 'eventId'>[]> {
  return tx
    .insert(hookNotices)
    .values([...notices])
    .onConflictDoNothing({ target: [hookNotices.provider, hookNotices.eventId] })
    .returning({ id: hookNotices.id, provider: hookNotices.provider, eventId: hookNotices.eventId });
}

/** A notice that waits, locked; null where it was handled. */
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

/** What waits, by provider and whether it failed before. */
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

/** The longest waiting, with why. */
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
