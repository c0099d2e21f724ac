import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openDatabase, type Db } from '#db/database.ts';
import { members } from '#db/tables/members.ts';
import { waitingRoomEntries, waitingQueues } from '#db/tables/waiting-room.ts';
import { isDatabaseUnavailable } from '#server/web/errors.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { changeQueue, createWaitingRoom, enter, openQueue, type WaitingRoom } from './waiting-room.ts';

const NOW = new Date('2026-12-05T19:30:00+08:00');
const after = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);
const MANY = 300;

let database: TestDatabase;
let db: Db;
let memberIds: number[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  ({ db } = database);
  for (let i = 0; i < MANY; i++) memberIds.push(await insertMember(db, `guest-${i}@member.example`));
});
afterAll(async () => {
  await db.delete(waitingRoomEntries);
  await db.delete(members);
  memberIds = [];
  await database.close();
});

let queueId = 0;
let room: WaitingRoom;
beforeEach(async () => {
  await db.delete(waitingRoomEntries);
  await db.delete(waitingQueues);
  queueId = await db.transaction((tx) => openQueue(tx, { name: 'event:1', perSecond: 10, opensAt: NOW }));
  room = createWaitingRoom(db, () => 0);
});

const first = () => memberIds[0] ?? 0;

it('lets in who comes at once, in the order of coming and no faster than its rate', async () => {
  const told = await Promise.all(memberIds.map((memberId) => room.come(queueId, memberId, NOW)));
  const numbers = told.map(({ number }) => number);
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  const turns = told.map(({ turnAt }) => turnAt.getTime());
  expect(turns).toEqual(turns.toSorted((a, b) => a - b));
  expect(told.filter(({ isTurn }) => isTurn)).toHaveLength(11);
  expect(turns.at(-1)).toBe(NOW.getTime() + (MANY - 11) * 100);
  // Nobody is left out, and nobody enters before their turn.
  for (const [i, memberId] of memberIds.entries())
    expect(await enter(db, queueId, memberId, new Date((turns[i] ?? 0) - 1))).toBe(false);
  for (const [i, memberId] of memberIds.entries())
    expect(await enter(db, queueId, memberId, new Date(turns[i] ?? 0))).toBe(true);
});

it('lets in at once whoever the rate lets in, also of those who are written down together', async () => {
  const [early = 0, ...together] = memberIds.slice(0, 6);
  // While the first is written the others are batched, each arriving a little later.
  const told = await Promise.all([
    room.come(queueId, early, NOW),
    ...together.map((memberId, i) => room.come(queueId, memberId, after((i + 1) / 100))),
  ]);
  expect(told.map(({ isTurn }) => isTurn)).toEqual(told.map(() => true));
});

it('tells everybody how many are before, from what it read once', async () => {
  await Promise.all(memberIds.map((memberId) => room.come(queueId, memberId, NOW)));
  const told = await Promise.all(memberIds.map((memberId) => room.look(queueId, memberId, after(0.5))));
  const waiting = told.filter((one) => one?.isTurn === false);
  expect(waiting.map((one) => one?.ahead)).toEqual(waiting.map((_, i) => i));
});

it('keeps an entry for a second device, a reload and another process, and takes none twice', async () => {
  for (const memberId of memberIds.slice(1, 30)) await room.come(queueId, memberId, NOW);
  const mine = await room.come(queueId, first(), NOW);
  const again = await Promise.all([1, 2, 3].map(() => room.come(queueId, first(), after(1))));
  expect(again.map(({ number }) => number)).toEqual([mine.number, mine.number, mine.number]);
  // Entries are not held in a process: a killed one loses none.
  const elsewhere = createWaitingRoom(db, () => 0);
  expect(await elsewhere.look(queueId, first(), after(1))).toMatchObject({ number: mine.number, turnAt: mine.turnAt });
});

it('loses an entry ten minutes after the last sign, and gives the last of all to who comes again', async () => {
  await db.transaction((tx) => changeQueue(tx, queueId, { opensAt: after(3_600) }, NOW));
  const mine = await room.come(queueId, first(), NOW);
  const other = await room.come(queueId, memberIds[1] ?? 0, NOW);
  // A heartbeat every few minutes keeps it.
  expect(await room.look(queueId, memberIds[1] ?? 0, after(300))).not.toBeNull();
  expect(await room.look(queueId, memberIds[1] ?? 0, after(330))).not.toBeNull();
  expect(await room.look(queueId, first(), after(601))).toBeNull();
  expect(await room.look(queueId, memberIds[1] ?? 0, after(601))).toMatchObject({ number: other.number });
  expect((await room.come(queueId, first(), after(602))).number).toBeGreaterThan(mine.number);
});

it('lets who has entered stay in, for as long as it goes on', async () => {
  await room.come(queueId, first(), NOW);
  expect(await enter(db, queueId, first(), NOW)).toBe(true);
  expect(await enter(db, queueId, first(), after(7_200))).toBe(true);
  expect(await room.look(queueId, first(), after(7_200))).toMatchObject({ isTurn: true, ahead: 0 });
  expect((await room.come(queueId, first(), after(7_201))).isTurn).toBe(true);
});

it('gives those who wait new turns in their order where its rate changes, and lets nobody wait twice', async () => {
  await Promise.all(memberIds.map((memberId) => room.come(queueId, memberId, NOW)));
  await db.transaction((tx) => changeQueue(tx, queueId, { perSecond: 100 }, after(1)));
  const told = await Promise.all(memberIds.map((memberId) => createWaitingRoom(db).look(queueId, memberId, after(1))));
  const turns = told.map((one) => one?.turnAt.getTime() ?? 0);
  expect(turns).toEqual(turns.toSorted((a, b) => a - b));
  expect(turns.at(-1)).toBeLessThan(after(5).getTime());
});

it('never lets anybody pass, whoever comes, looks and enters when', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          who: fc.integer({ min: 0, max: 19 }),
          does: fc.constantFrom('come', 'look', 'enter'),
          laterMs: fc.integer({ min: 0, max: 400 }),
        }),
        { maxLength: 40 },
      ),
      async (steps) => {
        const id = await db.transaction((tx) =>
          openQueue(tx, { name: `fuzz:${Math.random()}`, perSecond: 2, opensAt: NOW }),
        );
        const one = createWaitingRoom(db, () => 0);
        const known = new Map<number, { number: number; turnMs: number }>();
        let ms = 0;
        for (const { who, does, laterMs } of steps) {
          ms += laterMs;
          const [memberId, now] = [memberIds[who] ?? 0, new Date(NOW.getTime() + ms)];
          const before = known.get(who);
          if (does === 'enter') {
            expect(await enter(db, id, memberId, now)).toBe(before !== undefined && before.turnMs <= now.getTime());
            continue;
          }
          const told = does === 'come' ? await one.come(id, memberId, now) : await one.look(id, memberId, now);
          if (told === null) expect(before).toBeUndefined();
          else {
            if (before) expect(told).toMatchObject({ number: before.number });
            known.set(who, { number: told.number, turnMs: told.turnAt.getTime() });
          }
        }
        const numbered = [...known.values()].toSorted((a, b) => a.number - b.number).map(({ turnMs }) => turnMs);
        expect(numbered).toEqual(numbered.toSorted((a, b) => a - b));
      },
    ),
    { numRuns: 15 },
  );
});

it('tells each who comes while the database is unavailable that it is, and takes them once it is back', async () => {
  const away = openDatabase('postgresql://nobody@127.0.0.1:1/nothing', { max: 1 });
  let isAway = true;
  const wavering = new Proxy(db, { get: (own, key) => Reflect.get(isAway ? away.db : own, key) as unknown });
  const shaky = createWaitingRoom(wavering, () => 0);
  const come = () => Promise.allSettled(memberIds.slice(0, 20).map((memberId) => shaky.come(queueId, memberId, NOW)));
  for (const outcome of await come()) {
    expect(outcome.status).toBe('rejected');
    expect(isDatabaseUnavailable((outcome as PromiseRejectedResult).reason)).toBe(true);
  }
  isAway = false;
  const taken = (await come()).flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.number] : []));
  expect(new Set(taken).size).toBe(20);
  await away.close();
});
