import type { Db } from '#db/database.ts';
import { endOverdue, listHidden } from './cutting/staff-actions.store.ts';
import { announce, type SoundEnder } from './cutting/staff-actions.ts';

// What happens when the rights of a replay end: the clock hides it, and playback already begun is refused everywhere.

/** Clock: ends expired replays. */
export async function endReplays({
  db,
  sound,
  now,
}: {
  db: Db;
  sound: Pick<SoundEnder, 'tellRemovals'>;
  now: Date;
}): Promise<number> {
  return db.transaction(async (tx) => {
    const ended = await endOverdue(tx, now);
    for (const { id } of ended) await announce(tx, id);
    if (ended.length > 0) await sound.tellRemovals(tx);
    return ended.length;
  });
}

/** Spans that every media process refuses: replays hidden while addresses may still be valid. */
export const hiddenReplays = (db: Db) => listHidden(db);
