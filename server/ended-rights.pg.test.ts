import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventTickets } from '#db/tables/events.ts';
import { playbackLeases } from '#db/tables/playback.ts';
import { subscriptionPlans, subscriptions } from '#db/tables/subscriptions.ts';
import { rentals } from '#db/tables/films.ts';
import { ownedBroadcasts } from '#server/services/playing/archive.ts';
import { createSubscriberCheck } from '#domain/subscriptions/subscriptions.ts';
import { giveTicketTo, inMinutes, insertEvent } from '#tests/factories/events.ts';
import { insertSmallArchive } from '#tests/factories/library.ts';
import { insertListener, type Listener } from '#tests/factories/playback/playback.ts';
import { FILM_STREAM, insertFilms } from '#tests/factories/money/rentals.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { endLostRights } from './ended-rights.ts';

// When a right ends for any reason, its playback stops within seconds, whether it occupies a device slot or not.

let database: TestDatabase;
let me: Listener;
let event: { id: number; streamId: number };
const NOW = inMinutes(10);
const hours = (n: number) => new Date(NOW.getTime() + n * 3_600_000);
/** The first ten minutes of the first broadcast in the small archive. */
const HEARD = { startsAt: new Date('2026-11-02T14:00:00+08:00'), endsAt: new Date('2026-11-02T14:10:00+08:00') };

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await insertSmallArchive(db);
  await insertFilms(db);
  event = await insertEvent(db);
  me = await insertListener(db, 'me@member.example', NOW);
});
afterAll(() => database.close());

async function plays(streamId: number, { at = NOW, startedAt = NOW } = {}): Promise<string> {
  const id = randomUUID();
  const device = { deviceKey: id, deviceName: 'a device' };
  await database.db
    .insert(playbackLeases)
    .values({ id, ...me, ...device, streamId, ...HEARD, startedAt, renewedAt: at });
  return id;
}
async function ended(id: string): Promise<string | null> {
  const [row] = await database.db.select().from(playbackLeases).where(eq(playbackLeases.id, id));
  return row?.endedWhy ?? null;
}
const look = (now = NOW) => {
  const { db } = database;
  return endLostRights(
    { db, settings: { freeMinutes: 0, replayDays: 365 }, isSubscriber: createSubscriberCheck(db), ownedBroadcasts },
    () => now,
  );
};

it('ends replays when the plan is over, also those that lapsed', async () => {
  const { db } = database;
  await db.insert(subscriptionPlans).values({ id: 100, name: '250日', priceCents: 38_800, days: 250 });
  await db
    .insert(subscriptions)
    .values({ memberId: me.memberId, planId: 100, source: 'hand', startsAt: hours(-1), endsAt: hours(1) });
  const [playing, lapsed] = [await plays(881), await plays(881, { at: hours(-0.5) })];
  await look();
  expect([await ended(playing), await ended(lapsed)]).toEqual([null, null]);
  await look(hours(1));
  expect([await ended(playing), await ended(lapsed)]).toEqual(['withdrawn', 'withdrawn']);
});

it('ends a film when its rental is over by time or given back', async () => {
  const { db } = database;
  const rental = { memberId: me.memberId, videoId: 821, source: 'hand' as const, rentedAt: hours(-1) };
  const times = { watchBy: hours(2), watchHours: 48, endsAt: hours(2) };
  const [row] = await db
    .insert(rentals)
    .values({ ...rental, ...times })
    .returning();
  const first = await plays(FILM_STREAM);
  await look();
  expect(await ended(first)).toBeNull();
  await db.update(rentals).set({ endedAt: NOW, endedWhy: 'refunded' }).where(eq(rentals.id, row!.id));
  await look();
  expect(await ended(first)).toBe('withdrawn');
});

it('ends what plays of an event beyond its tickets, the device that began last first', async () => {
  const { db } = database;
  await giveTicketTo(db, event.id, me.memberId, 2);
  const [first, second] = [await plays(event.streamId, { startedAt: hours(-0.1) }), await plays(event.streamId)];
  await look();
  expect([await ended(first), await ended(second)]).toEqual([null, null]);
  const [ticket] = await db.select().from(eventTickets);
  await db.update(eventTickets).set({ endedAt: NOW }).where(eq(eventTickets.id, ticket!.id));
  await look();
  expect([await ended(first), await ended(second)]).toEqual([null, 'withdrawn']);
  await db.update(eventTickets).set({ endedAt: NOW });
  await look();
  expect(await ended(first)).toBe('withdrawn');
});
