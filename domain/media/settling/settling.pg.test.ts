import { afterAll, beforeAll, expect, it } from 'vitest';
import { mediaDiscards, mediaSegments, mediaUploads } from '#db/tables/media.ts';
import { findEncoder, noteInit, settleSpooled, type Feed } from '#domain/media/media.ts';
import { addChannels, addEncoder, tokenOf } from '#tests/factories/media/media-origin.ts';
import { memoryStorage } from '#tests/factories/media/memory-storage.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';

const T0 = Date.UTC(2026, 10, 1, 4);
const EPOCH = Date.UTC(2026, 9, 1);
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await addChannels(database);
  await addEncoder(database, 881, 'main');
});
afterAll(() => database.close());

it('a message that several processes settle at once, and again later, counts once and keeps its bytes', async () => {
  const { db } = database;
  const storage = memoryStorage();
  const feed: Feed = { encoder: (await findEncoder({ db }, tokenOf('main')))!, rendition: 'a64' };
  const said = { codecs: 'mp4a.40.2', timescale: 48_000, size: null };
  const init = await noteInit({ db }, feed, { bytes: Buffer.from('init'), ...said });
  const bytesOf = (n: number) => Buffer.from(`segment ${n}`);
  const settle = (n: number) =>
    settleSpooled(
      { db, storage, now: new Date(T0 + 60_000), windowMs: 3_600_000 },
      feed,
      { epoch: EPOCH, sequence: n + 1, takenAt: new Date(T0 + (n + 1) * 4_000) },
      {
        kind: 'segment',
        file: `${n}.m4s`,
        storageKey: `881/a64/${n}.m4s`,
        initId: init.id,
        durationMs: 4_000,
        mediaStartMs: n * 4_000,
        startsAt: T0 + n * 4_000,
        bytes: bytesOf(n),
      },
    );
  for (let n = 0; n < 3; n++) {
    await Promise.all([settle(n), settle(n), settle(n)]);
    await settle(Math.max(0, n - 1));
    await settle(n);
  }
  const rows = await db.select().from(mediaSegments).orderBy(mediaSegments.sequence);
  expect(rows.map(({ sequence, storageKey }) => [sequence, storageKey])).toEqual([
    [0, '881/a64/0.m4s'],
    [1, '881/a64/1.m4s'],
    [2, '881/a64/2.m4s'],
  ]);
  for (const [n, { storageKey }] of rows.entries()) expect(await storage.get(storageKey)).toEqual(bytesOf(n));
  expect(await db.select().from(mediaUploads)).toEqual([]);
  expect(await db.select().from(mediaDiscards)).toEqual([]);
});
