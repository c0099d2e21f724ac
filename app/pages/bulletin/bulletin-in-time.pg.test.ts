import { RouterContextProvider } from 'react-router';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { requestContext, type RequestContext } from '#app/context.server.ts';
import * as feed from '#app/pages/feeds/bulletin-podcast.server.ts';
import { archiveSections, programArchives } from '#db/tables/archive.ts';
import { takeMarks } from '#domain/songs/songs.ts';
import { audioProgramme } from '#sandbox/stations/loops.ts';
import { SEGMENT_MS } from '#sandbox/stations/time-mark.ts';
import { need } from '#server/media/mp4/boxes.ts';
import { createOpenEpisode } from '#server/services/playing/podcasts.ts';
import { createApiApp } from '#tests/factories/api-app.ts';
import { insertStreams } from '#tests/factories/archive.ts';
import { addEncoder, HOUR_MS, startOrigin, type OriginUnderTest } from '#tests/factories/media/media-origin.ts';
import { memoryStorage } from '#tests/factories/media/memory-storage.ts';
import { testEncoder } from '#tests/factories/media/push.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import * as page from './bulletin.server.ts';

// From the end of a bulletin on the air to everything that offers it, by a clock of the test, with real pushes, page,
// feed, call and file.

const PROMISED_MS = 15_000;
/** An encoder uploads a segment once it is whole. */
const UPLOAD_MS = 1_000;
const REPORTED_AFTER_MS = 2_000;
const STREAM = 881;
const K0 = Math.ceil(Date.UTC(2026, 10, 28, 7) / SEGMENT_MS);
const SEGMENTS = 8;
const startOf = (k: number): number => k * SEGMENT_MS;
const BEGINS = startOf(K0) + 1_000;
/** Just after the start of a segment, which is whole only nearly four seconds later. */
const ENDS = startOf(K0 + SEGMENTS) + 100;
const programme = audioProgramme(STREAM, 'a64');

let database: TestDatabase;
let origin: OriginUnderTest;
let api: Awaited<ReturnType<typeof createApiApp>>;
let now = new Date(BEGINS);
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await insertSmallStation(db);
  await insertStreams(db);
  await addEncoder(database, STREAM, 'main');
  const span = { startsAt: new Date(BEGINS - HOUR_MS), endsAt: new Date(ENDS + HOUR_MS) };
  await db.insert(programArchives).values({ id: 1, programId: 3, streamId: STREAM, dayHk: '2026-11-28', ...span });
  await db.insert(archiveSections).values({ id: 10, archiveId: 1, sectionNo: 1, ...span });
  const clock = () => now;
  const settings = { freeMinutes: 5 };
  const openEpisode = createOpenEpisode({ db, settings, isSubscriber: async () => false }, clock);
  origin = await startOrigin(database, { now: clock, storage: memoryStorage(), openEpisode });
  api = await createApiApp({ db, clock });
}, 60_000);
afterAll(async () => {
  await api.close();
  await origin.stop();
  await database.close();
});

function asked() {
  const context = new RouterContextProvider();
  const known: Partial<RequestContext> = { readDb: database.db, now, siteUrl: 'https://radio.example' };
  context.set(requestContext, known as RequestContext);
  return { context } as unknown as Parameters<typeof page.loader>[0];
}

/** How long a copy may be shown, by its own headers. */
const copyMs = (policy: string | null): number =>
  [...(policy ?? '').matchAll(/\b(?:fresh|stale|s-maxage)=(\d+)/g)].reduce((sum, [, s]) => sum + Number(s) * 1_000, 0);

it('has the whole bulletin in page, call, podcast and file within 15 s of its end on the air', async () => {
  const encoder = testEncoder(origin.address, 'main', { rendition: 'a64' });
  await encoder.init({ init: programme.init, segments: [] });
  const arrivals = Array.from({ length: SEGMENTS + 1 }, (_, i) => ({
    atMs: startOf(K0 + i + 1) + UPLOAD_MS,
    push: () => encoder.dated(programme.segment(K0 + i), startOf(K0 + i)),
  }));
  const mark = {
    reportId: 'news',
    revision: 1,
    kind: 'bulletin',
    startsAt: new Date(BEGINS),
    endsAt: new Date(ENDS),
    title: '整點新聞',
    artist: '',
    programId: null,
    isWithdrawn: false,
  } as const;
  const report = {
    atMs: ENDS + REPORTED_AFTER_MS,
    push: () => database.db.transaction((tx) => takeMarks(tx, STREAM, [mark])),
  };
  const toCome = [...arrivals, report].toSorted((a, b) => a.atMs - b.atMs);

  /** When a visitor sees it at the latest: someone else may have loaded a copy just before. */
  const seenMs: Record<string, number> = {};
  const note = (what: string, isThere: boolean, policy: string | null) => {
    if (isThere) seenMs[what] ??= now.getTime() - ENDS + copyMs(policy);
  };
  let id: number | undefined;
  for (let ms = startOf(K0); ms <= ENDS + PROMISED_MS && Object.keys(seenMs).length < 3; ms += 500) {
    now = new Date(ms);
    while (toCome[0] && toCome[0].atMs <= ms) await toCome.shift()!.push();
    if (ms < ENDS) continue;
    const { bulletin } = await page.loader(asked());
    id ??= bulletin?.id;
    note('page', bulletin !== null, page.headers()['X-Page-Cache'] ?? null);
    const podcast = await feed.loader(asked());
    note('podcast', (await podcast.text()).includes(`/${id}.m4a`), podcast.headers.get('x-page-cache'));
    const reply = await api.inject('/api/bulletin');
    const told = (reply.json() as { response: { bulletin: { id: number } | null } }).response.bulletin;
    note('call', told?.id === id && id !== undefined, String(reply.headers['cache-control']));
  }
  expect(Object.keys(seenMs).toSorted()).toEqual(['call', 'page', 'podcast']);
  for (const ms of Object.values(seenMs)) expect(ms).toBeLessThanOrEqual(PROMISED_MS);

  // What is offered then has its last words: nothing was offered before its sound had arrived.
  const file = await fetch(`${origin.address}/podcasts/bulletin/${id}.m4a`);
  expect(file.status).toBe(200);
  const mdhd = need(need(Buffer.from(await file.arrayBuffer()), 'moov'), 'trak', 'mdia', 'mdhd');
  const seconds = Number(mdhd.readBigUInt64BE(24)) / mdhd.readUInt32BE(20);
  const frameSeconds = 1_024 / 48_000;
  expect(Math.abs(seconds - (ENDS - BEGINS) / 1_000)).toBeLessThan(2 * frameSeconds);
});
