import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { archiveSections, programArchives, transcriptCues } from '#db/tables/archive.ts';
import { setReplay } from '#domain/archive/cutting/staff-actions.ts';
import { hiddenReplays } from '#domain/archive/ending.ts';
import { getSection, listBroadcasts } from '#domain/archive/archive.ts';
import { createListedArchive } from '#domain/archive/listed-sections.ts';
import { addLoop } from '#domain/media/loop-hours.ts';
import {
  createEndedLeases,
  createGrantKeyring,
  sessionHashOf,
  signGrant,
  type EndedLeases,
  type GrantKeyring,
} from '#domain/playback/playback.ts';
import { readGrant } from '#domain/playback/grants/grants.ts';
import { startLease } from '#domain/playback/leases.ts';
import { rebuildIndex } from '#domain/search/search-index.ts';
import { search } from '#domain/search/search.ts';
import { audioProgramme } from '#sandbox/stations/loops.ts';
import { archiveSound } from '#server/services/playing/archive.ts';
import { withLoops } from '#server/media/loop-storage.ts';
import { HOUR_MS, startOrigin, type OriginUnderTest } from '#tests/factories/media/media-origin.ts';
import { memoryStorage } from '#tests/factories/media/memory-storage.ts';
import { insertListener, insertStreams } from '#tests/factories/playback/playback.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';

// A hidden replay is refused on every path within five seconds of the notification, whatever was signed.

const STREAM = 881;
const REPLAYS = 20;
const LENGTH_MS = 300_000;
const NOW = new Date();
const FROM = Math.floor(NOW.getTime() / HOUR_MS) * HOUR_MS - 3 * HOUR_MS;
const WITHIN_MS = 5_000;
const TOKEN = 'the secret of a session';
const hand = { who: 'chan', why: 'a letter of the lawyers' };

let database: TestDatabase;
let server: OriginUnderTest;
let ring: GrantKeyring;
let ended: EndedLeases;
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await insertSmallStation(db);
  await insertStreams(db);
  const sha256 = createHash('sha256').update(audioProgramme(STREAM, 'a64').init).digest('hex');
  const init = { sha256, codecs: 'mp4a.40.2', timescale: 48_000 };
  const span = { from: new Date(FROM - HOUR_MS), to: new Date(FROM + 2 * HOUR_MS) };
  await addLoop(db, { streamId: STREAM, rendition: 'a64', init, ...span });
  const deps = { ...database, clock: () => new Date(), onFault: () => {} };
  ring = createGrantKeyring(deps);
  ended = createEndedLeases(deps);
  await Promise.all([ring.start(), ended.start()]);
  const gate = {
    ...ended,
    readGrant: (token: string, ms: number) => readGrant(ring.keys(), token, ms),
    sessionHashOf,
    renewRemote: async () => true,
  };
  const replay = { gate, siteUrl: 'https://radio.example', readHidden: hiddenReplays };
  server = await startOrigin(database, { storage: withLoops(memoryStorage()), replay });
}, 60_000);
afterAll(async () => {
  await server.stop();
  await Promise.all([ring.stop(), ended.stop()]);
  await database.close();
});

it.each([
  ['taken_down', 0],
  ['ended', 0],
] as const)(
  'a replay that is said to be %s is refused at every address within five seconds, none of twenty heard after',
  async (state, stillHeard) => {
    const { db } = database;
    for (const table of [transcriptCues, archiveSections, programArchives]) await db.delete(table);
    const me = await insertListener(db, `${state.replace('_', '')}@member.example`, NOW);
    const spans = Array.from({ length: REPLAYS }, (_, i) => ({
      startsAt: new Date(FROM + i * LENGTH_MS),
      endsAt: new Date(FROM + (i + 1) * LENGTH_MS),
    }));
    const common = { programId: 1, streamId: STREAM, dayHk: '2026-11-21', isOver: true };
    const rows = await db
      .insert(programArchives)
      .values(spans.map((span) => ({ ...common, ...span })))
      .returning({ id: programArchives.id });
    const parts = await db
      .insert(archiveSections)
      .values(spans.map((span, i) => ({ ...span, archiveId: rows[i]!.id, sectionNo: 1 })))
      .returning({ id: archiveSections.id });
    await db
      .insert(transcriptCues)
      .values(spans.map(({ startsAt, endsAt }) => ({ streamId: STREAM, startsAt, endsAt, words: '海底隧道' })));
    await rebuildIndex({ db, now: NOW });
    const listed = createListedArchive({ freeMinutes: 5, replayDays: 365 });

    const device = { key: 'phone-phone', name: '' };
    const statusOf = async (grant: string, { startsAt, endsAt }: (typeof spans)[number]): Promise<number[]> => {
      const headers = { cookie: `__Host-session=${TOKEN}` };
      const base = `${server.address}/replay/${grant}/${STREAM}/a64`;
      const number = Math.ceil(startsAt.getTime() / 3_840) + 1;
      const files = [`${startsAt.getTime()}-${endsAt.getTime()}.m3u8`, `${number}.m4s`];
      return Promise.all(files.map(async (file) => (await fetch(`${base}/${file}`, { headers })).status));
    };

    let heard = 0;
    for (const [i, span] of spans.entries()) {
      const archiveId = rows[i]!.id;
      const { lease } = await startLease(db, {
        ...me,
        ...span,
        streamId: STREAM,
        device,
        maxDevices: 2,
        now: new Date(),
      });
      const common = {
        streamId: STREAM,
        from: span.startsAt.getTime(),
        to: span.endsAt.getTime(),
        expiresAt: Date.now() + 1_200_000,
        open: false,
        remoteSerial: null,
      };
      const free = signGrant(ring.keys(), { ...common, leaseId: null, sessionHash: null });
      const paid = signGrant(ring.keys(), { ...common, leaseId: lease.id, sessionHash: sessionHashOf(TOKEN) });
      expect(await statusOf(free, span)).toEqual([200, 200]);
      expect(await statusOf(paid, span)).toEqual([200, 200]);

      await db.transaction((tx) => setReplay(tx, { sound: archiveSound, now: new Date() }, hand, { archiveId, state }));
      await vi.waitFor(
        async () => {
          const statuses = [...(await statusOf(free, span)), ...(await statusOf(paid, span))];
          expect(statuses.filter((status) => status === 200)).toEqual([]);
        },
        { timeout: WITHIN_MS, interval: 20 },
      );
      const statuses = [...(await statusOf(free, span)), ...(await statusOf(paid, span))];
      heard += statuses.filter((status) => status === 200).length;
      // The next one plays: its neighbour is not affected.
      const next = spans[i + 1];
      if (next) {
        const from = next.startsAt.getTime();
        const other = { ...common, from, to: next.endsAt.getTime(), leaseId: null, sessionHash: null };
        expect(await statusOf(signGrant(ring.keys(), other), next)).toEqual([200, 200]);
      }
      if (state === 'ended') continue;
      const id = parts[i]!.id;
      expect(await getSection(db, id)).toBeUndefined();
      expect((await listed.findSections(db, [id], NOW)).size).toBe(0);
      expect((await listBroadcasts(db, { programId: 1, limit: 50 })).map((b) => b.broadcast.id)).not.toContain(
        archiveId,
      );
      const { hits } = await search({ db, now: NOW }, { q: '海底隧道' });
      expect(hits.map((hit) => hit.itemId)).not.toContain(id);
    }
    expect(heard).toBe(stillHeard);

    // A replay that is shown again plays under an address signed earlier.
    const [first] = spans;
    await db.transaction((tx) =>
      setReplay(tx, { sound: archiveSound, now: new Date() }, hand, { archiveId: rows[0]!.id, state: 'shown' }),
    );
    const free = signGrant(ring.keys(), {
      streamId: STREAM,
      from: first!.startsAt.getTime(),
      to: first!.endsAt.getTime(),
      expiresAt: Date.now() + 1_200_000,
      open: false,
      remoteSerial: null,
      leaseId: null,
      sessionHash: null,
    });
    await vi.waitFor(async () => expect(await statusOf(free, first!)).toEqual([200, 200]), { timeout: WITHIN_MS });
  },
  60_000,
);
