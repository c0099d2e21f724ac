import { fastify } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { pino } from 'pino';
import { openDatabase } from '#db/database.ts';
import { audioProgramme } from '#sandbox/stations/loops.ts';
import { SEGMENT_MS } from '#sandbox/stations/time-mark.ts';
import { readConfig } from '#server/config.ts';
import { health } from '#server/web/health.ts';
import { addChannels, addEncoder, startOrigin, type OriginUnderTest } from '#tests/factories/media/media-origin.ts';
import { memoryStorage } from '#tests/factories/media/memory-storage.ts';
import { testEncoder } from '#tests/factories/media/push.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { openDoor, type TcpDoor } from '#tests/setup/tcp-door.ts';
import { createPeerWatch, type PeerStatus, type PeerWatch, type TrackEdge } from './peers.ts';

// Two media processes, each with its own path to the database, and the readiness that a balancer sees.

const K0 = Math.ceil(Date.UTC(2026, 10, 1, 4) / SEGMENT_MS);
const startOf = (n: number): number => (K0 + n) * SEGMENT_MS;
const programme = audioProgramme(881, 'a64');
let nowMs = startOf(0);
const now = () => new Date(nowMs);
const log = pino({ level: 'silent' });
const poll = <T>(what: () => T) => expect.poll(what, { timeout: 60_000 });

interface MediaProcess {
  origin: OriginUnderTest;
  peers: PeerWatch;
  door: TcpDoor;
  /** Of `/readyz/media` and `/readyz/ingest`, as its balancer asks. */
  ready(): Promise<number[]>;
  stop(): Promise<void>;
}

let database: TestDatabase;
const storage = memoryStorage();
const urls: string[] = [];
const processes: MediaProcess[] = [];

async function startProcess(): Promise<MediaProcess> {
  const door = await openDoor(() => Number(new URL(database.url).port));
  const url = new URL(database.url);
  url.port = String(door.port);
  const connected = openDatabase(url.href);
  const origin = await startOrigin(connected, { storage, now });
  const peers = createPeerWatch({ urls, edges: () => origin.origin.edges(), log });
  const asked = fastify();
  health(asked, {
    database: { ...connected, url: url.href },
    media: origin.origin,
    peers,
    services: new Set(['media'] as const),
    config: readConfig({}),
    draining: false,
    wasOnAir: false,
    clocks: { isUnfitForIngest: () => false, warning: () => null },
  } as Parameters<typeof health>[1]);
  urls.push(await asked.listen({ host: '127.0.0.1', port: 0 }));
  return {
    origin,
    peers,
    door,
    ready: () =>
      Promise.all(['/readyz/media', '/readyz/ingest'].map(async (path) => (await asked.inject(path)).statusCode)),
    async stop() {
      await asked.close();
      await origin.stop();
      await connected.close();
      door.close();
    },
  };
}

beforeAll(async () => {
  database = await createTestDatabase();
  await addChannels(database);
  await addEncoder(database, 881, 'main');
  processes.push(await startProcess(), await startProcess());
});
afterEach(() => {
  for (const { door } of processes) door.open();
});
afterAll(async () => {
  for (const one of processes) await one.stop();
  await database.close();
});

/** Readiness of both, one after the other, once each has checked its peer. */
async function ready(): Promise<number[][]> {
  const all: number[][] = [];
  for (const one of processes) {
    await one.peers.look();
    all.push(await one.ready());
  }
  return all;
}

it('sends listeners and encoders away from a process that alone is cut off, and back once it has the newest sound', async () => {
  const [a, b] = processes as [MediaProcess, MediaProcess];
  const encoder = testEncoder(a.origin.address, 'main');
  const push = async (n: number) => {
    nowMs = startOf(n + 1);
    expect((await encoder.dated(programme.segment(K0 + n), startOf(n))).status).toBe(201);
  };
  const ends = () => processes.map(({ origin }) => origin.origin.edges()[0]?.endsAt);
  await encoder.init({ init: programme.init, segments: [] });
  await push(0);
  await poll(ends).toEqual([startOf(1), startOf(1)]);
  const well = [
    [200, 200],
    [200, 200],
  ];
  expect(await ready()).toEqual(well);

  b.door.shut();
  // At once for encoders: nobody else would hear what they push to it.
  await poll(ready).toEqual([
    [200, 200],
    [200, 503],
  ]);
  await push(1);
  // Players have not noticed yet.
  expect((await ready())[1]).toEqual([200, 503]);
  await push(2);
  expect(await ready()).toEqual([
    [200, 200],
    [503, 503],
  ]);
  b.door.open();
  await poll(ready).toEqual(well);

  // Nobody is cut off alone.
  a.door.shut();
  b.door.shut();
  expect(await ready()).toEqual(well);
  // A silent encoder.
  nowMs += 3_600_000;
  expect(await ready()).toEqual(well);
});

const edge = (track: string, endsAt: number, isFresh = true): TrackEdge => ({
  track,
  endsAt,
  isFresh,
  durationMs: 4_000,
});
const behind = async (own: TrackEdge[], ...others: (PeerStatus | null)[]) => {
  const peers = createPeerWatch({
    urls: others.map((_, i) => String(i)),
    edges: () => own,
    log,
    ask: async (i) => others[Number(i)] ?? null,
  });
  await peers.look();
  return peers.behind() !== null;
};
const status = (edges: Record<string, number>): PeerStatus => ({ database: false, edges });

it('never takes both of two processes for the one behind, each of which has newer sound of a stream', async () => {
  const own = [edge('881/a64', 20_000), edge('903/a64', 60_000)];
  expect(await behind(own, status({ '881/a64': 60, '903/a64': 20 }))).toBe(false);
  expect(await behind(own, status({ '881/a64': 60 }))).toBe(false);
  // A third has all of it.
  expect(await behind(own, status({ '881/a64': 60, '903/a64': 20 }), status({ '881/a64': 60, '903/a64': 60 }))).toBe(
    true,
  );
});

it('is not behind by one segment, by a stream that ended, or by a process that is not ready', async () => {
  expect(await behind([edge('881/a64', 20_000)], status({ '881/a64': 24 }))).toBe(false);
  expect(await behind([edge('881/a64', 20_000, false)], status({}))).toBe(false);
  expect(await behind([edge('881/a64', 20_000)], null)).toBe(false);
});

it('measures how old the sound is beside the newest of those that have all of it, and without end where it has none', async () => {
  const lagOf = async (own: TrackEdge[], ...others: PeerStatus[]) => {
    const peers = createPeerWatch({
      urls: others.map((_, i) => String(i)),
      edges: () => own,
      log,
      ask: async (i) => others[Number(i)]!,
    });
    await peers.look();
    return peers.lagMs();
  };
  const own = [edge('881/a64', 20_000)];
  expect(await lagOf(own, status({ '881/a64': 24 }))).toBe(0);
  expect(await lagOf(own, status({ '881/a64': 28 }), status({ '881/a64': 60 }))).toBe(40_000);
  expect(await lagOf(own, status({ '881/a64': 20, '903/a64': 60 }))).toBe(Infinity);
});

it('takes equal edges for equal, whatever a second divided by a thousand becomes', async () => {
  const own = [edge('881/a64', 1_001), edge('903/a64', 1_001)];
  expect(await behind(own, status({ '881/a64': 1_001 / 1_000, '903/a64': 60 }))).toBe(true);
});

it('is behind by a stream that it never heard of', async () => {
  expect(await behind([], status({ '881/a64': 24 }))).toBe(true);
});
