import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fastify } from 'fastify';
import HLS from 'hls-parser';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openDatabase } from '#db/database.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#db/embedded.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { mediaSegments } from '#db/tables/media.ts';
import { readConfig } from '#server/config.ts';
import { health } from '#server/web/health.ts';
import { addChannels, addEncoder, startOrigin } from '#tests/factories/media/media-origin.ts';
import { testEncoder } from '#tests/factories/media/push.ts';
import { makeSound, type PushedSound } from '#tests/factories/media/pushed-sound.ts';
import type { TestDatabase } from '#tests/setup/pg.ts';
import { openDoor, type TcpDoor } from '#tests/setup/tcp-door.ts';

let folder: string;
let postgres: EmbeddedPostgres;
let database: TestDatabase;
let sound: PushedSound;
/** PostgreSQL gets a new port at each start, while the origin uses one address. */
let door: TcpDoor;

beforeAll(async () => {
  HLS.setOptions({ strictMode: true });
  mkdirSync('data', { recursive: true });
  folder = mkdtempSync(resolve('data/outage-'));
  chmodSync(folder, 0o755);
  postgres = await startEmbeddedPostgres(join(folder, 'pg'));
  await migrateDatabase(postgres.url);
  door = await openDoor(() => Number(new URL(postgres.url).port));
  const url = new URL(postgres.url);
  url.port = String(door.port);
  database = { ...openDatabase(url.href), url: url.href };
  await addChannels(database);
  await addEncoder(database, 881, 'main');
  sound = await makeSound({ seconds: 40 });
}, 240_000);
afterAll(async () => {
  await database.close();
  door.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('keeps live sound on the air for ten minutes without the database, and writes it in order when it is back', async () => {
  let now = Date.now();
  const t0 = now - 40_000;
  const origin = await startOrigin(database, { now: () => new Date(now) });
  const balancerAsks = fastify();
  health(balancerAsks, {
    database,
    media: origin.origin,
    peers: null,
    services: new Set(['media'] as const),
    config: readConfig({}),
    draining: false,
    wasOnAir: false,
    clocks: { isUnfitForIngest: () => false, warning: () => null },
  });
  const readiness = async () =>
    Promise.all(['/readyz', '/readyz/media'].map(async (url) => (await balancerAsks.inject(url)).statusCode));
  const encoder = testEncoder(origin.address, 'main');
  const bytesOf = (n: number) => sound.segments[n % sound.segments.length]!;
  const at = (n: number) => t0 + n * 4_000;
  const live = async () => {
    const reply = await fetch(`${origin.address}/media/881/a64/live.m3u8`);
    expect(reply.status).toBe(200);
    return HLS.parse(await reply.text()) as HLS.types.MediaPlaylist;
  };
  await encoder.init(sound);
  for (let n = 0; n < 10; n++) expect((await encoder.dated(bytesOf(n), at(n))).status).toBe(201);

  expect(await readiness()).toEqual([200, 200]);

  await postgres.stop();
  // The balancer sends pages and calls elsewhere, and sound stays.
  expect(await readiness()).toEqual([503, 200]);
  const last = 160;
  for (let n = 10; n < last; n++) {
    now = at(n + 1);
    // Both push styles: with playlists, as ffmpeg does, and with dates.
    if (n % 2 === 0) expect((await encoder.dated(bytesOf(n), at(n))).status).toBe(201);
    else {
      expect((await encoder.segment(`${n}.m4s`, bytesOf(n))).status).toBe(201);
      expect(await encoder.playlist([`${n}.m4s`], at(n))).toMatchObject({ status: 201, appended: 1 });
    }
    if (n % 30 !== 29) continue;
    const list = await live();
    const newest = list.segments.at(-1)!;
    expect(newest.mediaSequenceNumber).toBe(n);
    const segment = await fetch(new URL(newest.uri, `${origin.address}/media/881/a64/live.m3u8`));
    expect(Buffer.from(await segment.arrayBuffer()).equals(bytesOf(n))).toBe(true);
    const { uri } = newest.map!;
    expect((await fetch(new URL(uri!, `${origin.address}/media/881/a64/live.m3u8`))).status).toBe(200);
  }
  const heard = await live();
  // A new init cannot be stored without the database, and an unknown token cannot be verified.
  const wrong = await fetch(`${origin.address}/ingest/881/a64/x.m4s?token=${'x'.repeat(40)}`, {
    method: 'PUT',
    body: new Uint8Array(bytesOf(0)),
  });
  expect(wrong.status).toBe(503);

  postgres = await startEmbeddedPostgres(join(folder, 'pg'));
  await vi.waitFor(
    async () =>
      expect(
        await database.db
          .select()
          .from(mediaSegments)
          .catch(() => []),
      ).toHaveLength(last),
    { timeout: 120_000 },
  );
  const rows = await database.db.select().from(mediaSegments).orderBy(mediaSegments.sequence);
  expect(rows.map(({ sequence, startsAt }) => [sequence, startsAt.getTime()])).toEqual(rows.map((_, n) => [n, at(n)]));
  for (const n of [10, 80, last - 1])
    expect((await origin.storage.get(rows[n]!.storageKey))?.equals(bytesOf(n))).toBe(true);
  await vi.waitFor(async () => expect(await readiness()).toEqual([200, 200]), { timeout: 60_000 });
  // Sequence numbers that listeners received stay valid, and new ones follow them.
  now = at(last + 1);
  await vi.waitFor(async () => expect((await encoder.dated(bytesOf(last), at(last))).status).toBe(201), {
    timeout: 10_000,
  });
  const after = await live();
  expect(after.segments.at(-1)!.mediaSequenceNumber).toBe(last);
  const told = new Map(heard.segments.map((s) => [s.mediaSequenceNumber, s.discontinuitySequence]));
  for (const s of after.segments.filter((s) => told.has(s.mediaSequenceNumber)))
    expect(s.discontinuitySequence).toBe(told.get(s.mediaSequenceNumber));
  await origin.stop();
}, 300_000);
