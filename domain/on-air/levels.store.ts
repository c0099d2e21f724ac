import type { Db } from '#db/database.ts';
import { soundLevels } from '#db/tables/on-air.ts';

export type SoundLevel = typeof soundLevels.$inferSelect;

/** Loudness of the channels as measured last. */
export const findLevels = (db: Db): Promise<SoundLevel[]> => db.select().from(soundLevels);

export async function saveLevel(db: Db, level: SoundLevel): Promise<void> {
  await db.insert(soundLevels).values(level).onConflictDoUpdate({ target: soundLevels.streamId, set: level });
}
