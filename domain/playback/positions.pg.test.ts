import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { members } from '#db/tables/members.ts';
import { heardSpans, playbackPositionEvents, recordingPauses } from '#db/tables/playback.ts';
import { DomainError } from '#shared/domain-error.ts';
import { simulateDevices } from '#tests/factories/playback/device-simulation.ts';
import { emptyPlayback, insertListener, insertStreams } from '#tests/factories/playback/playback.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { thinPositions } from './positions.ts';
import {
  heardIn,
  isRecordingPaused,
  positionIn,
  positionsOf,
  recentPositions,
  recordPositions,
  setRecording,
  type PositionEvent,
} from './playback.ts';

const NOW = new Date('2026-11-21T20:00:00+08:00');
const DAY_MS = 86_400_000;
/** An instant of the morning show used in these tests. */
const morning = (minutes: number) => new Date(Date.parse('2026-11-21T08:00:00+08:00') + minutes * 60_000);
const SHOW = [881, morning(0), morning(120)] as const;

let database: TestDatabase;
let memberId = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertStreams(database.db);
});
afterAll(() => database.close());
beforeEach(async () => {
  await emptyPlayback(database.db);
  ({ memberId } = await insertListener(database.db, 'me@member.example', NOW));
});

const event = (sequence: number, at: Date, over: Partial<PositionEvent> = {}): PositionEvent => ({
  sequence,
  streamId: 881,
  at,
  ageMs: 0,
  clockAt: NOW,
  movedMs: 60_000,
  heard: [],
  ...over,
});
const record = (key: string, events: PositionEvent[], now = NOW, whose = memberId) =>
  recordPositions(database.db, whose, { key, name: `the ${key}` }, events, now, now);
const agoOf = (seconds: number) => ({ ageMs: seconds * 1000, clockAt: new Date(NOW.getTime() - seconds * 1000) });
const refusal = (error: unknown) =>
  error instanceof DomainError ? { name: error.errorName, detail: error.detail } : Promise.reject(error as Error);

it('has the position that was listened to last, not the one that came last, and offers another device’s', async () => {
  await record('desk', [event(1, morning(30), agoOf(600))]);
  await record('phone', [event(1, morning(80), agoOf(7_200)), event(2, morning(90), agoOf(3_600))]);
  expect(await positionIn(database.db, memberId, ...SHOW)).toEqual({
    at: morning(30),
    heardAt: new Date(NOW.getTime() - 600_000),
    deviceName: 'the desk',
    other: { at: morning(90), heardAt: new Date(NOW.getTime() - 3_600_000), deviceName: 'the phone' },
  });
});

it('keeps an instant to the millisecond', async () => {
  for (let ms = 0; ms < 40; ms++) await record('desk', [event(ms + 1, new Date(morning(1).getTime() + ms * 7))]);
  expect((await positionIn(database.db, memberId, ...SHOW))?.at.getTime()).toBe(morning(1).getTime() + 39 * 7);
});

it('takes less than ten seconds of sound for no position', async () => {
  await record('desk', [event(1, morning(30)), event(2, morning(70), { movedMs: 9_999 })]);
  expect(await positionIn(database.db, memberId, ...SHOW)).toMatchObject({ at: morning(30) });
  await record('desk', [event(3, morning(71), { movedMs: 10_000 })]);
  expect(await positionIn(database.db, memberId, ...SHOW)).toMatchObject({ at: morning(71) });
});

it('finds positions by their instants, whatever the edges of the replay have become', async () => {
  await record('desk', [event(1, morning(30)), event(2, morning(60))]);
  const at = async (from: number, to: number, streamId = 881) =>
    (await positionIn(database.db, memberId, streamId, morning(from), morning(to)))?.at ?? null;
  expect(await at(0, 60)).toEqual(morning(30));
  expect(await at(60, 61)).toEqual(morning(60));
  expect(await at(31, 60)).toBeNull();
  expect(await at(0, 120, 903)).toBeNull();
});

it('gives the positions of many replays at once, in the order asked', async () => {
  await record('desk', [event(1, morning(30)), event(2, morning(90), { streamId: 903 })]);
  const spans = [
    { streamId: 903, from: morning(0), to: morning(120) },
    { streamId: 864, from: morning(0), to: morning(120) },
    { streamId: 881, from: morning(0), to: morning(120) },
    { streamId: 881, from: morning(60), to: morning(120) },
  ];
  const positions = await positionsOf(database.db, memberId, spans);
  expect(positions.map((position) => position?.at ?? null)).toEqual([morning(90), null, morning(30), null]);
  expect(await positionsOf(database.db, memberId, [])).toEqual([]);
});

it('takes the same report twice for one, even at once', async () => {
  const events = [event(1, morning(30)), event(2, morning(31))];
  const twice = await Promise.all([record('desk', events), record('desk', events), record('desk', events)]);
  expect(twice).toEqual([{ acknowledged: 2 }, { acknowledged: 2 }, { acknowledged: 2 }]);
  expect(await database.db.select().from(playbackPositionEvents)).toHaveLength(2);
});

it('refuses another event under a number that is taken, with one that is free, and keeps nothing of the call', async () => {
  await record('desk', [event(1, morning(30)), event(2, morning(31))]);
  const later = new Date(NOW.getTime() + 60_000);
  const again = [event(2, morning(50), { clockAt: later }), event(3, morning(51), { clockAt: later })];
  expect(await record('desk', again, later).catch(refusal)).toEqual({
    name: 'conflict',
    detail: { sequence: 2, next_sequence: 4 },
  });
  expect(await positionIn(database.db, memberId, ...SHOW)).toMatchObject({ at: morning(31) });
  await record(
    'desk',
    again.map((one) => ({ ...one, sequence: one.sequence + 2 })),
    later,
  );
  expect(await positionIn(database.db, memberId, ...SHOW)).toMatchObject({ at: morning(51) });
});

it('refuses a device that counts from the beginning again where its old numbers are free by now', async () => {
  await record('desk', [event(40, morning(30))]);
  const later = new Date(NOW.getTime() + DAY_MS);
  expect(await record('desk', [event(1, morning(50), { clockAt: later })], later).catch(refusal)).toMatchObject({
    detail: { sequence: 1, next_sequence: 41 },
  });
});

it('takes events of a stream that is not there, of a number twice, or of nobody, for refused', async () => {
  const refused = (events: PositionEvent[], whose = memberId) => record('desk', events, NOW, whose).catch(refusal);
  expect(await refused([event(1, morning(1)), event(2, morning(1), { streamId: 77 })])).toMatchObject({
    name: 'dataNotFound',
  });
  expect(await refused([event(1, morning(1)), event(1, morning(2))])).toMatchObject({ name: 'invalidParam' });
  expect(await refused([event(1, morning(1))], 2_000_000_000)).toMatchObject({ name: 'notAuthenticated' });
  await database.db.update(members).set({ state: 'inactive' }).where(eq(members.id, memberId));
  expect(await refused([event(1, morning(1))])).toMatchObject({ name: 'notAuthenticated' });
  expect(await database.db.select().from(playbackPositionEvents)).toEqual([]);
});

it('keeps each member’s positions and what they heard apart, though their devices have one key', async () => {
  const other = await insertListener(database.db, 'other@member.example', NOW);
  const heard = [[morning(0), morning(30)]] as const;
  await record('desk', [event(1, morning(30), { heard })]);
  await record('desk', [event(1, morning(90))], NOW, other.memberId);
  expect(await positionIn(database.db, memberId, ...SHOW)).toMatchObject({ at: morning(30), other: null });
  expect(await positionIn(database.db, other.memberId, ...SHOW)).toMatchObject({ at: morning(90), other: null });
  expect(await heardIn(database.db, other.memberId, ...SHOW)).toEqual([]);
  expect(await recentPositions(database.db, other.memberId, 10)).toHaveLength(1);
});

it('knows what was heard of a stretch, of all devices together, over the end of the station’s day', async () => {
  const night = (hours: number) => morning(hours * 60);
  await record('desk', [
    event(1, morning(20), {
      heard: [
        [morning(0), morning(20)],
        [morning(40), morning(50)],
      ],
    }),
  ]);
  await record('phone', [event(1, morning(30), { movedMs: 5, heard: [[morning(10), morning(30)]] })]);
  await record('phone', [event(2, night(22), { heard: [[night(20), night(22)]] })]);
  expect(await heardIn(database.db, memberId, ...SHOW)).toEqual([
    { from: morning(0), to: morning(30) },
    { from: morning(40), to: morning(50) },
  ]);
  expect(await heardIn(database.db, memberId, 881, morning(45), night(21))).toEqual([
    { from: morning(45), to: morning(50) },
    { from: night(20), to: night(21) },
  ]);
  expect(await heardIn(database.db, memberId, 903, morning(0), night(24))).toEqual([]);
  expect(await database.db.select().from(heardSpans)).toHaveLength(2);
});

it('adds what two devices heard at once without losing either’s', async () => {
  const parts = Array.from({ length: 12 }, (_, i) => [morning(i * 10), morning(i * 10 + 5)] as const);
  await Promise.all(parts.map((part, i) => record(`device-${i}`, [event(1, part[1], { heard: [part] })])));
  expect(await heardIn(database.db, memberId, ...SHOW)).toEqual(parts.map(([from, to]) => ({ from, to })));
});

it('lists what was listened to last, one position for each stream and day, newest first', async () => {
  const yesterday = new Date(morning(30).getTime() - DAY_MS);
  await record('desk', [
    event(1, yesterday, agoOf(900)),
    event(2, morning(10), agoOf(800)),
    event(3, morning(20), agoOf(700)),
    event(4, morning(20), { ...agoOf(600), streamId: 903 }),
  ]);
  await record('phone', [event(1, morning(50), agoOf(650))]);
  const recent = await recentPositions(database.db, memberId, 10);
  expect(recent.map(({ streamId, at, deviceName }) => [streamId, at, deviceName])).toEqual([
    [903, morning(20), 'the desk'],
    [881, morning(50), 'the phone'],
    [881, yesterday, 'the desk'],
  ]);
  expect(await recentPositions(database.db, memberId, 1)).toHaveLength(1);
});

it('throws away events that decide nothing, and moves no position by a minute', async () => {
  // An hour and a half in ten-second reports, a seek back, and a short look that is no position.
  const played = Array.from({ length: 540 }, (_, i) => new Date(morning(0).getTime() + (i + 1) * 10_000));
  const events = [...played, morning(15), morning(100)].map((at, i) =>
    event(i + 1, at, { ...agoOf(10_000 - i), movedMs: i === 541 ? 500 : 10_000 }),
  );
  for (let from = 0; from < events.length; from += 100) await record('desk', events.slice(from, from + 100));
  const edges = Array.from({ length: 110 }, (_, i) => 10 + i);
  const spans = edges.map((minutes) => ({ streamId: 881, from: morning(0), to: morning(minutes + 0.4) }));
  const upTo = async () =>
    (await positionsOf(database.db, memberId, spans)).map((position) => position?.at.getTime() ?? null);
  const rows = async () => (await database.db.select().from(playbackPositionEvents)).map(({ sequence }) => sequence);
  const before = await upTo();

  await thinPositions(database.db, new Date(NOW.getTime() + DAY_MS - 1));
  expect(await rows(), 'of the last day nothing').toHaveLength(542);
  await thinPositions(database.db, new Date(NOW.getTime() + DAY_MS + 1));
  const kept = await rows();
  expect(kept.length).toBeLessThan(100);
  expect(kept, 'the number of the device').toContain(542);
  const after = await upTo();
  expect(after.map((at, i) => Math.abs((at ?? 0) - (before[i] ?? 0))).filter((moved) => moved >= 60_000)).toEqual([]);
  expect(await positionIn(database.db, memberId, ...SHOW)).toMatchObject({ at: morning(15) });

  await thinPositions(database.db, new Date(NOW.getTime() + 400 * DAY_MS + 1));
  expect(await rows()).toEqual([541, 542]);
  expect(await positionIn(database.db, memberId, ...SHOW)).toMatchObject({ at: morning(15) });
});

it('loses no acknowledged position of three devices that go offline and crash, with wrong clocks', async () => {
  const { db } = database;
  const faults: string[] = [];
  for (let seed = 1; seed <= 60; seed++) {
    await db.delete(playbackPositionEvents);
    const names = ['a', 'b', 'c'];
    const wrong = await simulateDevices(
      {
        async record(device, events, sentAt, now) {
          const own = { key: names[device]!, name: names[device]! };
          const refused = await recordPositions(db, memberId, own, events, sentAt, now).then(() => null, refusal);
          const { sequence, next_sequence: next } = (refused?.detail ?? {}) as Record<string, number>;
          return sequence === undefined || next === undefined ? null : { sequence, next };
        },
        kept: async () =>
          (await db.select().from(playbackPositionEvents)).map(({ deviceKey, at }) => ({
            device: names.indexOf(deviceKey),
            at: at.getTime(),
          })),
        position: () => positionIn(db, memberId, 881, morning(0), morning(1_440)),
      },
      seed,
      40,
    );
    faults.push(...wrong);
  }
  expect(faults.slice(0, 5)).toEqual([]);
});

it('records nothing of what is heard in a pause, whenever it is handed in, and keeps every position', async () => {
  const { db } = database;
  const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
  const hear = (sequence: number, minute: number, over: Partial<PositionEvent> = {}) =>
    event(sequence, morning(minute), { heard: [[morning(minute - 1), morning(minute)]], ...over });
  const heard = async () => (await heardIn(db, memberId, ...SHOW)).map(({ from }) => from);
  await setRecording(db, memberId, false, at(-30));
  expect(await isRecordingPaused(db, memberId)).toBe(true);
  await record('desk', [hear(1, 10)]);
  expect(await heard()).toEqual([]);
  expect((await positionIn(db, memberId, ...SHOW))?.at).toEqual(morning(10));
  await setRecording(db, memberId, true, NOW);
  expect(await isRecordingPaused(db, memberId)).toBe(false);
  // A phone without network later reports what was heard before, during and after the pause.
  const report = [
    hear(1, 20, agoOf(60 * 60)),
    hear(2, 30, agoOf(20 * 60)),
    // A minute of sound that ended after the pause began.
    hear(3, 40, agoOf(5 * 60 - 30)),
    hear(4, 50, agoOf(60)),
  ].map((one) => ({ ...one, clockAt: new Date(one.clockAt.getTime() + 5 * 60_000) }));
  await record('phone', report, at(5));
  expect(await heard()).toEqual([morning(19), morning(49)]);
  expect((await positionIn(db, memberId, ...SHOW))?.at).toEqual(morning(50));
});

it('remembers no more pauses than it has to, and none for less than it was', async () => {
  const { db } = database;
  const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
  for (let i = 0; i < 450; i++) {
    await setRecording(db, memberId, false, at(i * 10));
    await setRecording(db, memberId, true, at(i * 10 + 5));
  }
  const [row] = await db.select().from(recordingPauses).where(eq(recordingPauses.memberId, memberId));
  const spans = row?.spans.match(/\[/g) ?? [];
  expect(spans.length).toBeLessThanOrEqual(200);
  expect(row?.spans).toContain('2026-11-21 12:00:00');
  expect(await isRecordingPaused(db, memberId)).toBe(false);
});
