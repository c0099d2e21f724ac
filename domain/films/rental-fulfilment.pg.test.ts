import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Tx } from '#db/database.ts';
import { members } from '#db/tables/members.ts';
import { billingAccounts, orderLines, orders } from '#db/tables/payments.ts';
import { rentals, videoOutages } from '#db/tables/films.ts';
import type { Attempt, Order } from '#domain/payments/payments.ts';
import { emptyRentals, insertFilms } from '#tests/factories/money/rentals.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { takeFilm } from './by-hand.ts';
import { RENTAL_FULFILMENT } from './rental-fulfilment.ts';
import { filmProduct } from './film-product.ts';
import { creditOutageTime, lookAfterFilms, noteOutage } from './outage-credit.ts';
import { beginRental } from './rentals.ts';
import { findRunning } from './rentals.store.ts';

// Effects of payments and refunds, and credits for outages.

const NOW = new Date('2026-11-21T12:00:00+08:00');
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const after = (ms: number) => new Date(NOW.getTime() + ms);

let database: TestDatabase;
let memberId: number;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertFilms(database.db);
});
afterAll(() => database.close());
beforeEach(async () => {
  const { db } = database;
  await emptyRentals(db);
  for (const table of [orderLines, orders, billingAccounts, members]) await db.delete(table);
  memberId = await insertMember(db, 'buyer@member.example', { emailVerifiedAt: NOW });
});

const buyer = () => ({ kind: 'member' as const, memberId });
const line = (id: number, over = {}) => ({
  kind: 'premium',
  id,
  unit: null,
  quantity: 1,
  promotionCode: null,
  ...over,
});
const priced = (id: number, over = {}) =>
  database.db.transaction((tx) => filmProduct.price(tx, buyer(), [line(id, over)], NOW, { termsVersion: null }));

async function order(filmId = 821): Promise<Order> {
  const { db } = database;
  const [{ id } = { id: 0 }] = await db
    .insert(orders)
    .values({
      memberId,
      kind: 'premium',
      state: 'paid',
      totalCents: 8_800,
      createdAt: NOW,
      expiresAt: NOW,
      paidAt: NOW,
    })
    .returning({ id: orders.id });
  const lines = (await priced(filmId)).map((each) => ({ ...each, lineNo: 1, kind: 'premium' }));
  await db.insert(orderLines).values(lines.map((each) => ({ ...each, orderId: id })));
  // The parts of an order that a fulfilment reads.
  return { id, memberId, kind: 'premium', lines } as Partial<Order> as Order;
}
const within = <T>(act: (tx: Tx) => Promise<T>): Promise<T> => database.db.transaction(act);
const fulfil = (paid: Order, now = NOW) =>
  within((tx) => RENTAL_FULFILMENT.fulfil(tx, paid, paid.lines[0]!, { attempt: {} as Attempt, card: null, now }));
const reverse = (paid: Order, cents: number, now = NOW) =>
  within((tx) => RENTAL_FULFILMENT.reverse(tx, paid, paid.lines[0]!, { cents, now }));
const running = (now = NOW) => findRunning(database.db, memberId, 821, now);

it('prices films by the server, each once, and only what is on sale to whom has proved an address', async () => {
  expect(await priced(822)).toEqual([
    expect.objectContaining({ productId: 822, unitCents: 3_850, payload: { rentDays: 7, watchHours: 24 } }),
  ]);
  // Announced, unpublished, missing.
  for (const id of [823, 824, 5]) await expect(priced(id)).rejects.toMatchObject({ errorName: 'productNotFound' });
  await expect(priced(821, { quantity: 2 })).rejects.toMatchObject({ errorName: 'invalidParam' });
  await database.db.update(members).set({ emailVerifiedAt: null }).where(eq(members.id, memberId));
  await expect(priced(821)).rejects.toMatchObject({ errorName: 'forbidden' });
});

it('gives the film once, however often it is told that it was paid, and sells it to nobody who has it', async () => {
  const paid = await order();
  await fulfil(paid);
  await fulfil(paid);
  expect(await database.db.select().from(rentals)).toMatchObject([
    { memberId, videoId: 821, source: 'order', paidCents: 8_800, startedAt: null, endsAt: after(30 * DAY_MS) },
  ]);
  await expect(priced(821)).rejects.toMatchObject({ errorName: 'alreadyOwned' });
});

it('lets the database refuse a second right that runs beside the first, and allow one after it', async () => {
  await fulfil(await order());
  const row = (rentedAt: Date) => ({
    memberId,
    videoId: 821,
    source: 'hand' as const,
    rentedAt,
    watchBy: new Date(rentedAt.getTime() + DAY_MS),
    watchHours: 48,
    endsAt: new Date(rentedAt.getTime() + DAY_MS),
  });
  await expect(database.db.insert(rentals).values(row(after(DAY_MS)))).rejects.toThrow();
  await database.db.insert(rentals).values(row(after(30 * DAY_MS)));
});

it('lets the database refuse an end that does not follow from the other times', async () => {
  await fulfil(await order());
  await expect(database.db.update(rentals).set({ endsAt: after(31 * DAY_MS) })).rejects.toThrow();
  await expect(database.db.update(rentals).set({ startedAt: after(DAY_MS) })).rejects.toThrow();
});

it('takes the film back with the money before its first picture, and refuses to after it', async () => {
  const first = await order();
  await fulfil(first);
  await reverse(first, 8_800, after(HOUR_MS));
  expect(await running(after(HOUR_MS))).toBeNull();
  // A repeat changes nothing.
  await reverse(first, 8_800, after(2 * HOUR_MS));

  const second = await order();
  await fulfil(second, after(3 * HOUR_MS));
  const rental = (await running(after(3 * HOUR_MS)))!;
  await beginRental(database.db, rental, after(4 * HOUR_MS));
  await expect(reverse(second, 8_800, after(5 * HOUR_MS))).rejects.toMatchObject({ errorName: 'conflict' });
  // A partial refund for another reason takes nothing of the film.
  await reverse(second, 1_000, after(5 * HOUR_MS));
  expect(await running(after(5 * HOUR_MS))).toMatchObject({ paidCents: 7_800 });
});

it('limits what staff refund of a film that was begun to half of its price, and of no other', async () => {
  const paid = await order();
  await fulfil(paid);
  const limit = () => within(async (tx) => RENTAL_FULFILMENT.unused!(tx, paid, paid.lines[0]!, { now: NOW }));
  expect(await limit()).toBeNull();
  // What went back before its first picture counts too.
  await reverse(paid, 1_000);
  await beginRental(database.db, (await running())!, after(HOUR_MS));
  expect(await limit()).toEqual({ cents: 0, limit: { cents: 3_400, why: 'rental-started' } });
  const whole = reverse(paid, 7_800, after(2 * HOUR_MS));
  await expect(whole).rejects.toMatchObject({ detail: { why: 'rental-started', left_cents: 3_400 } });
  await reverse(paid, 3_400, after(2 * HOUR_MS));
  expect(await limit()).toEqual({ cents: 0, limit: { cents: 0, why: 'rental-started' } });
  const by = { cents: 4_400, now: after(2 * HOUR_MS), isChargeback: true };
  await within((tx) => RENTAL_FULFILMENT.reverse(tx, paid, paid.lines[0]!, by));
  expect(await limit()).toBeNull();
});

it('limits what staff refund of several films by the first that was begun, as the money goes back in their order', async () => {
  const { db } = database;
  const first = await order();
  const second = (await priced(822)).map((each) => ({ ...each, lineNo: 2, kind: 'premium' }));
  const paid: Order = { ...first, lines: [...first.lines, ...second] };
  for (const each of paid.lines)
    await within((tx) => RENTAL_FULFILMENT.fulfil(tx, paid, each, { attempt: {} as Attempt, card: null, now: NOW }));
  const limit = () => within(async (tx) => RENTAL_FULFILMENT.unused!(tx, paid, paid.lines[0]!, { now: NOW }));
  const begin = async (filmId: number) =>
    beginRental(db, (await findRunning(db, memberId, filmId, NOW))!, after(HOUR_MS));
  expect(await limit()).toBeNull();
  await begin(822);
  expect(await limit()).toEqual({ cents: 0, limit: { cents: 8_800 + 1_925, why: 'rental-started' } });
  await begin(821);
  expect(await limit()).toEqual({ cents: 0, limit: { cents: 4_400, why: 'rental-started' } });
});

it('keeps to half of the price of a film that was begun though staff end it, and refunds one that was not begun whole', async () => {
  const limit = (paid: Order) =>
    within(async (tx) => RENTAL_FULFILMENT.unused!(tx, paid, paid.lines[0]!, { now: NOW }));
  const end = (now: Date) => takeFilm(database.db, { who: 'a test', why: 'to see' }, { memberId, filmId: 821 }, now);
  const begun = await order();
  await fulfil(begun);
  await beginRental(database.db, (await running())!, after(HOUR_MS));
  await end(after(2 * HOUR_MS));
  expect(await limit(begun)).toEqual({ cents: 0, limit: { cents: 4_400, why: 'rental-started' } });
  // What went back after its end counts too.
  await reverse(begun, 4_400, after(3 * HOUR_MS));
  expect(await limit(begun)).toEqual({ cents: 0, limit: { cents: 0, why: 'rental-started' } });
  // What its provider refunds by itself cannot be refused, and nothing is left to take.
  await reverse(begun, 4_400, after(3 * HOUR_MS));

  const untouched = await order();
  await fulfil(untouched, after(3 * HOUR_MS));
  await end(after(4 * HOUR_MS));
  expect(await limit(untouched)).toBeNull();
  await reverse(untouched, 8_800, after(5 * HOUR_MS));
  const [row] = await database.db.select().from(rentals).where(eq(rentals.orderId, untouched.id));
  expect(row).toMatchObject({ endedWhy: 'refunded', endedAt: after(4 * HOUR_MS) });
});

it('ends a film that was begun when a bank takes its price back', async () => {
  const paid = await order();
  await fulfil(paid);
  await beginRental(database.db, (await running())!, after(HOUR_MS));
  const by = { cents: 8_800, now: after(2 * HOUR_MS), isChargeback: true };
  await within((tx) => RENTAL_FULFILMENT.reverse(tx, paid, paid.lines[0]!, by));
  expect(await running(after(2 * HOUR_MS))).toBeNull();
});

it('takes the film back when its price has gone back in parts', async () => {
  const paid = await order();
  await fulfil(paid);
  await reverse(paid, 4_000);
  expect(await running()).toMatchObject({ paidCents: 4_800 });
  await reverse(paid, 4_800);
  expect(await running()).toBeNull();
});

it('gives time of an outage back to hours that ran in it, once, and to no others', async () => {
  const { db } = database;
  await fulfil(await order());
  await beginRental(db, (await running())!, after(HOUR_MS));
  const idle = await insertMember(db, 'idle@member.example');
  await db.insert(rentals).values({
    memberId: idle,
    videoId: 821,
    source: 'hand',
    rentedAt: NOW,
    watchBy: after(30 * DAY_MS),
    watchHours: 48,
    endsAt: after(30 * DAY_MS),
  });
  const outage = { startsAt: after(2 * HOUR_MS), endsAt: after(3 * HOUR_MS), notedBy: 'a person' };
  const id = await noteOutage(db, outage, after(4 * HOUR_MS));
  expect(await noteOutage(db, outage, after(4 * HOUR_MS))).toBe(id);
  // No part of it is credited again under another name.
  const within = { startsAt: after(2.5 * HOUR_MS), endsAt: after(3.5 * HOUR_MS), notedBy: 'another' };
  await expect(noteOutage(db, within, after(4 * HOUR_MS))).rejects.toMatchObject({ errorName: 'conflict' });
  expect(await creditOutageTime(db, id, after(4 * HOUR_MS))).toBe(1);
  expect(await creditOutageTime(db, id, after(4 * HOUR_MS))).toBe(0);
  const rows = await db.select().from(rentals).where(eq(rentals.memberId, memberId));
  expect(rows).toMatchObject([{ givenBackMs: HOUR_MS, endsAt: after(50 * HOUR_MS) }]);
  const others = await db.select().from(rentals).where(eq(rentals.memberId, idle));
  expect(others).toMatchObject([{ givenBackMs: 0 }]);
});

it('notes by itself when no film could be read for a while, and nothing for a look that came late', async () => {
  const { db } = database;
  let canRead = true;
  const look = (now: Date) => lookAfterFilms({ db, canServe: async () => canRead }, now);
  await look(NOW);
  await look(after(2 * MINUTE_MS));
  // The clock was set back.
  await look(after(-HOUR_MS));
  expect(await db.select().from(videoOutages)).toEqual([]);
  canRead = false;
  await look(after(3 * MINUTE_MS));
  await look(after(9 * MINUTE_MS));
  canRead = true;
  await look(after(12 * MINUTE_MS));
  expect(await db.select().from(videoOutages)).toMatchObject([
    { startsAt: after(2 * MINUTE_MS), endsAt: after(12 * MINUTE_MS), notedBy: 'clock' },
  ]);
});
