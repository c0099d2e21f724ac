import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import pg from 'pg';
import { emptyPlayback, insertListener, insertStreams, type Listener } from '#tests/factories/playback/playback.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { createEndedLeases, type EndedLeases } from './ended-leases.ts';
import { endLease, startLease } from './leases.ts';

const START = new Date('2026-11-21T12:00:00+08:00');
let database: TestDatabase;
let me: Listener;
let now = START;
const open: EndedLeases[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  await insertStreams(database.db);
});
afterAll(() => database.close());
beforeEach(async () => {
  now = START;
  await emptyPlayback(database.db);
  me = await insertListener(database.db, 'me@member.example', START);
  return async () => void (await Promise.all(open.splice(0).map((one) => one.stop())));
});

async function ear(): Promise<EndedLeases> {
  const ended = createEndedLeases({ ...database, clock: () => now, onFault: () => {} });
  await ended.start();
  open.push(ended);
  return ended;
}
async function started(): Promise<string> {
  const startsAt = new Date(START.getTime() - 7_200_000);
  const given = { ...me, streamId: 881, startsAt, endsAt: START, device: { key: 'phone', name: '' } };
  return (await startLease(database.db, { ...given, maxDevices: 2, now })).lease.id;
}
const end = (leaseId: string) => endLease(database.db, { memberId: me.memberId, leaseId, why: 'closed', now });
const over = (ended: EndedLeases, leaseId: string) => ended.isLeaseEnded(leaseId);

it('tells every process that a lease ended', async () => {
  const [a, b] = [await ear(), await ear()];
  const [ending, other] = [await started(), '0198c0de-1111-4222-8333-944445555666'];
  expect(over(a, ending)).toBe(false);
  await end(ending);
  await vi.waitUntil(() => over(a, ending) && over(b, ending));
  expect(over(a, other)).toBe(false);
});

it('knows what ended before it began to listen, and forgets what no address can be signed for any more', async () => {
  const leaseId = await started();
  await end(leaseId);
  expect(over(await ear(), leaseId)).toBe(true);
  now = new Date(START.getTime() + 6 * 3_600_000);
  expect(over(await ear(), leaseId)).toBe(false);
});

it('reads what ended while its connection was cut', async () => {
  const ended = await ear();
  const leaseId = await started();
  const admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
  // The listening connection only.
  const cut = await admin.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen%'",
  );
  expect(cut.rowCount).toBeGreaterThan(0);
  await end(leaseId);
  await admin.end();
  await vi.waitUntil(() => over(ended, leaseId), { timeout: 30_000 });
});

it('says a minute after the last word of the database that it does not know, and at once before the first', async () => {
  expect(createEndedLeases({ ...database, clock: () => now, onFault: () => {} }).isSilent()).toBe(true);
  const ended = await ear();
  now = new Date(START.getTime() + 60_000);
  expect(ended.isSilent()).toBe(false);
  now = new Date(START.getTime() + 60_001);
  expect(ended.isSilent()).toBe(true);
});
