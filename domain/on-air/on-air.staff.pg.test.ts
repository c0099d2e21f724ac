import { afterAll, beforeAll, expect, it } from 'vitest';
import { mediaFeeds, mediaInits, mediaTimelines, mediaUploads } from '#db/tables/media.ts';
import { withdrawEncoder } from '#domain/media/media.ts';
import { insertStreams } from '#tests/factories/archive.ts';
import { openTestDesk, type OpenDesk } from '#tests/factories/desk.ts';
import { addEncoder } from '#tests/factories/media/media-origin.ts';

let desk: OpenDesk;
beforeAll(async () => {
  desk = await openTestDesk();
  const { db } = desk;
  await insertStreams(db);
  const ago = (seconds: number) => new Date(desk.clock.now.getTime() - seconds * 1_000);
  const [main, standby, gone] = [
    await addEncoder(desk.database, 903, 'main-a'),
    await addEncoder(desk.database, 903, 'main-b'),
    await addEncoder(desk.database, 903, 'old'),
  ];
  expect(gone).toBeGreaterThan(0);
  await withdrawEncoder({ db }, 'old');
  const [init] = await db
    .insert(mediaInits)
    .values({ streamId: 903, rendition: 'a64', sha256: 'x', storageKey: 'x', codecs: 'mp4a.40.2', timescale: 48_000 })
    .returning({ id: mediaInits.id });
  const edge = { streamId: 903, durationMs: 4_000, initId: init!.id, encoderId: main };
  await db.insert(mediaTimelines).values([
    { ...edge, rendition: 'a64', startsAt: ago(10), indexedAt: ago(5) },
    { ...edge, rendition: 'a128', startsAt: ago(64), indexedAt: ago(59) },
  ]);
  await db.insert(mediaFeeds).values([
    { encoderId: main, rendition: 'a64', initId: init!.id, heardAt: ago(5) },
    { encoderId: standby, rendition: 'a64', initId: init!.id, heardAt: ago(3) },
  ]);
  const upload = {
    encoderId: standby,
    rendition: 'a64',
    durationMs: 4_000,
    mediaStartMs: 0,
    initId: init!.id,
    bytes: 1,
  };
  await db.insert(mediaUploads).values([
    { ...upload, file: '1', storageKey: '1', storedAt: ago(7) },
    { ...upload, file: '2', storageKey: '2', storedAt: ago(3) },
  ]);
});
afterAll(() => desk.close());

it('tells how old the sound of a channel is, and which encoder feeds it, waits, or has no token any more', async () => {
  const { cookie } = await desk.enter('engineer');
  const { status, response } = await desk.call('/api/staff/on-air', { cookie });
  expect(status).toBe(200);
  const { channels } = response as { channels: { channel: number }[] };
  expect(channels.map(({ channel }) => channel)).toEqual([881, 903, 864]);
  expect(channels[1]).toMatchObject({
    edge_age_seconds: 6,
    renditions: [
      { rendition: 'a128', edge_age_seconds: 60 },
      { rendition: 'a64', edge_age_seconds: 6 },
    ],
    encoders: [
      { name: 'main-a', is_active: true, on_air: ['a128', 'a64'], heard_age_seconds: 5, waiting: 0 },
      { name: 'main-b', is_active: true, on_air: [], heard_age_seconds: 3, waiting: 2 },
      { name: 'old', is_active: false, on_air: [], heard_age_seconds: null, waiting: 0 },
    ],
    listeners: 0,
  });
  expect(channels[0]).toMatchObject({ edge_age_seconds: null, renditions: [], encoders: [] });
});

it('counts jobs that wait and those that failed, by task, without their errors', async () => {
  const { cookie } = await desk.enter('auditor');
  await desk.database.pool.query(`select graphile_worker.add_job('a-task', '{}'::json)`);
  await desk.database.pool.query(`select graphile_worker.add_job('b-task', '{}'::json)`);
  await desk.database.pool.query(
    `update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'mail to someone@mail.example'
     where task_id = (select id from graphile_worker._private_tasks where identifier = 'b-task')`,
  );
  const { response } = await desk.call('/api/staff/on-air', { cookie });
  expect(response).toMatchObject({ jobs: { due: 1, failed: [{ task: 'b-task', jobs: 1, is_given_up: true }] } });
  expect(JSON.stringify(response)).not.toContain('someone');
});

it('is for those who may see it', async () => {
  expect((await desk.call('/api/staff/on-air')).status).toBe(401);
  const finance = await desk.enter('finance');
  expect((await desk.call('/api/staff/on-air', { cookie: finance.cookie })).status).toBe(403);
});
