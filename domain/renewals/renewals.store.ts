import { eq } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { renewalRuns } from '#db/tables/renewals.ts';
import type { DayHk } from '#shared/hk-time.ts';

export async function insertRun(tx: Tx, dayHk: DayHk, now: Date): Promise<number> {
  const [row] = await tx.insert(renewalRuns).values({ dayHk, startedAt: now }).returning({ id: renewalRuns.id });
  if (!row) throw new Error('a run was not written');
  return row.id;
}

export async function endRun(
  tx: Tx,
  id: number,
  counts: { claimed: number; charged: number; failed: number },
  now: Date,
): Promise<void> {
  await tx
    .update(renewalRuns)
    .set({ ...counts, endedAt: now })
    .where(eq(renewalRuns.id, id));
}
