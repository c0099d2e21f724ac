import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import HLS from 'hls-parser';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, type Database } from '#db/database.ts';
import { runningPostgresUrl } from '#db/embedded.ts';
import { ARTICLE_CHANGED } from '#db/outbox.ts';
import { addEncoder, tokenOf } from '#tests/factories/media/media-origin.ts';
import { testEncoder } from '#tests/factories/media/push.ts';
import { makeSound } from '#tests/factories/media/pushed-sound.ts';
import { startSite, type Site } from '#tests/setup/site.ts';

// Services in separate processes on one database, as in deploy/compose.yaml.

let site: Site;
let database: Database & { url: string };
const start = (services: string, until: string): Promise<Site> =>
  startSite({
    dataDir: site.dataDir,
    args: [`--services=${services}`],
    env: { DATABASE_URL: database.url, DRAIN_SECONDS: '1' },
    until,
  });

beforeAll(async () => {
  site = await startSite({ seeded: true, args: ['--services=web'] });
  const url = runningPostgresUrl(join(site.dataDir, 'postgres')) ?? '';
  database = { ...openDatabase(url), url };
});
afterAll(async () => {
  await database.close();
  await site.close();
});

it('asks the worker for its health where it listens, and gives a job back that it cannot end in time', async () => {
  const worker = await start('worker,clock', '/readyz');
  expect((await fetch(`${worker.url}/healthz`)).status).toBe(200);
  // The same command as in the container.
  const [, command = ''] = /^ +"(fetch\(.+)",$/m.exec(readFileSync('deploy/compose.yaml', 'utf8')) ?? [];
  const health = () =>
    spawnSync('node', ['-e', command], { env: { ...process.env, PORT: String(worker.port) } }).status;
  expect(health()).toBe(0);

  const holder = await database.pool.connect();
  await holder.query('begin; lock table articles in access exclusive mode');
  const job = async () => {
    const { rows } = await database.pool.query<{ attempts: number; isTaken: boolean }>(
      `select attempts, locked_at is not null "isTaken" from graphile_worker.jobs where key = 'of-this-test'`,
    );
    return rows;
  };
  await database.pool.query(
    `select graphile_worker.add_job('${ARTICLE_CHANGED}', payload => '{"id":1}', job_key => 'of-this-test')`,
  );
  await expect.poll(job).toEqual([{ attempts: 1, isTaken: true }]);
  expect(await worker.kill('SIGTERM')).toBe(0);
  expect(await job()).toEqual([{ attempts: 0, isTaken: false }]);
  await holder.query('rollback');
  holder.release();
  expect(health()).toBe(1);
});

it('hands sound on: what is pushed while a media process is told to stop is on the air from the next one, whole', async () => {
  // The sound stored with the seeded folder may only end now.
  await database.pool.query('delete from media_segments where stream_id = 881');
  const [first, second] = await Promise.all([start('media', '/readyz/media'), start('media', '/readyz/media')]);
  await addEncoder(database, 881, 'handed-on');
  const sound = await makeSound({ seconds: 44 });
  const t0 = Date.now() - 48_000;
  const at = (n: number) => t0 + n * 4_000;
  const before = testEncoder(first.url, 'handed-on');
  expect((await before.init(sound)).status).toBe(201);
  for (let n = 0; n < 5; n++) expect((await before.dated(sound.segments[n]!, at(n))).status).toBe(201);

  // A push in progress, and a listener who waits for the next segment.
  const bytes = sound.segments[5]!;
  const push = request(`${first.url}/ingest/881/a64/dated.m4s`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${tokenOf('handed-on')}`,
      'content-length': bytes.length,
      'x-program-date-time': new Date(at(5)).toISOString(),
    },
  });
  const pushed = once(push, 'response');
  push.write(bytes.subarray(0, 1_000));
  const path = `/media/881/a64/from/${t0}.m3u8`;
  const listOf = (text: string) => HLS.parse(text) as HLS.types.MediaPlaylist;
  const newest = listOf(await (await fetch(first.url + path)).text()).segments.at(-1)!.mediaSequenceNumber;
  const waits = fetch(`${first.url}${path}?_HLS_msn=${newest + 2}`);
  first.process.kill('SIGTERM');
  await expect.poll(() => fetch(`${first.url}/readyz/media`).then(({ status }) => status), { interval: 10 }).toBe(503);
  push.end(bytes.subarray(1_000));
  const [taken] = (await pushed) as [IncomingMessage];
  expect([taken.statusCode, taken.headers.connection]).toEqual([201, 'close']);
  const told = await waits;
  expect(listOf(await told.text()).segments.at(-1)!.mediaSequenceNumber).toBe(newest + 1);
  expect(await first.ended).toBe(0);

  const after = testEncoder(second.url, 'handed-on');
  expect((await after.init(sound)).status).toBe(201);
  for (let n = 6; n < 10; n++) expect((await after.dated(sound.segments[n]!, at(n))).status).toBe(201);
  const list = listOf(await (await fetch(second.url + path)).text());
  expect(list.segments.map(({ mediaSequenceNumber }) => mediaSequenceNumber - newest + 4)).toEqual(
    sound.segments.slice(0, 10).map((_, n) => n),
  );
  expect(list.segments.filter(({ discontinuity }) => discontinuity).length).toBeLessThanOrEqual(1);
  for (const [n, { uri }] of list.segments.entries()) {
    const reply = await fetch(new URL(uri, second.url + path));
    expect(Buffer.from(await reply.arrayBuffer()).equals(sound.segments[n]!)).toBe(true);
  }

  // ffmpeg disconnects after its last byte: what it sent is processed nevertheless.
  const holder = await database.pool.connect();
  await holder.query('begin; lock table media_segments in access exclusive mode');
  const gone = request(`${second.url}/ingest/881/a64/dated.m4s`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${tokenOf('handed-on')}`,
      'x-program-date-time': new Date(at(10)).toISOString(),
    },
  });
  gone.on('error', () => {});
  gone.end(sound.segments[10]);
  await expect
    .poll(async () => (await holder.query('select from pg_locks where not granted')).rowCount)
    .toBeGreaterThan(0);
  gone.destroy();
  second.process.kill('SIGTERM');
  await expect.poll(() => fetch(`${second.url}/healthz`).catch(() => 'closed'), { interval: 10 }).toBe('closed');
  await holder.query('commit');
  holder.release();
  expect(await second.ended).toBe(0);
  const { rowCount } = await database.pool.query(
    `select from media_segments where stream_id = 881 and rendition = 'a64' and starts_at = $1`,
    [new Date(at(10))],
  );
  expect(rowCount).toBe(1);
});
