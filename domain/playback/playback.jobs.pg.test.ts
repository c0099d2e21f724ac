import type { JobHelpers } from 'graphile-worker';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { grantKeys, playbackPositionEvents, playbackLeases } from '#db/tables/playback.ts';
import { insertListener, insertStreams } from '#tests/factories/playback/playback.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { playbackTasks, ROTATE_GRANT_KEYS, SWEEP_PLAYBACK } from './playback.jobs.ts';
import { recordPositions } from './playback.ts';
import { startLease } from './leases.ts';

const NOW = new Date('2026-11-21T12:00:00+08:00');
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertStreams(database.db);
});
afterAll(() => database.close());

it('makes the key of the day, forgets playbacks of yesterday and thins positions, and does no more when it runs twice', async () => {
  const { db } = database;
  const me = await insertListener(db, 'me@member.example', NOW);
  const span = { streamId: 881, startsAt: new Date(NOW.getTime() - 7_200_000), endsAt: NOW };
  const device = { key: 'phone-phone', name: '' };
  await startLease(db, { ...me, ...span, device, maxDevices: 2, now: NOW });
  const events = [1, 2, 3].map((i) => ({
    sequence: i,
    streamId: 881,
    at: new Date(span.startsAt.getTime() + i * 10_000),
    ageMs: 0,
    clockAt: NOW,
    movedMs: 10_000,
    heard: [],
  }));
  await recordPositions(db, me.memberId, device, events, NOW, NOW);
  const run = async (name: string, hours: number) => {
    const clock = () => new Date(NOW.getTime() + hours * 3_600_000);
    for (let times = 0; times < 2; times++) await playbackTasks({ db, clock })[name]?.(undefined, {} as JobHelpers);
  };
  await run(ROTATE_GRANT_KEYS, 0);
  expect(await db.select().from(grantKeys)).toHaveLength(1);
  await run(ROTATE_GRANT_KEYS, 24);
  expect(await db.select().from(grantKeys)).toHaveLength(2);

  await run(SWEEP_PLAYBACK, 23);
  expect(await db.select().from(playbackLeases)).toHaveLength(1);
  expect(await db.select().from(playbackPositionEvents)).toHaveLength(3);
  await run(SWEEP_PLAYBACK, 25);
  expect(await db.select().from(playbackLeases)).toEqual([]);
  expect(await db.select().from(playbackPositionEvents)).toMatchObject([{ sequence: 3 }]);
});
