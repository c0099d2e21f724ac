import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Db, Tx } from '#db/database.ts';
import { attempts } from '#db/tables/attempts.ts';
import { mails } from '#db/tables/mail.ts';
import { members } from '#db/tables/members.ts';
import { playbackLeases } from '#db/tables/playback.ts';
import type { Attempt, Order } from '#domain/payments/payments.ts';
import { hashPassword } from '#domain/passwords/passwords.ts';
import { standingOf } from '#domain/quotas/quotas.ts';
import type { Buyer } from '#domain/sales/sales.ts';
import { startLease } from '#domain/playback/leases.ts';
import { errorNameOf } from '#tests/factories/accounts/accounts.ts';
import { emptyEvents, giveTicketTo, inMinutes, insertEvent, paidOrder } from '#tests/factories/events.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { anotherSession, insertListener } from '#tests/factories/playback/playback.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { memberActor } from '#tests/factories/accounts/member-actor.ts';
import { eventNow } from './event-play.ts';
import { getEvent, listOwnEvents } from './events.ts';
import { runEvent } from './running.ts';
import { giveTicket, ticketFulfilment, ticketProduct } from './tickets.ts';
import { countTickets, findTickets } from './tickets.store.ts';

// Effects of buying and refunding tickets, and of giving one away.

const site = { siteUrl: 'https://radio.example' };
const product = ticketProduct(site);
const fulfilment = ticketFulfilment(site);
/** A week before: at the early price. */
const EARLY = inMinutes(-7 * 24 * 60);
const LATE = inMinutes(-24 * 60);

let database: TestDatabase;
let db: Db;
let memberId = 0;
let event = { id: 0, streamId: 0 };
beforeAll(async () => {
  database = await createTestDatabase();
  ({ db } = database);
});
afterAll(() => database.close());
beforeEach(async () => {
  for (const table of [attempts, mails]) await db.delete(table);
  await emptyEvents(db);
  ({ memberId } = await insertListener(db, 'buyer@member.example', EARLY));
  event = await insertEvent(db);
});

const within = <T>(act: (tx: Tx) => Promise<T>): Promise<T> => db.transaction(act);
const buyer = (id = memberId): Buyer => ({ kind: 'member', memberId: id });
const line = (quantity = 1, id = event.id) => ({ kind: 'livestream', id, unit: null, quantity, promotionCode: null });
const price = (now: Date, quantity = 1, id = event.id) =>
  within((tx) => product.price(tx, buyer(), [line(quantity, id)], now, { termsVersion: null }));
const by = (now: Date) => ({ attempt: {} as Attempt, card: null, now });
const fulfil = (order: Order, now = LATE) => within((tx) => fulfilment.fulfil(tx, order, order.lines[0]!, by(now)));
const reverse = (order: Order, cents: number, now = LATE) =>
  within((tx) => fulfilment.reverse(tx, order, order.lines[0]!, { cents, now }));
const actorOf = (id: number, sessionId = 1) => memberActor(id, { sessionId });

it('prices tickets by the server: early to the last moment, then full, and only while they are on sale', async () => {
  expect(await price(EARLY, 2)).toMatchObject([{ productId: event.id, quantity: 2, unitCents: 12_800 }]);
  expect(await price(LATE)).toMatchObject([{ unitCents: 15_800, payload: { startsOn: '2026-12-05' } }]);
  for (const at of [inMinutes(-21 * 24 * 60), inMinutes(120)])
    expect(await errorNameOf(price(at))).toBe('productNotFound');
  expect(await errorNameOf(price(LATE, 1, event.id + 1))).toBe('productNotFound');
  await within((tx) => runEvent(tx, { who: 'op', why: 'ill' }, event.id, { do: 'cancel' }, LATE));
  expect(await errorNameOf(price(LATE))).toBe('productNotFound');
});

it('sells a member no more than one may have, whoever gave them the others', async () => {
  expect(await errorNameOf(price(LATE, 5))).toBe('invalidParam');
  await giveTicketTo(db, event.id, memberId, 3);
  expect(await errorNameOf(price(LATE, 2))).toBe('invalidParam');
  await giveTicketTo(db, event.id, memberId);
  expect(await errorNameOf(price(LATE))).toBe('alreadyOwned');
});

it('is for members alone, and for one event at a time', async () => {
  const guest: Buyer = { kind: 'guest', guestId: 1, email: 'guest@mail.example' };
  const asked = (who: Buyer, lines = [line()]) =>
    within((tx) => product.price(tx, who, lines, LATE, { termsVersion: null }));
  expect(await errorNameOf(asked(guest))).toBe('notAuthenticated');
  expect(await errorNameOf(asked(buyer(), [line(), line()]))).toBe('invalidParam');
});

it('never holds more than there are, of three hundred who want one at once', async () => {
  const { quotaId } = await getEvent({ db, now: LATE }, event.id);
  const orders = await Promise.all(
    Array.from({ length: 300 }, () => paidOrder(db, { memberId, eventId: event.id, now: LATE })),
  );
  const outcomes = await Promise.all(
    orders.map((order) =>
      errorNameOf(
        within(async (tx) =>
          product.hold(
            tx,
            order,
            await product.price(tx, buyer(), [line()], LATE, { termsVersion: null }),
            inMinutes(0),
          ),
        ),
      ),
    ),
  );
  expect(outcomes.filter((name) => name === null)).toHaveLength(50);
  expect(new Set(outcomes.filter((name) => name !== null))).toEqual(new Set(['quotaFull']));
  expect((await standingOf(db, [quotaId])).get(quotaId)).toMatchObject({ held: 50, sold: 0 });
});

it('gives the tickets of an order once, and tells their buyer once', async () => {
  const order = await paidOrder(db, { memberId, eventId: event.id, quantity: 2, now: LATE });
  await fulfil(order);
  await fulfil(order);
  expect(await countTickets(db, event.id, memberId)).toBe(2);
  expect(await db.select().from(mails)).toHaveLength(1);
  const own = await listOwnEvents({ db, now: LATE }, actorOf(memberId));
  expect(own).toMatchObject([{ event: { id: event.id, phase: 'before' }, tickets: [{}, {}] }]);
});

it('gives none for what was called off: the money goes back', async () => {
  const order = await paidOrder(db, { memberId, eventId: event.id, now: LATE });
  await within((tx) => runEvent(tx, { who: 'op', why: 'ill' }, event.id, { do: 'cancel' }, LATE));
  expect(await errorNameOf(fulfil(order))).toBe('productNotFound');
});

it('earns its income on the day of the event, and of what is over at once', async () => {
  const early = await paidOrder(db, { memberId, eventId: event.id, now: EARLY });
  const earned = (order: Order) => within((tx) => fulfilment.earnedOver(tx, order, order.lines[0]!));
  expect(await earned(early)).toEqual({ fromDay: '2026-12-05', days: 1 });
  expect(await earned(await paidOrder(db, { memberId, eventId: event.id, now: inMinutes(10) }))).toBeNull();
});

const playing = async (sessionId: number, key: string, now: Date, maxDevices: number) =>
  startLease(db, {
    memberId,
    sessionId,
    device: { key, name: `the ${key}` },
    streamId: event.streamId,
    startsAt: inMinutes(0),
    endsAt: inMinutes(200),
    maxDevices,
    now,
  });
const endedLeases = async () =>
  (await db.select().from(playbackLeases)).filter(({ endedWhy }) => endedWhy === 'withdrawn').length;

it('stops the picture with the refund: the leases beyond what is left end, and nothing is renewed', async () => {
  const order = await paidOrder(db, { memberId, eventId: event.id, quantity: 2, now: LATE });
  await fulfil(order);
  const now = inMinutes(20);
  const [one, other] = [await anotherSession(db, memberId, now), await anotherSession(db, memberId, now)];
  await playing(one.sessionId, 'television', now, 2);
  await playing(other.sessionId, 'telephone', now, 2);
  const span = { streamId: event.streamId };
  expect(await eventNow({ db }, actorOf(memberId), span, now)).toMatchObject({ isOpen: true });

  await reverse(order, 15_800, now);
  expect(await countTickets(db, event.id, memberId)).toBe(1);
  expect(await endedLeases()).toBe(1);
  expect(await eventNow({ db }, actorOf(memberId), span, now)).not.toBeNull();

  await reverse(order, 31_600, now);
  expect(await endedLeases()).toBe(2);
  expect(await eventNow({ db }, actorOf(memberId), span, now)).toBeNull();
});

it('gives one device the picture for each ticket, and to another its device slot where it takes it over', async () => {
  const now = inMinutes(20);
  const sessions = await Promise.all([1, 2].map(() => anotherSession(db, memberId, now)));
  const [one, two] = sessions.map(({ sessionId }) => sessionId) as [number, number];
  await playing(one, 'television', now, 1);
  expect(await errorNameOf(playing(two, 'telephone', now, 1))).toBe('tooManyDevices');
  await playing(two, 'telephone', now, 2);
});

/** A member who has just logged in. */
const fresh = async (id: number, now = LATE) => actorOf(id, (await anotherSession(db, id, now)).sessionId);

it('asks who gives a ticket for a log-in of fifteen minutes or the password, before it tells anything (ASVS 7.5)', async () => {
  const password = 'shek-tong-tsui-41';
  await insertMember(db, 'friend@member.example', { emailVerifiedAt: EARLY });
  await db
    .update(members)
    .set({ passwordHash: await hashPassword(password) })
    .where(eq(members.id, memberId));
  await giveTicketTo(db, event.id, memberId);
  const [ticket] = await findTickets(db, memberId, event.id);
  const actor = await fresh(memberId);
  const give = (minutes: number, given: { password?: unknown; email?: string } = {}) =>
    giveTicket(
      { db, ...site },
      actor,
      { ticketId: ticket!.id, email: 'friend@member.example', ...given },
      new Date(LATE.getTime() + minutes * 60_000),
    );
  for (const wrong of [undefined, '', 'another-password-1', null, 7, {}, 'x'.repeat(2_000)])
    for (const email of ['friend@member.example', 'nobody@member.example'])
      expect(await errorNameOf(give(15, { password: wrong, email }))).toBe(
        wrong ? 'oldPasswordMismatch' : 'proofNeeded',
      );
  expect(await countTickets(db, event.id, memberId)).toBe(1);
  expect(await db.select().from(mails)).toEqual([]);
  // A member with a passkey and no password must log in again.
  await db.update(members).set({ passwordHash: null }).where(eq(members.id, memberId));
  await expect(give(15)).rejects.toMatchObject({ detail: { needs: 'log-in' } });
  await db
    .update(members)
    .set({ passwordHash: await hashPassword(password) })
    .where(eq(members.id, memberId));
  // An ended session gives nothing away, whatever the proof.
  const over = { ...actor, sessionId: actor.sessionId + 1_000 };
  expect(
    await errorNameOf(
      giveTicket({ db, ...site }, over, { ticketId: ticket!.id, email: 'friend@member.example', password }, LATE),
    ),
  ).toBe('notAuthenticated');
  await db.delete(attempts);
  await give(15, { password });
  expect(await countTickets(db, event.id, memberId)).toBe(0);
});

it('gives a ticket once, before the doors, to a member whose address is verified, and tells both', async () => {
  const friend = await insertMember(db, 'friend@member.example', { emailVerifiedAt: EARLY });
  await insertMember(db, 'stranger@member.example');
  await giveTicketTo(db, event.id, memberId);
  const [ticket] = await findTickets(db, memberId, event.id);
  const give = (email: string, { from = memberId, now = LATE } = {}) =>
    fresh(from, now).then((actor) =>
      errorNameOf(giveTicket({ db, ...site }, actor, { ticketId: ticket!.id, email }, now)),
    );

  expect(await give('nobody@member.example')).toBe('userNotFound');
  expect(await give('stranger@member.example')).toBe('userNotFound');
  expect(await give('friend@member.example', { now: inMinutes(-30) })).toBe('conflict');
  // Another member's ticket is reported as missing.
  expect(await give('buyer@member.example', { from: friend })).toBe('dataNotFound');

  expect(await give('Friend@Member.example')).toBeNull();
  expect(await countTickets(db, event.id, memberId)).toBe(0);
  expect(await countTickets(db, event.id, friend)).toBe(1);
  const told = await db.select({ recipient: mails.recipient }).from(mails);
  expect(told.map(({ recipient }) => recipient).toSorted()).toEqual(['buyer@member.example', 'friend@member.example']);
  // The giver cannot take it back, and the receiver cannot pass it on.
  expect(await give('friend@member.example')).toBe('dataNotFound');
  expect(await give('buyer@member.example', { from: friend })).toBe('conflict');
});

it('lets one of two who give the same ticket at once', async () => {
  const friends = ['a@member.example', 'b@member.example'];
  for (const email of friends) await insertMember(db, email, { emailVerifiedAt: EARLY });
  await giveTicketTo(db, event.id, memberId);
  const [ticket] = await findTickets(db, memberId, event.id);
  const actor = await fresh(memberId);
  const outcomes = await Promise.all(
    friends.map((email) => errorNameOf(giveTicket({ db, ...site }, actor, { ticketId: ticket!.id, email }, LATE))),
  );
  expect(outcomes.toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual(['dataNotFound', null]);
});

/** Two members with tickets who give them to each other. */
async function giversToEachOther(each: number) {
  const friend = await insertMember(db, 'friend@member.example', { emailVerifiedAt: EARLY });
  await db.update(members).set({ emailVerifiedAt: EARLY }).where(eq(members.id, memberId));
  const gifts = [];
  for (const [id, email] of [
    [memberId, 'friend@member.example'],
    [friend, 'buyer@member.example'],
  ] as const) {
    await giveTicketTo(db, event.id, id, each);
    const actor = await fresh(id);
    for (const { id: ticketId } of await findTickets(db, id, event.id))
      gifts.push(() => errorNameOf(giveTicket({ db, ...site }, actor, { ticketId, email }, LATE)));
  }
  return { friend, gifts };
}

it('lets two give each other tickets at once, in both directions', async () => {
  const { friend, gifts } = await giversToEachOther(12);
  const outcomes = await Promise.all(gifts.map((give) => give()));
  expect(new Set(outcomes)).toEqual(new Set([null]));
  expect([await countTickets(db, event.id, memberId), await countTickets(db, event.id, friend)]).toEqual([12, 12]);
});

it('gives nothing that was asked for before its giver’s session ended or its receiver left, while that is being written', async () => {
  const { friend, gifts } = await giversToEachOther(1);
  const [give] = gifts;
  const meanwhile = async (change: (tx: Tx) => Promise<unknown>) => {
    let giving: Promise<unknown> = Promise.resolve();
    await db.transaction(async (tx) => {
      await change(tx);
      giving = give!();
      await expect
        .poll(
          async () => {
            const { rows } = await database.pool.query(
              `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
            );
            return rows.length;
          },
          { timeout: 10_000 },
        )
        .toBe(1);
    });
    return giving;
  };
  const set = (id: number, to: Partial<typeof members.$inferInsert>) => (tx: Tx) =>
    tx.update(members).set(to).where(eq(members.id, id));
  expect(await meanwhile(set(friend, { state: 'deleting', eraseAt: inMinutes(0) }))).toBe('userNotFound');
  await db.update(members).set({ state: 'active', eraseAt: null }).where(eq(members.id, friend));
  expect(await meanwhile(set(memberId, { credentialEpoch: 99 }))).toBe('notAuthenticated');
  expect(await countTickets(db, event.id, memberId)).toBe(1);
});

it('takes a ticket that was given with the money of who bought it, and tells who has it', async () => {
  const friend = await insertMember(db, 'friend@member.example', { emailVerifiedAt: EARLY });
  const order = await paidOrder(db, { memberId, eventId: event.id, now: EARLY });
  await fulfil(order, EARLY);
  const [ticket] = await findTickets(db, memberId, event.id);
  await giveTicket(
    { db, ...site },
    await fresh(memberId, EARLY),
    { ticketId: ticket!.id, email: 'friend@member.example' },
    EARLY,
  );
  await reverse(order, 15_800);
  expect(await countTickets(db, event.id, friend)).toBe(0);
  const [last] = await db.select().from(mails).where(eq(mails.template, 'event-ticket-ended'));
  expect(last?.recipient).toBe('friend@member.example');
});

it('tells who goes through addresses to wait', async () => {
  await giveTicketTo(db, event.id, memberId);
  const [ticket] = await findTickets(db, memberId, event.id);
  const actor = await fresh(memberId);
  const tries = [];
  for (let i = 0; i < 21; i++)
    tries.push(
      await errorNameOf(
        giveTicket({ db, ...site }, actor, { ticketId: ticket!.id, email: `who-${i}@mail.example` }, LATE),
      ),
    );
  expect(tries.at(-1)).toBe('tooManyRequests');
});

it('gives a ticket for a code, beside those that are sold', async () => {
  const redeemed = await within((tx) => product.redeem!(tx, { kind: 'member', memberId }, event.id, LATE));
  expect(redeemed).toMatchObject({ name: '海旁一號台' });
  expect(await findTickets(db, memberId, event.id)).toMatchObject([{ source: 'code', orderId: null }]);
  const { quotaId } = await getEvent({ db, now: LATE }, event.id);
  expect((await standingOf(db, [quotaId])).get(quotaId)).toMatchObject({ held: 0, sold: 0 });
});
