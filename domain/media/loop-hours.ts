import type { Db } from '#db/database.ts';
import * as store from './kept-sound.store.ts';
import { loopHours, loopKey } from './loop.rules.ts';
import { startTimeline } from './media.store.ts';
import type { RenditionName } from './renditions.rules.ts';

/**
 * Adds hours of the demo loop to a stream without sound, once: rows without bytes. Its timeline continues from the
 * loop's last number, so that pushed segments follow it. Returns whether it was added.
 */
export function addLoop(
  db: Db,
  loop: {
    streamId: number;
    rendition: RenditionName;
    init: { sha256: string; codecs: string; timescale: number };
    from: Date;
    to: Date;
  },
): Promise<boolean> {
  const { streamId, rendition, init, from, to } = loop;
  return db.transaction(async (tx) => {
    await store.lockKeeps(tx, streamId, 'decide');
    if (await store.hasSound(tx, streamId, rendition)) return false;
    const hours = loopHours(from.getTime(), to.getTime());
    const last = hours.at(-1);
    if (last === undefined) return false;
    const storageKey = loopKey(streamId, rendition, 'init.mp4');
    const initId = await store.findOrAddInit(tx, { streamId, rendition, ...init, storageKey });
    await store.insertLoopHours(
      tx,
      hours.map((hour) => ({
        streamId,
        rendition,
        startsAt: new Date(hour.startsAt),
        firstSequence: hour.first,
        lastSequence: hour.last,
        initId,
      })),
    );
    await startTimeline(tx, streamId, rendition, { nextSequence: last.last + 1 });
    return true;
  });
}
