import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { archivePrograms, archiveSections, programArchives, suspendedFunctions } from '#db/tables/archive.ts';
import { members } from '#db/tables/members.ts';
import { orders, refunds, workItems } from '#db/tables/payments.ts';
import { replayPrices, replayPurchases } from '#db/tables/replay-sales.ts';
import { replaysWithoutRight } from '#domain/archive/playing/archive-play.ts';
import { refundOrder, retryUnfulfilled } from '#domain/payments/payments.ts';
import { sellAtOnce } from '#domain/sales/sales.ts';
import { createPlayDoubles } from '#tests/factories/archive.ts';
import { createMemberCalls, type LoggedInMember } from '#tests/factories/accounts/member-calls.ts';
import { emptyAudit, wholeAudit } from '#tests/factories/audit.ts';
import { insertBroadcast } from '#tests/factories/library.ts';
import { openMoneyPages, type MoneyPages } from '#tests/factories/money/money-pages.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { TEST_IP } from '#tests/factories/visitor.ts';
import { replayFulfilment } from './replay-fulfilment.ts';
import { REPLAY_DAYS } from './replay-sales.rules.ts';
import { listPurchased, ownedReplays, reportLost, setReplayPrice } from './rights.ts';

// One replay is sold to members without a plan, and its right is exactly that: this broadcast, this member, these days.

const CENTS = 1_800;
const DAY_MS = 86_400_000;
const HALF_AN_HOUR_MS = 30 * 60_000;
const AIRED = new Date('2026-11-20T14:00:00+08:00');
/** Twenty minutes of a programme with a price, twenty of the same the day before, and twenty of one without. */
const [SOLD, OTHER, UNSOLD] = [7, 6, 8];
const hand = { who: 'chan', why: 'a new price' };

const doubles = createPlayDoubles();
let calls: Awaited<ReturnType<typeof createMemberCalls>>;
let pages: MoneyPages;
let me: LoggedInMember;
beforeAll(async () => {
  calls = await createMemberCalls(undefined, { archive: doubles.services });
  await insertSmallStation(calls.db);
});
afterAll(() => calls.close());
beforeEach(async () => {
  const { db } = calls;
  doubles.state.playing = 0;
  await calls.database.pool.query('truncate replay_purchases, orders, billing_accounts, refunds, work_items cascade');
  const emptied = [replayPrices, archiveSections, programArchives, archivePrograms, suspendedFunctions];
  for (const table of emptied) await db.delete(table);
  await emptyAudit(db);
  await calls.reset();
  await insertBroadcast(db, { id: SOLD, programId: 1, startsAt: AIRED, sections: 2 });
  await insertBroadcast(db, { id: OTHER, programId: 1, startsAt: new Date(AIRED.getTime() - DAY_MS), sections: 2 });
  await insertBroadcast(db, { id: UNSOLD, programId: 3, startsAt: AIRED, sections: 2, streamId: 903 });
  await db.insert(replayPrices).values({ programId: 1, priceCents: CENTS });
  pages = openMoneyPages(db);
  pages.after(1_000);
  me = await newMember('me@member.example');
});

async function newMember(email: string): Promise<LoggedInMember> {
  const member = await calls.member(email);
  await calls.db.update(members).set({ emailVerifiedAt: pages.now() }).where(eq(members.id, member.memberId));
  return member;
}
const later = (ms: number) => {
  pages.after(ms);
  calls.clock.now = pages.now();
};
const buyer = ({ memberId }: LoggedInMember) => ({ kind: 'member', memberId }) as const;
const lineOf = (id: number) => ({ kind: 'replay', id, unit: null, quantity: 1, promotionCode: null });
const order = async (id = SOLD, as = me) => {
  const asked = { productType: 'Replay' as const, lines: [lineOf(id)] };
  return (await sellAtOnce(pages.sales, buyer(as), asked, { now: pages.now(), remoteIp: TEST_IP })).order;
};
const buy = async (id = SOLD, as = me) => {
  const opened = await order(id, as);
  await pages.pay(await pages.start(buyer(as), opened.id));
  return opened;
};
const owned = async ({ memberId } = me) => [
  ...((await ownedReplays(calls.db, [memberId], pages.now())).get(memberId) ?? []),
];
/** The code of a press on the second part, which is not free. */
const press = async (id: number, as: LoggedInMember | null = me) => {
  const path = `programarchives/playback/${id * 100 + 2}?device_key=0123456789abcdef&device_name=Chrome`;
  return (await calls.call(as, path)).response_code;
};
const setBroadcast = (id: number, to: Partial<typeof programArchives.$inferInsert>) =>
  calls.db.update(programArchives).set(to).where(eq(programArchives.id, id));

describe('what is sold', () => {
  it('has the price of its programme, and is bought by members with a verified address only', async () => {
    expect(await order()).toMatchObject({ kind: 'replay', totalCents: CENTS, lines: [{ productId: SOLD }] });
    const [line] = (await order(OTHER)).lines;
    expect(line?.name).toMatch(/^[^\d]+（2026年11月19日）$/);
    const asked = { productType: 'Replay' as const, lines: [lineOf(SOLD)] };
    const guest = { kind: 'guest', guestId: 1, email: 'guest@member.example' } as const;
    const visitor = { now: pages.now(), remoteIp: TEST_IP };
    await expect(sellAtOnce(pages.sales, guest, asked, visitor)).rejects.toMatchObject({
      errorName: 'notAuthenticated',
    });
    const unverified = await calls.member('unverified@member.example');
    await expect(order(SOLD, unverified)).rejects.toMatchObject({ errorName: 'forbidden' });
    for (const lines of [[{ ...lineOf(SOLD), quantity: 2 }], [lineOf(SOLD), lineOf(SOLD)]])
      await expect(
        sellAtOnce(
          pages.sales,
          buyer(await newMember(`m${lines.length}@member.example`)),
          { ...asked, lines },
          visitor,
        ),
      ).rejects.toMatchObject({ errorName: 'invalidParam' });
  });

  it.each([
    ['of a programme without a price', UNSOLD, () => Promise.resolve()],
    ['taken down', SOLD, () => setBroadcast(SOLD, { state: 'taken_down' })],
    ['hidden', SOLD, () => setBroadcast(SOLD, { state: 'ended' })],
    ['on the air', SOLD, () => setBroadcast(SOLD, { isOver: false })],
    [
      'available for a day',
      SOLD,
      () => setBroadcast(SOLD, { availableUntil: new Date(pages.now().getTime() + DAY_MS) }),
    ],
    ['free', SOLD, () => calls.db.insert(archivePrograms).values({ programId: 1, freeMinutes: 20 })],
    ['unknown', 999_999, () => Promise.resolve()],
  ])('is none that is %s', async (_what, id, change) => {
    await change();
    await expect(order(id)).rejects.toMatchObject({ errorName: 'productNotFound' });
  });

  it('is nothing while playing is suspended', async () => {
    await calls.db.insert(suspendedFunctions).values({ name: 'archive.play', message: '維修' });
    await expect(order()).rejects.toMatchObject({ errorName: 'functionSuspended' });
  });
});

describe('a right to one replay', () => {
  it('opens all parts of this broadcast to its buyer, and nothing else to anybody, until its days are over', async () => {
    expect(await press(SOLD)).toBe(20003);
    await buy();
    expect(await press(SOLD)).toBe(200);
    expect(await press(OTHER)).toBe(20003);
    const other = await newMember('other@member.example');
    expect([await press(SOLD, other), await press(SOLD, null)]).toEqual([20003, 10004]);
    const queue = (as: LoggedInMember, id: number) =>
      calls.call(as, 'programarchives/getinstantplaylist', {
        program_archive_id: id,
        program_archive_section_id: id * 100 + 1,
      });
    expect((await queue(me, SOLD)).response_code).toBe(200);
    expect((await queue(me, OTHER)).response_code).toBe(20003);
    later(REPLAY_DAYS * DAY_MS);
    const again = await calls.session(me.memberId);
    expect(await press(SOLD, again)).toBe(20003);
  });

  it('follows a broadcast that turns out to be part of another, which cannot be bought again', async () => {
    await buy();
    await setBroadcast(SOLD, { mergedInto: OTHER });
    await setBroadcast(OTHER, { endsAt: new Date(AIRED.getTime() + 20 * 60_000) });
    expect(await owned()).toEqual([OTHER]);
    expect(await press(OTHER)).toBe(200);
    for (const id of [SOLD, OTHER]) await expect(order(id)).rejects.toMatchObject({ errorName: 'alreadyOwned' });
  });

  it('ends no later than the replay itself, as was known when it was bought', async () => {
    const availableUntil = new Date(pages.now().getTime() + 5 * DAY_MS);
    await setBroadcast(SOLD, { availableUntil });
    await buy();
    expect(await calls.db.select().from(replayPurchases)).toMatchObject([{ endsAt: availableUntil, paidCents: CENTS }]);
  });

  it('is given once, even if two processes are told at once that its order was paid', async () => {
    const { id } = await order();
    const number = await pages.start(buyer(me), id);
    await Promise.all([pages.pay(number), pages.pay(number)]);
    expect(await calls.db.select().from(replayPurchases)).toMatchObject([{ orderId: id, archiveId: SOLD }]);
  });

  it('is refused by the database a second time, even if two transactions give it at once', async () => {
    const [now, endsAt] = [pages.now(), new Date(pages.now().getTime() + DAY_MS)];
    const { memberId } = me;
    const paid = { memberId, kind: 'replay', state: 'paid' as const, totalCents: CENTS, createdAt: now, paidAt: now };
    const ids = await calls.db
      .insert(orders)
      .values([paid, paid].map((each) => ({ ...each, expiresAt: now })))
      .returning({ id: orders.id });
    const right = { memberId, archiveId: SOLD, paidCents: CENTS, boughtAt: now, endsAt };
    const given = await Promise.allSettled(
      ids.map(({ id: orderId }) => calls.db.insert(replayPurchases).values({ ...right, orderId })),
    );
    expect(given.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('is not given for a replay that was taken down while its buyer paid: the money returns', async () => {
    const { id } = await order();
    const number = await pages.start(buyer(me), id);
    await setBroadcast(SOLD, { state: 'taken_down' });
    await pages.pay(number);
    expect(await owned()).toEqual([]);
    later(HALF_AN_HOUR_MS);
    await retryUnfulfilled(pages.payments);
    expect(await calls.db.select().from(refunds)).toMatchObject([
      { orderId: id, cents: CENTS, reason: 'not_fulfilled' },
    ]);
  });
});

describe('a right that ends early', () => {
  const lease = () => ({
    memberId: me.memberId,
    streamId: 881,
    startsAt: new Date(AIRED.getTime() + 10 * 60_000),
    endsAt: new Date(AIRED.getTime() + 20 * 60_000),
  });
  const lost = () =>
    replaysWithoutRight({ ...doubles.services(calls.db), isSubscriber: async () => false }, [lease()], pages.now());
  const refund = (orderId: number, cents: number | 'all') =>
    refundOrder(pages.payments, { orderId, cents, reason: 'a test', who: 'chan' });

  it('stops what plays once it was refunded in full, and keeps it after a part', async () => {
    const { id } = await buy();
    expect(await lost()).toEqual([]);
    await refund(id, 800);
    expect(await lost()).toEqual([]);
    expect(await calls.db.select().from(replayPurchases)).toMatchObject([{ paidCents: 1_000, endedAt: null }]);
    await refund(id, 'all');
    expect(await lost()).toEqual([lease()]);
    expect(await press(SOLD)).toBe(20003);
    await buy();
    expect(await press(SOLD)).toBe(200);
  });

  it('stops what plays by a take-down, and asks staff once about the refund, which closes the question', async () => {
    const { id } = await buy();
    await setBroadcast(SOLD, { state: 'taken_down' });
    expect(await lost()).toEqual([lease()]);
    expect([await reportLost(calls.db, pages.now()), await reportLost(calls.db, pages.now())]).toEqual([1, 0]);
    const work = () => calls.db.select().from(workItems).where(eq(workItems.kind, 'replay_withdrawn'));
    expect(await work()).toMatchObject([{ orderId: id, closedAt: null, detail: { paidCents: CENTS } }]);
    await refund(id, 'all');
    expect(await work()).toMatchObject([{ closedBy: 'system' }]);
  });

  it('asks staff nothing about a right that is over, refunded, or ends as it was sold', async () => {
    const availableUntil = new Date(pages.now().getTime() + 5 * DAY_MS);
    await setBroadcast(SOLD, { availableUntil });
    await buy();
    await refund((await buy(OTHER)).id, 'all');
    await setBroadcast(OTHER, { state: 'taken_down' });
    expect(await reportLost(calls.db, pages.now())).toBe(0);
    expect(await reportLost(calls.db, availableUntil)).toBe(0);
  });
});

describe('the calls', () => {
  it('tell the price to everybody, and what was bought to its buyer only', async () => {
    await buy();
    const offer = async (as: LoggedInMember | null, id: number) =>
      (await calls.call(as, `replaysales/offer?section_id=${id * 100 + 1}`)).response;
    expect(await offer(null, SOLD)).toEqual({ program_archive_id: SOLD, price_cents: CENTS, is_owned: false });
    expect(await offer(me, SOLD)).toMatchObject({ is_owned: true });
    expect(await offer(me, UNSOLD)).toMatchObject({ price_cents: null, is_owned: false });
    const other = await newMember('other@member.example');
    expect(await offer(other, SOLD)).toMatchObject({ is_owned: false });
    expect((await calls.call(other, 'replaysales/my')).response).toEqual({ items: [] });
    expect((await calls.call(null, 'replaysales/my')).status).toBe(401);
    expect((await calls.call(me, 'replaysales/my')).response).toMatchObject({
      items: [{ program_archive_id: SOLD, state: 'running', paid_cents: CENTS }],
    });
    for (const id of ['0', 'x', '99999999999']) {
      const { status } = await calls.call(null, `replaysales/offer?section_id=${id}`);
      expect(status).toBe(400);
    }
  });

  it('name no replay that was taken down', async () => {
    await buy();
    await setBroadcast(SOLD, { state: 'taken_down' });
    expect((await calls.call(me, 'replaysales/my')).response).toMatchObject({
      items: [{ title: '', broadcast_day: null, state: 'withdrawn' }],
    });
    expect((await calls.call(me, `replaysales/offer?section_id=${SOLD * 100 + 1}`)).response_code).toBe(6);
  });
});

it('changes the price for what is ordered from then on, and ends the sale, as the audit says', async () => {
  const price = (priceCents: number | null, programId = 1) =>
    calls.db.transaction((tx) => setReplayPrice(tx, { now: pages.now() }, hand, { programId, priceCents }));
  const { id } = await order();
  await price(2_800);
  await pages.pay(await pages.start(buyer(me), id));
  expect(await listPurchased(calls.db, me.memberId)).toMatchObject([{ purchase: { paidCents: CENTS } }]);
  const other = await newMember('other@member.example');
  expect(await order(SOLD, other)).toMatchObject({ totalCents: 2_800 });
  await price(null);
  await expect(order(OTHER)).rejects.toMatchObject({ errorName: 'productNotFound' });
  await expect(price(100, 999_999)).rejects.toMatchObject({ errorName: 'dataNotFound' });
  const told = (await wholeAudit(calls.db)).filter(({ action }) => action === 'replays.price');
  expect(told.map(({ before, after }) => [before, after])).toEqual([
    [{ priceCents: CENTS }, { priceCents: 2_800 }],
    [{ priceCents: 2_800 }, { priceCents: null }],
  ]);
});

it('gives nothing to an account that was erased while it paid', async () => {
  const { id, lines } = await order();
  const gone = { id, memberId: null, lines } as Parameters<typeof replayFulfilment.fulfil>[1];
  const by = { attempt: {} as never, card: null, now: pages.now() };
  await expect(calls.db.transaction((tx) => replayFulfilment.fulfil(tx, gone, lines[0]!, by))).rejects.toMatchObject({
    errorName: 'userNotFound',
  });
});
