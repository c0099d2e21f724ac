import { afterAll, beforeAll, expect, it } from 'vitest';
import { segmentsAfter } from '#domain/media/media.ts';
import { createSegmentIndex } from '#server/media/segment-index.ts';
import { createStreams } from '#server/media/streams.ts';
import { addChannels, addEncoder, startOrigin, type OriginUnderTest } from '#tests/factories/media/media-origin.ts';
import { testEncoder } from '#tests/factories/media/push.ts';
import { makeSound } from '#tests/factories/media/pushed-sound.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';

const T0 = Date.UTC(2026, 10, 1, 4);
const now = () => new Date(T0 + 60_000);
const TRACK = { streamId: 881, rendition: 'a64' } as const;

let database: TestDatabase;
let server: OriginUnderTest;

beforeAll(async () => {
  database = await createTestDatabase();
  await addChannels(database);
  await addEncoder(database, TRACK.streamId, 'main');
  server = await startOrigin(database, { now });
  const encoder = testEncoder(server.address, 'main');
  const sound = await makeSound({ seconds: 20 });
  await encoder.init(sound);
  for (let n = 0; n < 4; n++) await encoder.dated(sound.segments[n]!, T0 + n * 4_000);
});
afterAll(async () => {
  await server.stop();
  await database.close();
});

async function loadedIndex(isAhead = () => false) {
  const { db } = database;
  const index = createSegmentIndex({ db, windowMs: 3_600_000, streams: createStreams(db), isAhead, now });
  await index.catchUp();
  return { index, track: index.track(TRACK.streamId, TRACK.rendition) };
}
const numbers = (segments: readonly { sequence: number }[]) => segments.map(({ sequence }) => sequence);

it('keeps a segment that was placed while the numbers of an outage were compared', async () => {
  const { index, track } = await loadedIndex();
  const last = track.segments.at(-1)!;
  const compared = index.reconcile(TRACK);
  // As the spool does: numbered in memory, and not yet in the table.
  await index.add({ ...last, sequence: 4, startsAt: T0 + 16_000, storageKey: 'held' });
  expect(await compared).toBe(true);
  expect(numbers(track.segments)).toEqual([0, 1, 2, 3, 4]);
});

it('replaces what the table numbers in another way', async () => {
  const { index, track } = await loadedIndex();
  track.segments[3] = { ...track.segments[3]!, startsAt: T0 + 12_345 };
  expect(await index.reconcile(TRACK)).toBe(false);
  expect(track.segments.map(({ startsAt }) => startsAt - T0)).toEqual([0, 4_000, 8_000, 12_000]);
});

it('drops what the table does not have', async () => {
  const { index, track } = await loadedIndex();
  await index.add({ ...track.segments.at(-1)!, sequence: 4, startsAt: T0 + 16_000, storageKey: 'lost' });
  expect(await index.reconcile(TRACK)).toBe(false);
  expect(numbers(track.segments)).toEqual([0, 1, 2, 3]);
});

it('lists what the table has, once that lost rows and gave their numbers to others', async () => {
  const { db } = database;
  const { index, track } = await loadedIndex();
  const first = (await segmentsAfter(db, TRACK.streamId, TRACK.rendition, -1))[0]!;
  // As told by a server that was promoted for a moment.
  track.segments.splice(2, 2);
  for (const sequence of [2, 3, 4])
    await index.add({ ...first, sequence, startsAt: T0 + sequence * 4_000, storageKey: `withdrawn ${sequence}` });
  await index.catchUp();
  expect(numbers(track.segments)).toEqual([0, 1, 2, 3]);
  expect(track.segments).toEqual(await segmentsAfter(db, TRACK.streamId, TRACK.rendition, -1));
});
