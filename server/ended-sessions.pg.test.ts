import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Watch } from '#db/listening.ts';
import { endSession, endSessions, createSessionMemory, memberChanged } from '#domain/auth/auth.ts';
import { listLeases } from '#domain/playback/playback.ts';
import { startLease } from '#domain/playback/leases.ts';
import {
  anotherSession,
  emptyPlayback,
  insertListener,
  insertStreams,
  type Listener,
} from '#tests/factories/playback/playback.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { hearEndedSessions } from './ended-sessions.ts';

const NOW = new Date('2026-11-21T12:00:00+08:00');
const sessions = createSessionMemory();
let database: TestDatabase;
let phone: Listener;
let desk: Listener;
const faults: unknown[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  await insertStreams(database.db);
});
afterAll(() => database.close());
beforeEach(async () => {
  await emptyPlayback(database.db);
  phone = await insertListener(database.db, 'me@member.example', NOW);
  desk = await anotherSession(database.db, phone.memberId, NOW);
  for (const [key, listener] of Object.entries({ phone, desk })) {
    const span = { streamId: 881, startsAt: new Date(NOW.getTime() - 1_000), endsAt: NOW };
    await startLease(database.db, { ...listener, ...span, device: { key, name: key }, maxDevices: 2, now: NOW });
  }
});

const hear = (): Promise<Watch> =>
  hearEndedSessions(database, { sessions, clock: () => NOW, onFault: (error) => faults.push(error) });
const playing = async () =>
  (await listLeases(database.db, phone.memberId, NOW)).map(({ deviceName }) => deviceName).toSorted();
const services = () => ({ db: database.db, sessions });

it('ends what plays in a session that is logged out, and lets others play on', async () => {
  const watch = await hear();
  await memberChanged(database.db, phone.memberId);
  await endSession(services(), phone);
  await vi.waitUntil(async () => (await playing()).length < 2);
  expect(await playing()).toEqual(['desk']);
  await watch.close();
});

it('ends what plays in every session that a new password ends', async () => {
  const watch = await hear();
  await database.db.transaction((tx) => endSessions({ ...services(), db: tx }, phone.memberId, desk.sessionId));
  await vi.waitUntil(async () => (await playing()).length < 2);
  expect(await playing()).toEqual(['desk']);
  await watch.close();
});

it('ends what plays in a session that was logged out while nobody listened', async () => {
  await endSession(services(), desk);
  const watch = await hear();
  await vi.waitUntil(async () => (await playing()).length < 2);
  expect(await playing()).toEqual(['phone']);
  await watch.close();
  expect(faults).toEqual([]);
});
