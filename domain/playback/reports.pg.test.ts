import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { and, eq } from 'drizzle-orm';
import { playbackPositionEvents, playbackLeases } from '#db/tables/playback.ts';
import {
  anotherSession,
  emptyPlayback,
  insertListener,
  insertStreams,
  type Listener,
} from '#tests/factories/playback/playback.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { reportOf } from './positions.ts';
import { createReports, endLease, heardIn, setRecording, type Lease, type PositionEvent } from './playback.ts';
import { startLease } from './leases.ts';
import { addReports, type DeviceReport } from './reports.store.ts';

const NOW = new Date('2026-11-21T12:00:00+08:00');
const START = new Date('2026-11-21T08:00:00+08:00');
const span = { streamId: 881, startsAt: START, endsAt: new Date('2026-11-21T10:00:00+08:00') };
const seconds = (n: number, from = START) => new Date(from.getTime() + n * 1000);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertStreams(database.db);
});
afterAll(() => database.close());
beforeEach(() => emptyPlayback(database.db));

interface Player extends Listener {
  device: { key: string; name: string };
  lease: Lease;
}

async function player(name: string, own?: Listener, now = NOW): Promise<Player> {
  const listener = own ?? (await insertListener(database.db, `${name}@member.example`, NOW));
  const device = { key: `${name}-${name}-key`, name: `the ${name}` };
  const { lease } = await startLease(database.db, { ...listener, ...span, device, maxDevices: 2, now });
  return { ...listener, device, lease };
}

const heardEvent = (sequence: number, over: Partial<PositionEvent> = {}): PositionEvent => ({
  sequence,
  streamId: 881,
  at: seconds(sequence * 10),
  ageMs: 0,
  clockAt: NOW,
  movedMs: 10_000,
  heard: [[seconds((sequence - 1) * 10), seconds(sequence * 10)]],
  ...over,
});

const reportBy = (
  { memberId, sessionId, device, lease }: Player,
  events: PositionEvent[],
  now = NOW,
): DeviceReport => ({
  ...reportOf({ memberId, device, events }, { sentAt: NOW, now }),
  renews: { leaseId: lease.id, sessionId, epoch: lease.epoch, isPaused: false },
});

const numbersOf = async ({ memberId, device }: Player): Promise<number[]> =>
  (
    await database.db
      .select()
      .from(playbackPositionEvents)
      .where(and(eq(playbackPositionEvents.memberId, memberId), eq(playbackPositionEvents.deviceKey, device.key)))
      .orderBy(playbackPositionEvents.sequence)
  ).map(({ sequence }) => sequence);
const renewedAt = async ({ lease }: Player): Promise<Date | undefined> =>
  (await database.db.select().from(playbackLeases).where(eq(playbackLeases.id, lease.id)))[0]?.renewedAt;

it('many are written at once, each as if it had come alone: one that does not fit is left as it was, and harms no other', async () => {
  const { db } = database;
  const many = await Promise.all(Array.from({ length: 30 }, (_, i) => player(`many${i}`)));
  const [silent, late, lost, over, lapsed, unknown, secret, elsewhere] = await Promise.all([
    player('silent'),
    player('late'),
    player('lost'),
    player('over'),
    player('lapsed', undefined, seconds(-61, NOW)),
    player('unknown'),
    player('secret'),
    player('elsewhere'),
  ] as const);
  await addReports(db, [reportBy(late, [heardEvent(7)])]);
  const { lease: next } = await startLease(db, { ...lost, ...span, maxDevices: 2, now: NOW });
  await endLease(db, { memberId: over.memberId, leaseId: over.lease.id, why: 'closed', now: NOW });
  await setRecording(db, secret.memberId, false, NOW);
  const now = seconds(10, NOW);
  const at = (one: Player, events: PositionEvent[]) => reportBy(one, events, now);
  const stolen = { ...at(elsewhere, []), memberId: many[0]!.memberId };
  const reports = [
    ...many.map((one) => at(one, [heardEvent(2), heardEvent(1)])),
    at(silent, []),
    at(late, [heardEvent(7)]),
    at(lost, [heardEvent(1)]),
    at(over, [heardEvent(1)]),
    at(lapsed, [heardEvent(1)]),
    at(unknown, [heardEvent(1, { streamId: 99_999 })]),
    at(secret, [heardEvent(1)]),
    stolen,
  ];
  const outcomes = (await addReports(db, reports)).map(({ isAdded, lease }) => [isAdded, lease !== null]);
  expect(outcomes).toEqual([
    ...many.map(() => [true, true]),
    [false, true], // nothing to add
    [false, false], // that number is not new
    [true, false], // the device moved on to something else
    [true, false], // the lease ended
    [true, false], // its slot may be taken by now
    [false, false], // no such stream
    [false, false], // recording is paused
    [false, false], // of another member
  ]);
  for (const one of many) {
    expect(await numbersOf(one)).toEqual([1, 2]);
    expect(await heardIn(db, one.memberId, 881, START, span.endsAt)).toEqual([{ from: START, to: seconds(20) }]);
    expect(await renewedAt(one)).toEqual(now);
  }
  expect(await numbersOf(late)).toEqual([7]);
  expect(await numbersOf(unknown)).toEqual([]);
  expect(await heardIn(db, secret.memberId, 881, START, span.endsAt)).toEqual([]);
  expect(next.epoch).toBe(lost.lease.epoch + 1);
  for (const one of [late, lost, over, unknown, secret, elsewhere]) expect(await renewedAt(one)).toEqual(NOW);
});

it('two devices of a member that hear the same at once both have it counted, and one that says two things has both kept', async () => {
  const first = await player('first');
  const second = await player('second', await anotherSession(database.db, first.memberId, NOW).then((own) => own));
  const reports = createReports(database.db);
  const told = await Promise.all([
    reports.add(reportBy(first, [heardEvent(1)])),
    reports.add(reportBy(second, [heardEvent(2)])),
    reports.add(reportBy(first, [heardEvent(3)])),
  ]);
  expect(told.map(({ isAdded, lease }) => [isAdded, lease?.deviceName])).toEqual([
    [true, 'the first'],
    [true, 'the second'],
    [true, 'the first'],
  ]);
  expect(await numbersOf(first)).toEqual([1, 3]);
  expect(await heardIn(database.db, first.memberId, 881, START, span.endsAt)).toEqual([
    { from: START, to: seconds(30) },
  ]);
});

it('a report that cannot be kept fails alone: its neighbours are told to come by themselves, and nothing of theirs is half kept', async () => {
  const [good, bad] = await Promise.all([player('good'), player('bad')] as const);
  const reports = createReports(database.db);
  const poison = { ...reportBy(bad, [heardEvent(1)]), device: { key: bad.device.key, name: 'nul \u0000' } };
  const told = await Promise.all([
    reports.add(reportBy(good, [heardEvent(1)])),
    reports.add(poison),
    reports.add(reportBy(good, [heardEvent(2)])),
  ]);
  expect(told.map(({ isAdded, lease }) => [isAdded, lease !== null])).toEqual([
    [false, false],
    [false, false],
    [true, true],
  ]);
  expect(await numbersOf(good)).toEqual([2]);
  expect(await renewedAt(bad)).toEqual(NOW);
});
