import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { playbackLeases } from '#db/tables/playback.ts';
import { addLoop } from '#domain/media/loop-hours.ts';
import {
  createEndedLeases,
  createGrantKeyring,
  endLease,
  listLeases,
  renewRemoteLease,
  sessionHashOf,
  signGrant,
  type EndedLeases,
  type GrantKeyring,
} from '#domain/playback/playback.ts';
import type { Grant } from '#domain/playback/grants/grant.types.ts';
import { readGrant } from '#domain/playback/grants/grants.ts';
import { startLease } from '#domain/playback/leases.ts';
import { audioProgramme } from '#sandbox/stations/loops.ts';
import { withLoops } from '#server/media/loop-storage.ts';
import { addChannels, HOUR_MS, startOrigin, type OriginUnderTest } from '#tests/factories/media/media-origin.ts';
import { memoryStorage } from '#tests/factories/media/memory-storage.ts';
import { emptyPlayback, insertListener, insertStreams, type Listener } from '#tests/factories/playback/playback.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';

// Grants and ended leases as seen by an origin in another process: keys and leases in memory, no queries.

const STREAM = 881;
const FROM = Date.UTC(2026, 10, 1, 4);
const TO = FROM + 60_000;
const NOW = new Date(FROM + 3 * HOUR_MS);
const TOKEN = 'the secret of a session';

let database: TestDatabase;
let server: OriginUnderTest;
let ring: GrantKeyring;
let ended: EndedLeases;
let me: Listener;
let now = NOW;
beforeAll(async () => {
  database = await createTestDatabase();
  await addChannels(database);
  await insertStreams(database.db);
  const sha256 = createHash('sha256').update(audioProgramme(STREAM, 'a64').init).digest('hex');
  const init = { sha256, codecs: 'mp4a.40.2', timescale: 48_000 };
  const span = { from: new Date(FROM - HOUR_MS), to: new Date(FROM + HOUR_MS) };
  await addLoop(database.db, { streamId: STREAM, rendition: 'a64', init, ...span });
  const deps = { ...database, clock: () => now, onFault: () => {} };
  ring = createGrantKeyring(deps);
  ended = createEndedLeases(deps);
  await Promise.all([ring.start(), ended.start()]);
  const gate = {
    ...ended,
    // The clock of these tests jumps further than the polling interval.
    isSilent: () => false,
    readGrant: (token: string, ms: number) => readGrant(ring.keys(), token, ms),
    sessionHashOf,
    renewRemote: (leaseId: string, remoteSerial: number) =>
      renewRemoteLease(database.db, { leaseId, remoteSerial, maxDevices: 2, now }),
  };
  const storage = withLoops(memoryStorage());
  server = await startOrigin(database, { now: () => now, storage, replay: { gate, siteUrl: 'https://radio.example' } });
}, 60_000);
afterAll(async () => {
  await server.stop();
  await Promise.all([ring.stop(), ended.stop()]);
  await database.close();
});
beforeEach(async () => {
  now = NOW;
  await emptyPlayback(database.db);
  me = await insertListener(database.db, 'me@member.example', NOW);
});

async function started(key = 'phone-phone', takeOver?: string): Promise<string> {
  const span = { streamId: STREAM, startsAt: new Date(FROM), endsAt: new Date(TO) };
  const given = { ...me, ...span, device: { key, name: '' }, maxDevices: 2, now };
  const taken = takeOver && { takeOver: { leaseId: takeOver, epoch: 1 } };
  return (await startLease(database.db, { ...given, ...taken })).lease.id;
}
const sign = (over: Partial<Grant> = {}): string =>
  signGrant(ring.keys(), {
    streamId: STREAM,
    from: FROM,
    to: TO,
    leaseId: null,
    sessionHash: sessionHashOf(TOKEN),
    expiresAt: now.getTime() + 300_000,
    open: false,
    remoteSerial: null,
    ...over,
  });
const ask = async (grant: string, token: string | null = TOKEN): Promise<number> => {
  const headers: Record<string, string> = token === null ? {} : { cookie: `__Host-session=${token}` };
  return (await fetch(`${server.address}/replay/${grant}/${STREAM}/a64/${FROM}-${TO}.m3u8`, { headers })).status;
};

it('plays under a grant in its own session, and answers a copied, forged or late address with 403', async () => {
  const grant = sign({ leaseId: await started() });
  expect(await ask(grant)).toBe(200);
  expect(await ask(grant, 'another session')).toBe(403);
  expect(await ask(grant, null)).toBe(403);
  expect(await ask(`${grant.slice(0, 20)}${grant[20] === 'A' ? 'B' : 'A'}${grant.slice(21)}`)).toBe(403);
  now = new Date(NOW.getTime() + 300_000);
  expect(await ask(grant)).toBe(403);
});

it('stops what plays, here and on another machine, once its lease ended', async () => {
  const leaseId = await started();
  const [own, remote] = [sign({ leaseId }), sign({ leaseId, sessionHash: null, remoteSerial: 0 })];
  expect([await ask(own), await ask(remote, null)]).toEqual([200, 200]);
  await endLease(database.db, { memberId: me.memberId, leaseId, why: 'taken_over', now });
  await vi.waitUntil(() => ended.isLeaseEnded(leaseId));
  expect([await ask(own), await ask(remote, null)]).toEqual([403, 403]);
});

// A television requests sound without cookies or calls; the page that started it is closed.
describe('what another machine plays', () => {
  const television = (leaseId: string, remoteSerial = 0) =>
    sign({ leaseId, sessionHash: null, remoteSerial, expiresAt: TO + HOUR_MS * 9 });
  const playing = async () => (await listLeases(database.db, me.memberId, now)).map(({ id }) => id);
  const pass = (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1000);
  };
  async function askSegment(grant: string): Promise<number> {
    const list = `${server.address}/replay/${grant}/${STREAM}/a64/${FROM}-${TO}.m3u8`;
    const [file = ''] = /^\d+\.m4s$/m.exec(await (await fetch(list)).text()) ?? [];
    return (await fetch(new URL(file, list))).status;
  }
  /** Requests sound, and waits until that has renewed the lease. */
  async function hear(grant: string, leaseId: string): Promise<void> {
    expect(await askSegment(grant)).toBe(200);
    await vi.waitUntil(async () => {
      const rows = await database.db.select().from(playbackLeases).where(eq(playbackLeases.id, leaseId));
      return rows[0]?.renewedAt.getTime() === now.getTime();
    });
  }

  it('keeps its device slot while it asks for sound, and not longer', async () => {
    const leaseId = await started();
    const grant = television(leaseId);
    for (let minutes = 0; minutes < 5; minutes++) {
      pass(50);
      await hear(grant, leaseId);
    }
    expect(await playing()).toEqual([leaseId]);
    pass(61);
    expect(await playing()).toEqual([]);
    // Its device slot is still free.
    await hear(grant, leaseId);
    expect(await playing()).toEqual([leaseId]);
  });

  it('ends where its device slot was taken while it was silent', async () => {
    const leaseId = await started();
    pass(61);
    const others = [await started('other-one'), await started('other-two')];
    const grant = television(leaseId);
    expect(await askSegment(grant)).toBe(403);
    expect(await ask(grant, null)).toBe(403);
    expect((await playing()).toSorted()).toEqual(others.toSorted());
  });

  it('ends where another device takes it over, however much it asks for', async () => {
    const leaseId = await started();
    const grant = television(leaseId);
    await started('other-one');
    pass(20);
    await hear(grant, leaseId);
    await started('other-two', leaseId);
    await vi.waitUntil(() => ended.isLeaseEnded(leaseId));
    expect(await askSegment(grant)).not.toBe(200);
    expect(await ask(grant, null)).toBe(403);
  });

  it('ends with its member, whose erasure leaves no lease that could end', async () => {
    const leaseId = await started();
    const grant = television(leaseId);
    await emptyPlayback(database.db);
    expect(await askSegment(grant)).toBe(403);
    expect(await ask(grant, null)).toBe(403);
  });

  it('has one address: the next one ends it, within seconds where it plays and at once where it is new', async () => {
    const leaseId = await started();
    const [first, second] = [television(leaseId), television(leaseId, 1)];
    await hear(first, leaseId);
    await database.db.update(playbackLeases).set({ remoteSerial: 1 });
    pass(5);
    // The database is asked again without waiting for its answer.
    await askSegment(first);
    await vi.waitUntil(async () => (await ask(first, null)) === 403);
    expect(await askSegment(second)).toBe(200);
    expect(await askSegment(television(leaseId, 2)), 'one that was never signed').toBe(403);
  });

  it('ends when its device goes on to something else', async () => {
    const leaseId = await started();
    const grant = television(leaseId);
    expect(await started(), 'the lease stays').toBe(leaseId);
    expect(await askSegment(grant)).toBe(403);
  });
});
