import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { getTableConfig } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { memberSessions } from '#db/tables/auth.ts';
import { members } from '#db/tables/members.ts';
import { playbackLeases } from '#db/tables/playback.ts';
import { DomainError } from '#shared/domain-error.ts';
import {
  anotherSession,
  emptyPlayback,
  insertListener,
  insertStreams,
  type Listener,
} from '#tests/factories/playback/playback.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { plansOf, scannedTables } from '#tests/setup/plans.ts';
import {
  endLease,
  endLeasesWithoutSession,
  listLeases,
  endWithoutRight,
  renewRemoteLease,
  type PlayingLease,
  withdrawLeases,
  type Lease,
} from './playback.ts';
import { startLease } from './leases.ts';
import { renewLease } from './leases.ts';
import { deleteOldLeases, findOpenLeases, findSuccessor } from './leases.store.ts';

const START = new Date('2026-11-21T12:00:00+08:00');
const MAX = 2;
const span = {
  streamId: 881,
  startsAt: new Date('2026-11-21T08:00:00+08:00'),
  endsAt: new Date('2026-11-21T10:00:00+08:00'),
};

let database: TestDatabase;
let me: Listener;
let seconds = 0;
const now = () => new Date(START.getTime() + seconds * 1000);
beforeAll(async () => {
  database = await createTestDatabase();
  await insertStreams(database.db);
});
afterAll(() => database.close());
beforeEach(async () => {
  seconds = 0;
  await emptyPlayback(database.db);
  me = await insertListener(database.db, 'me@member.example', START);
});

const start = async (key: string, over: Partial<Parameters<typeof startLease>[1]> = {}): Promise<Lease> => {
  const given = { ...me, ...span, device: { key, name: `the ${key}` }, maxDevices: MAX, now: now(), ...over };
  return (await startLease(database.db, given)).lease;
};
const renew = async (lease: Lease, isPaused = false, over: Partial<Parameters<typeof renewLease>[1]> = {}) => {
  const { id: leaseId, epoch, memberId, sessionId } = lease;
  const given = { memberId, sessionId, leaseId, epoch, isPaused, maxDevices: MAX, now: now(), ...over };
  return (await renewLease(database.db, given)).lease;
};
/** As named in an offer. */
const offered = ({ id, epoch }: Lease) => ({ leaseId: id, epoch });
const playing = async () =>
  (await listLeases(database.db, me.memberId, now())).map(({ deviceName }) => deviceName).toSorted();

interface Offer {
  playing: { lease_id: string; epoch: number; device_name: string }[];
}
async function refusalOf(work: Promise<unknown>): Promise<{ name: string; detail: unknown }> {
  try {
    await work;
  } catch (error) {
    if (error instanceof DomainError) return { name: error.errorName, detail: error.detail };
    throw error;
  }
  return { name: 'done', detail: null };
}
async function offerOf(work: Promise<unknown>): Promise<Offer['playing']> {
  const { name, detail } = await refusalOf(work);
  expect(name).toBe('tooManyDevices');
  return (detail as Offer).playing.toSorted((a, b) => (a.device_name < b.device_name ? -1 : 1));
}
/** As players do, every ten seconds. */
async function goOn(lease: Lease, forSeconds: number): Promise<void> {
  for (const until = seconds + forSeconds; seconds < until;) {
    seconds += 10;
    await renew(lease);
  }
}

it('lets as many devices play as there are device slots, and offers the next device what to take over', async () => {
  const phone = await start('phone');
  await start('desk');
  const offer = await offerOf(start('tablet'));
  expect(offer).toMatchObject([{ device_name: 'the desk' }, { device_name: 'the phone' }]);
  expect(offer[1]).toMatchObject({ lease_id: phone.id, epoch: 1, started_ts: START.getTime() / 1000 });
  expect(await playing()).toEqual(['the desk', 'the phone']);
});

it('never lets more play than there are device slots, whoever starts at once', async () => {
  const devices = Array.from({ length: 12 }, (_, i) => `device-${i}`);
  const outcomes = await Promise.all(devices.map((key) => refusalOf(start(key))));
  expect(outcomes.filter(({ name }) => name === 'done')).toHaveLength(MAX);
  expect(outcomes.filter(({ name }) => name === 'tooManyDevices')).toHaveLength(devices.length - MAX);
  expect(await playing()).toHaveLength(MAX);
});

it('gives device slots to each member apart', async () => {
  await start('phone');
  await start('desk');
  const other = await insertListener(database.db, 'other@member.example', START);
  await start('phone', other);
  expect(await listLeases(database.db, other.memberId, now())).toHaveLength(1);
});

it('frees a device slot a minute after its device was heard of last, and not before', async () => {
  await start('phone');
  const desk = await start('desk');
  await goOn(desk, 50);
  seconds = 59;
  await offerOf(start('tablet'));
  seconds = 60;
  expect(await playing()).toEqual(['the desk']);
  await start('tablet');
});

it('frees a device slot after a pause of a minute, however often the idle tab is heard of', async () => {
  const phone = await start('phone');
  const desk = await start('desk');
  for (seconds = 10; seconds < 70; seconds += 10) {
    await renew(phone, true);
    await renew(desk);
  }
  seconds = 69;
  expect(await playing()).toEqual(['the desk', 'the phone']);
  seconds = 70;
  expect(await playing()).toEqual(['the desk']);
  await start('tablet');
  // It stays paused without taking a slot, and is offered the playing devices when it wants to resume.
  await renew(phone, true);
  expect(await playing()).toEqual(['the desk', 'the tablet']);
  expect(await offerOf(renew(phone))).toMatchObject([{ device_name: 'the desk' }, { device_name: 'the tablet' }]);
});

it('lets a device that lapsed come back where a device slot is free', async () => {
  const phone = await start('phone');
  seconds = 600;
  expect(await playing()).toEqual([]);
  expect(await renew(phone)).toMatchObject({ id: phone.id, epoch: phone.epoch });
  expect(await playing()).toEqual(['the phone']);
});

it('takes no device slot back by a pause that is told late', async () => {
  const phone = await start('phone');
  seconds = 600;
  await start('desk');
  await start('tablet');
  await renew(phone, true);
  expect(await playing()).toEqual(['the desk', 'the tablet']);
});

it('never lets more play than there are device slots when lapsed devices come back at once', async () => {
  const lapsed: Lease[] = [];
  for (let i = 0; i < 6; i++) {
    lapsed.push(await start(`device-${i}`));
    seconds += 60;
  }
  const outcomes = await Promise.all([
    ...lapsed.map((lease) => refusalOf(renew(lease))),
    ...[7, 8, 9].map((i) => refusalOf(start(`device-${i}`))),
  ]);
  expect(outcomes.filter(({ name }) => name === 'done')).toHaveLength(MAX);
  expect(await playing()).toHaveLength(MAX);
});

it('lets the next device take over what it names, and tells the other where the sound went', async () => {
  const phone = await start('phone');
  await start('desk');
  seconds = 5;
  await start('tablet', { takeOver: offered(phone) });
  expect(await playing()).toEqual(['the desk', 'the tablet']);
  expect(await refusalOf(renew(phone))).toEqual({
    name: 'leaseLost',
    detail: { why: 'taken_over', device_name: 'the tablet' },
  });
});

it('lets one of several take over the same lease at once, and gives the others a new offer', async () => {
  const phone = await start('phone');
  const desk = await start('desk');
  const outcomes = await Promise.all(
    ['tablet', 'car', 'kitchen'].map((key) => refusalOf(start(key, { takeOver: offered(phone) }))),
  );
  expect(outcomes.map(({ name }) => name).toSorted()).toEqual(['done', 'tooManyDevices', 'tooManyDevices']);
  for (const { detail } of outcomes.filter(({ name }) => name !== 'done')) {
    const offered = (detail as Offer).playing.map(({ lease_id: id }) => id);
    expect(offered).toHaveLength(2);
    expect(offered).toContain(desk.id);
    expect(offered).not.toContain(phone.id);
  }
  expect(await playing()).toHaveLength(MAX);
});

it("gives a new offer to a device that names a lease which moved on, or another member's", async () => {
  const phone = await start('phone');
  await start('desk');
  const next = await start('phone', { startsAt: span.endsAt, endsAt: new Date(span.endsAt.getTime() + 3_600_000) });
  const offer = await offerOf(start('tablet', { takeOver: offered(phone) }));
  expect(offer[1]).toMatchObject({ lease_id: next.id, epoch: 2 });
  const other = await insertListener(database.db, 'other@member.example', START);
  const theirs = await start('phone', other);
  await offerOf(start('tablet', { takeOver: offered(theirs) }));
  expect(await listLeases(database.db, other.memberId, now())).toHaveLength(1);
});

it('keeps one device slot for a device that starts something else, and refuses its tab that missed it', async () => {
  const first = await start('phone');
  const second = await start('phone', { streamId: 903 });
  expect(second).toMatchObject({ id: first.id, epoch: 2, streamId: 903 });
  expect(await playing()).toEqual(['the phone']);
  expect(await refusalOf(renew(first))).toMatchObject({ name: 'leaseLost', detail: { why: 'moved' } });
  await renew(second);
});

it('takes the same device key in another session for another device', async () => {
  await start('phone');
  await start('phone', await anotherSession(database.db, me.memberId, START));
  await offerOf(start('phone', await anotherSession(database.db, me.memberId, START)));
});

it('lets nobody but its session renew a lease, and nobody but its member end it', async () => {
  const phone = await start('phone');
  const other = await insertListener(database.db, 'other@member.example', START);
  const mySecond = await anotherSession(database.db, me.memberId, START);
  for (const by of [other, mySecond, { ...other, memberId: me.memberId }])
    expect(await refusalOf(renew(phone, false, by))).toMatchObject({ name: 'dataNotFound' });
  const end = (memberId: number, leaseId = phone.id) =>
    refusalOf(endLease(database.db, { memberId, leaseId, why: 'closed', now: now() }));
  expect(await end(other.memberId)).toMatchObject({ name: 'dataNotFound' });
  expect(await playing()).toEqual(['the phone']);
  expect(await end(me.memberId)).toMatchObject({ name: 'done' });
  expect(await end(me.memberId)).toMatchObject({ name: 'done' });
  expect(await playing()).toEqual([]);
  expect(await refusalOf(renew(phone))).toMatchObject({ name: 'leaseLost', detail: { why: 'closed' } });
  expect(await end(me.memberId, '0198c0de-1111-4222-8333-944445555666')).toMatchObject({ name: 'dataNotFound' });
});

it('ends what plays in a session that is over, and starts nothing in it', async () => {
  const desk = await anotherSession(database.db, me.memberId, START);
  const phone = await start('phone');
  await start('desk', desk);
  // Its token was renewed: it continues.
  await endLeasesWithoutSession(database.db, me, now());
  expect(await playing()).toEqual(['the desk', 'the phone']);

  await database.db.delete(memberSessions).where(eq(memberSessions.id, me.sessionId));
  await endLeasesWithoutSession(database.db, { sessionId: desk.sessionId }, now());
  expect(await playing()).toEqual(['the desk', 'the phone']);
  await endLeasesWithoutSession(database.db, { sessionId: me.sessionId }, now());
  expect(await playing()).toEqual(['the desk']);
  expect(await refusalOf(renew(phone))).toMatchObject({ name: 'leaseLost', detail: { why: 'logged_out' } });
  expect(await refusalOf(start('phone'))).toMatchObject({ name: 'notAuthenticated' });

  await database.db.delete(memberSessions).where(eq(memberSessions.id, desk.sessionId));
  await endLeasesWithoutSession(database.db, { memberId: me.memberId }, now());
  expect(await playing()).toEqual([]);
});

it('ends of all members what plays without a session, and nothing else', async () => {
  const other = await insertListener(database.db, 'other@member.example', START);
  await start('phone');
  const theirs = await start('phone', other);
  await database.db.delete(memberSessions).where(eq(memberSessions.memberId, me.memberId));
  await endLeasesWithoutSession(database.db, 'any', now());
  expect(await playing()).toEqual([]);
  await renew(theirs);
});

it('starts nothing for a member who is no more', async () => {
  await database.db.update(members).set({ state: 'inactive' }).where(eq(members.id, me.memberId));
  expect(await refusalOf(start('phone'))).toMatchObject({ name: 'notAuthenticated' });
});

it('withdraws what plays something of a span, and tells who renews that the right is gone', async () => {
  const phone = await start('phone');
  const desk = await start('desk', { startsAt: span.endsAt, endsAt: new Date(span.endsAt.getTime() + 1) });
  await withdrawLeases(database.db, { ...span, startsAt: new Date(span.endsAt.getTime() - 1) }, now());
  expect(await refusalOf(renew(phone))).toMatchObject({ name: 'noRightToPlay' });
  await renew(desk);
});

it('ends what is played without a right, and not what its device has gone on to since', async () => {
  const phone = await start('phone');
  const desk = await start('desk');
  const channel = async (leases: readonly PlayingLease[]) => {
    // While the right is checked, the desk starts something it may play.
    await database.db
      .update(playbackLeases)
      .set({ epoch: desk.epoch + 1 })
      .where(eq(playbackLeases.id, desk.id));
    return leases;
  };
  await endWithoutRight(database.db, { channel }, now);
  const rows = await database.db.select().from(playbackLeases);
  expect(new Map(rows.map(({ id, endedWhy }) => [id, endedWhy]))).toEqual(
    new Map([
      [phone.id, 'withdrawn'],
      [desk.id, null],
    ]),
  );
});

it('renews what another machine plays by its segments, and ends it where its device slot was taken', async () => {
  const tv = await start('tv');
  const renewTv = () => renewRemoteLease(database.db, { leaseId: tv.id, remoteSerial: 0, maxDevices: MAX, now: now() });
  for (seconds = 0; seconds < 300; seconds += 30) expect(await renewTv()).toBe(true);
  seconds += 60;
  expect(await renewTv(), 'lapsed, and its device slot is free').toBe(true);
  seconds += 60;
  await start('phone');
  await start('desk');
  expect(await renewTv()).toBe(false);
  expect((await database.db.select().from(playbackLeases).where(eq(playbackLeases.id, tv.id)))[0]).toMatchObject({
    endedWhy: 'taken_over',
  });
  expect(await renewTv()).toBe(false);
});

it('does not let what another machine plays come back after its session is over', async () => {
  const tv = await start('tv');
  await database.db.delete(memberSessions).where(eq(memberSessions.id, me.sessionId));
  seconds = 60;
  expect(await renewRemoteLease(database.db, { leaseId: tv.id, remoteSerial: 0, maxDevices: MAX, now: now() })).toBe(
    false,
  );
  expect(await database.db.select().from(playbackLeases)).toMatchObject([{ endedWhy: 'logged_out' }]);
});

it('reads what a member plays by an index, while none has to be written each time that a lease is renewed', async () => {
  const { pool } = database;
  const names = getTableConfig(playbackLeases).indexes.flatMap(({ config }) =>
    config.columns.map((column) => ('name' in column ? column.name : '')),
  );
  expect(names.filter((name) => name === 'renewed_at' || name === 'paused_at')).toEqual([]);
  await pool.query(
    `insert into members (email, email_key) select n || '@many.example', n || '@many.example' from generate_series(1, 500) n`,
  );
  await pool.query(`insert into playback_leases
      (id, member_id, session_id, device_key, device_name, stream_id, starts_at, ends_at, started_at, renewed_at, ended_at, ended_why)
    select gen_random_uuid(), m.id, 1, 'd', 'd', 881, now(), now() + interval '1 hour', now(), now(), now(), 'closed'
    from members m, generate_series(1, 20) where m.email like '%@many.example'`);
  await pool.query('analyze playback_leases');
  const plans = await plansOf(pool, async (tx) => {
    await findOpenLeases(tx, [me.memberId]);
    await findSuccessor(tx, { memberId: me.memberId, id: randomUUID(), endedAt: now() });
  });
  expect(scannedTables(plans)).toEqual([]);
});

it('throws away leases of yesterday and keeps what may come back', async () => {
  await start('phone');
  seconds = 86_000;
  const desk = await start('desk');
  await deleteOldLeases(database.db, new Date(now().getTime() - 80_000_000));
  expect((await database.db.select().from(playbackLeases)).map(({ id }) => id)).toEqual([desk.id]);
});
