import type { Db } from '#db/database.ts';
import { purgePages } from '#db/notifications.ts';
import { addDaysHk, dayHkOf } from '#shared/hk-time.ts';
import { ContentType } from '#shared/enums.ts';
import { indexCuesAfter, indexCuesOf } from './cues/cue-index.store.ts';
import { FOLDING_VERSION } from './folding.rules.ts';
import { makeDocument } from './search-document.ts';
import {
  findIndexState,
  findNewestGeneration,
  lockIndex,
  refreshPopularity,
  removeDocument,
  removeOlder,
  removeOtherKinds,
  saveDocuments,
  settleIndex,
} from './search-index.store.ts';
import {
  countSources,
  findArticleBatch,
  findNamedSources,
  findReplayBatch,
  findSources,
} from './search-source.store.ts';
import { findSingerBatch, findSongBatch } from './song-source.store.ts';
import { MAX_ID } from '#shared/ids.ts';

/** Cache tag of all pages with search results. */
const SEARCH_TAG = 'search';

/** Generation = folding version × this + number of the rebuild. */
const VERSION_STEP = 1_000_000;
const DOCUMENTS_A_BATCH = 200;
const POPULARITY_DAYS = 7;

interface Context {
  db: Db;
  now: Date;
}

const isArticle = (contentType: number) => contentType >= 301 && contentType <= 308;

/** Updates the index entry of one item, or removes it. Idempotent. */
export async function indexItem(
  { db, now }: Context,
  { contentType, itemId }: { contentType: number; itemId: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockIndex(tx);
    const documents = (await findSources(tx, now, contentType, itemId)).map(makeDocument);
    const newest = await findNewestGeneration(tx);
    await saveDocuments(tx, documents, Math.max(newest, FOLDING_VERSION * VERSION_STEP));
    if (contentType === ContentType.PROGRAM_ARCHIVE_SECTION) await indexCuesOf(tx, itemId);
    const [only] = documents;
    if (only === undefined) await removeDocument(tx, contentType, itemId);
    else if (isArticle(only.contentType)) await removeOtherKinds(tx, only.contentType, itemId);
    await purgePages(tx, [SEARCH_TAG]);
  });
}

/** Indexes a batch of cues. Returns the last; null if none was left. */
const indexNextCues = (db: Db, afterId: number): Promise<number | null> =>
  db.transaction(async (tx) => {
    await lockIndex(tx);
    return indexCuesAfter(tx, afterId);
  });

/**
 * Rebuilds the whole index while the old one serves queries: each batch replaces its rows, and rows no batch has
 * written are deleted last. Can be interrupted and run again.
 */
export async function rebuildIndex({ db, now }: Context): Promise<number> {
  const newest = await findNewestGeneration(db);
  const generation = Math.max(newest, FOLDING_VERSION * VERSION_STEP) + 1;
  let written = 0;
  await db.transaction(async (tx) => {
    await lockIndex(tx);
    const documents = (await findNamedSources(tx)).map(makeDocument);
    await saveDocuments(tx, documents, generation);
    written += documents.length;
  });
  const batches = [
    (tx: Db, belowId: number) => findArticleBatch(tx, now, belowId, DOCUMENTS_A_BATCH),
    (tx: Db, belowId: number) => findReplayBatch(tx, belowId, DOCUMENTS_A_BATCH),
    (tx: Db, belowId: number) => findSongBatch(tx, belowId, DOCUMENTS_A_BATCH),
    (tx: Db, belowId: number) => findSingerBatch(tx, belowId, DOCUMENTS_A_BATCH),
  ];
  for (const findBatch of batches)
    for (let belowId = MAX_ID; ;) {
      const last = await db.transaction(async (tx) => {
        await lockIndex(tx);
        const documents = (await findBatch(tx, belowId)).map(makeDocument);
        await saveDocuments(tx, documents, generation);
        written += documents.length;
        return documents.at(-1)?.itemId;
      });
      if (last === undefined) break;
      belowId = last;
    }
  let cueId: number | null = 0;
  while (cueId !== null) cueId = await indexNextCues(db, cueId);
  await db.transaction(async (tx) => {
    await lockIndex(tx);
    await removeOlder(tx, generation);
    await purgePages(tx, [SEARCH_TAG]);
  });
  await settleIndex(db);
  return written;
}

/** Whether the index was built by other rules or is incomplete. */
export async function isIndexStale({ db }: { db: Db }): Promise<boolean> {
  const { oldest, rows } = await findIndexState(db);
  return Math.floor(oldest / VERSION_STEP) !== FOLDING_VERSION || rows !== (await countSources(db));
}

/** Updates the popularity used for ranking from recent views. */
export async function updatePopularity({ db, now }: Context): Promise<number> {
  return refreshPopularity(db, addDaysHk(dayHkOf(now), -POPULARITY_DAYS));
}
