import { eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Db } from '#db/database.ts';
import { eventTickets } from '#db/tables/events.ts';
import { memberDevices, members } from '#db/tables/members.ts';
import { playbackLeases } from '#db/tables/playback.ts';
import { noteDevices } from '#domain/members/members.ts';
import { startLeasesWithin } from '#domain/playback/playback.ts';
import { createWaitingRoom } from '#domain/waiting-room/waiting-room.ts';
import { emptyEvents, giveTicketTo, inMinutes, insertEvent } from '#tests/factories/events.ts';
import { insertListener } from '#tests/factories/playback/playback.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { createEntrance, type Entering } from './entrance.ts';
import { getEvent } from './events.ts';

// Many members enter an event at once, in one transaction.

const NOW = inMinutes(5);
const LISTED = 2;

let database: TestDatabase;
let db: Db;
let event = { id: 0, streamId: 0, queueId: 0 };
beforeAll(async () => {
  database = await createTestDatabase();
  ({ db } = database);
});
afterAll(() => database.close());
beforeEach(async () => {
  faults = [];
  await db.delete(memberDevices);
  await emptyEvents(db);
  const { id } = await insertEvent(db);
  event = await getEvent({ db, now: NOW }, id);
});

let faults: unknown[] = [];
const onFault = (error: unknown) => void faults.push(error);
const entrance = () =>
  createEntrance({
    db,
    onFault,
    startLeases: (tx, asked) =>
      startLeasesWithin(tx, asked, (within, fit) => noteDevices(within, fit, { most: LISTED, now: NOW })),
  });

type Coming = Entering & { memberId: number };
async function comer(name: string, { tickets = 1, comes = true } = {}): Promise<Coming> {
  const { memberId, sessionId } = await insertListener(db, `${name}@member.example`, inMinutes(-60));
  if (tickets > 0) await giveTicketTo(db, event.id, memberId, tickets);
  if (comes) await createWaitingRoom(db, () => 0).come(event.queueId, memberId, inMinutes(-5));
  const device = { key: `device-of-${name}`, name: 'Chrome' };
  return { event, memberId, sessionId, device, startsAt: inMinutes(0), endsAt: inMinutes(180), now: NOW };
}
const another = (one: Coming, key: string): Coming => ({ ...one, device: { key, name: 'Safari' } });
const openLeases = () => db.select().from(playbackLeases).where(isNull(playbackLeases.endedAt));
const listed = () => db.select().from(memberDevices);

it('lets in each for whom it is plain, and changes nothing of who comes with them without a right', async () => {
  const [one, two] = [await comer('one'), await comer('two')];
  const none = await comer('none', { tickets: 0 });
  const early = await comer('early', { comes: false });
  const elsewhere = { ...(await comer('elsewhere')), sessionId: one.sessionId };
  const outcomes = await Promise.all([one, none, two, early, elsewhere].map((who) => entrance().enter(who)));
  const door = entrance();
  const together = await Promise.all([one, none, two, early, elsewhere].map((who) => door.enter(who)));
  expect(outcomes.map((outcome) => outcome !== null)).toEqual([true, false, true, false, false]);
  // A reload keeps the same lease under the next epoch.
  expect(together.map((outcome) => outcome?.lease.epoch ?? null)).toEqual([2, null, 2, null, null]);
  expect(together.map((outcome) => outcome?.lease.id)).toEqual(outcomes.map((outcome) => outcome?.lease.id));
  const of = (rows: readonly { memberId: number }[]) => rows.map(({ memberId }) => memberId).toSorted((a, b) => a - b);
  expect(of(await openLeases())).toEqual([one.memberId, two.memberId]);
  expect(of(await listed())).toEqual([one.memberId, two.memberId]);
  const used = await db.select().from(eventTickets).where(eq(eventTickets.enteredAt, NOW));
  expect(of(used)).toEqual([one.memberId, two.memberId]);
});

it('gives no more device slots than there are tickets, however many devices come at once', async () => {
  const one = await comer('one', { tickets: 2 });
  const door = entrance();
  const outcomes = await Promise.all(
    Array.from({ length: 12 }, (_, n) => door.enter(another(one, `device-number-${n}`))),
  );
  expect(outcomes.filter((outcome) => outcome !== null)).toHaveLength(2);
  expect(await openLeases()).toHaveLength(2);
  // A member who got no device slot is not added to any device list.
  expect(await listed()).toHaveLength(2);
  expect(await db.select().from(eventTickets).where(eq(eventTickets.enteredAt, NOW))).toHaveLength(2);
});

it('gives nothing to a device for which the list of its member has no room', async () => {
  const one = await comer('one', { tickets: LISTED + 1 });
  for (const [n, isIn] of [true, true, false].entries())
    expect((await entrance().enter(another(one, `device-number-${n}`))) !== null).toBe(isIn);
  expect(await openLeases()).toHaveLength(LISTED);
});

it('keeps nobody waiting for a member whose row somebody else holds', async () => {
  const [held, free] = [await comer('held'), await comer('free')];
  await db.transaction(async (tx) => {
    await tx.select().from(members).where(eq(members.id, held.memberId)).for('update');
    const door = entrance();
    const [first, second] = await Promise.all([door.enter(held), door.enter(free)]);
    expect([first, second !== null]).toEqual([null, true]);
  });
  expect(await entrance().enter(held)).not.toBeNull();
});

it('tells the tickets of each, and where each was', async () => {
  const [one, none] = [await comer('one', { tickets: 2 }), await comer('none', { tickets: 0 })];
  const door = entrance();
  const asked = [one, none].map(({ memberId }) => ({ eventId: event.id, memberId }));
  expect(await Promise.all(asked.map((who) => door.ticketsOf(who)))).toEqual([2, 0]);
  const where = { streamId: event.streamId, from: inMinutes(0), to: inMinutes(180) };
  expect(await door.positionIn({ memberId: one.memberId, ...where })).toBeNull();
});

it('says why many could not be let in together, and that nobody was', async () => {
  const coming = [await comer('one'), await comer('two')];
  const broken = createEntrance({ db, onFault, startLeases: () => Promise.reject(new Error('no keys')) });
  expect(await Promise.all(coming.map((who) => broken.enter(who)))).toEqual([null, null]);
  expect(faults).toEqual([new Error('no keys')]);
  expect(await openLeases()).toEqual([]);
  faults = [];
  expect((await Promise.all(coming.map((who) => entrance().enter(who)))).map((one) => one?.playing)).toEqual([1, 1]);
  expect(faults).toEqual([]);
});
