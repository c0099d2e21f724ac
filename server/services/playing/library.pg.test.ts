import { afterAll, beforeAll, expect, it } from 'vitest';
import { positionIn } from '#domain/playback/playback.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { insertSmallArchive } from '#tests/factories/library.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { readConfig } from '#server/config.ts';
import { createLibraryServices } from './library.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertSmallArchive(database.db);
});
afterAll(() => database.close());

it('keeps the position of a player that reports by `updatesectionplayback`, the last one, by session', async () => {
  const { db } = database;
  const services = createLibraryServices(readConfig({}), db);
  const memberId = await insertMember(db, 'me@member.example');
  const minute = (n: number) => new Date(Date.UTC(2026, 10, 21, 4, n));
  const event = (sessionId: number, at: Date) => ({
    memberId,
    sessionId,
    deviceName: 'Chrome · Windows',
    streamId: 881,
    at,
  });
  await services.recordPlaybackPosition(db, event(1, minute(5)), minute(30));
  await services.recordPlaybackPosition(db, event(1, minute(6)), minute(31));
  const last = () => positionIn(db, memberId, 881, minute(0), minute(20));
  expect(await last()).toMatchObject({ at: minute(6), deviceName: 'Chrome · Windows', other: null });
  await services.recordPlaybackPosition(db, event(2, minute(15)), minute(40));
  expect(await last()).toMatchObject({ at: minute(15), other: { at: minute(6) } });
});
