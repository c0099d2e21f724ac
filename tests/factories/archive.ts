import type { Db, Tx } from '#db/database.ts';
import { mediaStreams } from '#db/tables/media.ts';
import type { CutContext } from '#domain/archive/archive-cut.ts';
import { CHANNEL_IDS } from '#shared/enums.ts';

/** The channels' streams, as a station that is on air has them. */
export async function insertStreams(db: Db): Promise<void> {
  await db
    .insert(mediaStreams)
    .values(CHANNEL_IDS.map((id) => ({ id, kind: 'channel' as const, name: String(id) })))
    .onConflictDoNothing();
}

/** Sound that is kept in memory alone: until when, by stream and cause. */
export function createKeptSound() {
  const kept = new Map<string, { startsAt: Date; endsAt: Date; keptUntil: Date | null }>();
  const sound = {
    async keepSound(
      _tx: Tx,
      {
        streamId,
        why,
        ...span
      }: { streamId: number; why: string; startsAt: Date; endsAt: Date; keptUntil: Date | null },
    ) {
      kept.set(`${streamId} ${why}`, span);
    },
    async releaseSound(_tx: Tx, { streamId, why }: { streamId: number; why: string }) {
      kept.delete(`${streamId} ${why}`);
    },
  };
  return { kept, sound };
}

export const cutAt = (now: Date, sound = createKeptSound().sound): CutContext => ({
  sound,
  settings: { freeMinutes: 0, replayDays: 365 },
  now,
});
