import type { Tx } from '#db/database.ts';
import { queueJob, SEARCH_INDEX } from '#db/outbox.ts';
import { SINGER_TYPE, SONG_TYPE } from '#shared/enums.ts';
import { findSeldomPlayed } from './song-index.store.ts';

/**
 * Queues the search index of songs whose plays changed, and of their singers. Not where a song was played before: it is in
 * the index, and its entry does not change.
 */
export async function queueSongIndex(tx: Tx, songIds: readonly number[]): Promise<void> {
  const seldom = await findSeldomPlayed(tx, songIds);
  const items = [
    ...seldom.map(({ songId }) => ({ contentType: SONG_TYPE, itemId: songId })),
    ...[...new Set(seldom.map(({ singerId }) => singerId))].map((itemId) => ({ contentType: SINGER_TYPE, itemId })),
  ];
  for (const { contentType, itemId } of items)
    await queueJob(tx, SEARCH_INDEX, { contentType, itemId }, { jobKey: `${SEARCH_INDEX}:${contentType}:${itemId}` });
}
