import { sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { grantService, makeServiceRole } from '#db/roles.ts';
import { auditEvents } from '#db/tables/audit.ts';
import { campaignDetails, campaignItems, campaignLines, campaignOrders, campaigns } from '#db/tables/campaigns.ts';
import { events, eventTickets } from '#db/tables/events.ts';
import { deferrals, ledgerTransfers, settlementLines } from '#db/tables/ledger.ts';
import { mediaStreams } from '#db/tables/media.ts';
import { orderLines, orders, paymentAttempts, paymentFacts, refunds, workItems } from '#db/tables/payments.ts';
import { quotas } from '#db/tables/quotas.ts';
import { receipts } from '#db/tables/receipts.ts';
import { subscriptionPlans, subscriptions } from '#db/tables/subscriptions.ts';
import { replayPurchases } from '#db/tables/replay-sales.ts';
import { rentals, videoCategories, videos } from '#db/tables/films.ts';
import { waitingQueues } from '#db/tables/waiting-room.ts';
import { recordAudit } from '#domain/audit/audit.ts';
import { checkAudit, extendChain } from '#domain/audit/chain.ts';
import { balances, post } from '#domain/ledger/ledger.ts';
import { checkSeals, closeDays } from '#domain/ledger/seals.ts';
import { LEDGER_KEY } from '#tests/factories/money/ledger-key.ts';
import { firstDayKept } from '#domain/ledger/ledger.rules.ts';
import { openDatabase } from '#db/database.ts';
import { dayHkOf, instantHk, type DayHk } from '#shared/hk-time.ts';
import { emptyAudit } from '#tests/factories/audit.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { insertBroadcast } from '#tests/factories/library.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { noted, RECEIPT_LINKS } from '#tests/factories/money/receipts.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { forgetOldMoney, noteReceipt, numberReceipts } from './receipts.ts';

// The database enforces the seven years by its own clock, so days count from today.

const now = new Date();
const year = Number(dayHkOf(now).slice(0, 4));
const LAST_OLD: DayHk = `${year - 8}-12-31`;
const FIRST_KEPT: DayHk = `${year - 7}-01-01`;

let database: TestDatabase;
let memberId = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  memberId = await insertMember(database.db, 'me@member.example');
  await database.db.insert(subscriptionPlans).values({ id: 1, name: 'plan', priceCents: 38_800, days: 10 });
  await sellOneByOne();
});
afterAll(async () => {
  await database.pool.query('drop owned by forgetting_service');
  await database.pool.query('drop role forgetting_service');
  await database.close();
});
beforeEach(async () => {
  await database.pool.query(
    'truncate orders, ledger_transfers, day_seals, ledger_day_totals, work_items, settlement_lines cascade',
  );
  await emptyAudit(database.db);
});

/** A replay, a film, an event and a campaign from long ago. */
async function sellOneByOne(): Promise<void> {
  const { db } = database;
  const [startsAt, endsAt] = [instantHk(`${year - 9}-01-01`, 600), instantHk(`${year - 9}-01-01`, 720)];
  await insertSmallStation(db);
  await insertBroadcast(db, { id: 1, programId: 1, startsAt, sections: 1 });
  await db.insert(mediaStreams).values([
    { id: 1_000_001, kind: 'film', name: 'film' },
    { id: 2_000_001, kind: 'event', name: 'event', targetDurationMs: 1_000 },
  ]);
  await db.insert(videoCategories).values({ id: 1, name: 'films' });
  await db
    .insert(videos)
    .values({ id: 1, categoryId: 1, title: 'film', keyart: 'k', priceCents: 38_800, publishedAt: startsAt });
  await db.insert(quotas).values({ id: 1, name: 'event', total: 10 });
  await db.insert(waitingQueues).values({ id: 1, name: 'event:1', perSecond: 1, opensAt: startsAt });
  const times = { doorsAt: startsAt, startsAt, endsAt, sellsFrom: startsAt, sellsUntil: endsAt };
  const of = { streamId: 2_000_001, quotaId: 1, queueId: 1 };
  await db
    .insert(events)
    .values({ id: 1, title: 'event', lead: 'lead', venue: 'venue', keyart: 'k', priceCents: 1, ...times, ...of });
  await db.insert(campaigns).values({
    id: 1,
    name: 'sale',
    isPublic: true,
    kind: 'sale',
    opensAt: startsAt,
    closesAt: endsAt,
    termsVersion: '1',
  });
  await db
    .insert(campaignItems)
    .values({ id: 1, campaignId: 1, kind: 'goods', code: 'cup', position: 1, name: 'cup', cents: 1 });
}

/** What an order can have of them. */
async function boughtWith(orderId: number, at: Date): Promise<void> {
  const { db } = database;
  const ofMember = { memberId, orderId, source: 'order' } as const;
  const [rentedAt, endsAt] = [new Date(at.getTime() - 60_000 * serial), new Date(at.getTime() - 60_000 * (serial - 1))];
  await db.insert(rentals).values({ ...ofMember, videoId: 1, rentedAt, watchBy: endsAt, watchHours: 48, endsAt });
  await db
    .insert(replayPurchases)
    .values({ memberId, orderId, archiveId: 1, paidCents: 1, boughtAt: rentedAt, endsAt });
  await db.insert(eventTickets).values({ ...ofMember, eventId: 1 });
  const ofCampaign = { orderId, campaignId: 1, termsVersion: '1', acceptedAt: at, deliveryState: 'received' } as const;
  await db.insert(campaignOrders).values(ofCampaign);
  await db.insert(campaignLines).values({ orderId, lineNo: 1, itemId: 1, quantity: 1, cents: 1, state: 'paid' });
  await db.insert(campaignDetails).values({ orderId, recipient: 'somebody' });
}

let serial = 0;

/** An order of a day with everything an order can have, ending on that day too. */
async function orderOf(dayHk: DayHk): Promise<number> {
  const { db } = database;
  const at = instantHk(dayHk, 600);
  const number = String(++serial).padStart(14, '0');
  const [order] = await db
    .insert(orders)
    .values({
      memberId,
      kind: 'subscription',
      state: 'part_refunded',
      totalCents: 38_800,
      createdAt: at,
      expiresAt: at,
      closedAt: at,
    })
    .returning({ id: orders.id });
  const orderId = order!.id;
  await db
    .insert(orderLines)
    .values({ orderId, lineNo: 1, kind: 'subscription', productId: 1, name: 'plan', quantity: 1, unitCents: 38_800 });
  const [attempt] = await db
    .insert(paymentAttempts)
    .values({
      orderId,
      number: `MP${number}`,
      gateway: 'mpgs',
      method: 'card',
      amountCents: 38_800,
      createdAt: at,
      expiresAt: at,
    })
    .returning({ id: paymentAttempts.id });
  const attemptId = attempt!.id;
  const [fact] = await db
    .insert(paymentFacts)
    .values({
      attemptId,
      gateway: 'mpgs',
      gatewayTxn: number,
      kind: 'paid',
      cents: 38_800,
      currency: 'HKD',
      at,
      source: 'notice',
      seenAt: at,
    })
    .returning({ id: paymentFacts.id });
  const factId = fact!.id;
  await db.insert(refunds).values({
    orderId,
    attemptId,
    paidFactId: factId,
    number: `RF${number}`,
    cents: 100,
    state: 'confirmed',
    reason: 'test',
    askedBy: 'me',
    createdAt: at,
    endedAt: at,
  });
  await db.insert(deferrals).values({ orderId, lineNo: 1, kind: 'subscription', cents: 1, fromDay: dayHk, days: 1 });
  await db.insert(subscriptions).values({
    memberId,
    planId: 1,
    source: 'order',
    orderId,
    startsAt: new Date(at.getTime() - 60_000 * serial),
    endsAt: new Date(at.getTime() - 60_000 * (serial - 1)),
  });
  await boughtWith(orderId, at);
  const closed = { closedAt: at, closedBy: 'me', closedNote: 'done' };
  await db.insert(workItems).values({ kind: 'test', subject: number, orderId, attemptId, openedAt: at, ...closed });
  await db.transaction((tx) =>
    recordAudit(tx, { who: 'me', why: 'because' }, { action: 'orders.refund', subject: ['order', orderId] }, at),
  );
  await extendChain(books());
  await db.insert(settlementLines).values({
    gateway: 'mpgs',
    dayHk,
    file: 'f',
    gatewayTxn: number,
    kind: 'paid',
    cents: 38_800,
    feeCents: 0,
    factId,
    importedAt: at,
  });
  await db.transaction((tx) =>
    post(tx, [
      {
        debit: 'clearing:mpgs',
        credit: 'income:subscription',
        cents: 38_800,
        kind: 'capture',
        orderId,
        factId,
        uniqueKey: `fact:${factId}`,
        dayHk,
      },
    ]),
  );
  await db.transaction((tx) => noteReceipt(tx, noted(orderId, at)));
  await numberReceipts({ db, ...RECEIPT_LINKS }, at);
  return orderId;
}

const OF_ORDERS = {
  orders,
  orderLines,
  paymentAttempts,
  paymentFacts,
  refunds,
  deferrals,
  subscriptions,
  rentals,
  replayPurchases,
  eventTickets,
  campaignOrders,
  campaignLines,
  campaignDetails,
  workItems,
  auditEvents,
  settlementLines,
  ledgerTransfers,
  receipts,
};
const books = () => ({ db: database.db, ledgerKey: LEDGER_KEY });
const countOf = async (table: PgTable) => (await database.db.select({ one: sql`1` }).from(table)).length;
const counted = async () => {
  const rows: Record<string, number> = {};
  for (const [name, table] of Object.entries(OF_ORDERS)) rows[name] = await countOf(table);
  return rows;
};
const each = (count: number) => Object.fromEntries(Object.keys(OF_ORDERS).map((name) => [name, count]));

it('takes an order and all that hangs on it seven whole years after the last of it, as the role that serves', async () => {
  await orderOf(LAST_OLD);
  const kept = await orderOf(FIRST_KEPT);
  await closeDays(books(), instantHk(`${year - 7}-01-03`, 600));
  const before = await balances(database.db);
  await makeServiceRole(database.url, 'forgetting_service', 'a-password');
  await grantService(database.url, 'forgetting_service');
  const url = new URL(database.url);
  url.username = 'forgetting_service';
  url.password = 'a-password';
  const service = openDatabase(url.href, { max: 1 });
  try {
    expect(await forgetOldMoney({ db: service.db, now })).toBe(1);
    expect(await forgetOldMoney({ db: service.db, now })).toBe(0);
  } finally {
    await service.close();
  }
  // A day's earnings are deleted by day too; each order earned a cent on its own.
  // What was deleted of the audit is recorded in it.
  expect(await counted()).toEqual({ ...each(1), ledgerTransfers: 2, auditEvents: 2 });
  expect(await database.db.select({ id: orders.id }).from(orders)).toEqual([{ id: kept }]);
  expect(await balances(database.db)).toEqual(before);
  expect(await checkSeals(books(), { rowsFrom: firstDayKept(now) })).toEqual([]);
  await extendChain(books());
  expect(await checkAudit(books(), { now })).toEqual({ events: 2, faults: [] });
});

it('finds a day of forgotten rows whose totals were changed all the same', async () => {
  await orderOf(LAST_OLD);
  await closeDays(books(), instantHk(FIRST_KEPT, 600));
  await forgetOldMoney({ db: database.db, now });
  expect(await checkSeals(books())).toEqual([LAST_OLD]);
  expect(await checkSeals(books(), { rowsFrom: firstDayKept(now) })).toEqual([]);
  await database.pool.query('update ledger_day_totals set cents = cents + 1');
  expect(await checkSeals(books(), { rowsFrom: firstDayKept(now) })).toEqual([LAST_OLD]);
});

it.each([
  ['a receipt', sql`update receipts set year = ${year - 7}`],
  ['a refund that is on its way', sql`update refunds set state = 'sent'`],
  ['something that waits for a person', sql`update work_items set closed_at = null, closed_by = null`],
  ['a day that a plan still runs', sql`update subscriptions set ends_at = now()`],
  ['a day that is still to be earned', sql`update deferrals set days = 100`],
  [
    'something that a person did',
    sql`insert into audit_events (at, who, action, subject_kind, subject_id, reason)
      select now(), 'me', 'orders.cancel', 'order', id::text, 'because' from orders`,
  ],
  ['something that its provider said', sql`update payment_facts set seen_at = now()`],
])('keeps an old order as long as there is %s of the last seven years', async (_, young) => {
  const orderId = await orderOf(LAST_OLD);
  await closeDays(books(), instantHk(FIRST_KEPT, 600));
  await database.db.execute(young);
  expect(await forgetOldMoney({ db: database.db, now })).toBe(0);
  expect(await database.db.select({ id: orders.id }).from(orders)).toEqual([{ id: orderId }]);
});

it('takes nothing of a day that is not sealed, nor anything younger whatever it is asked', async () => {
  await orderOf(LAST_OLD);
  expect(await forgetOldMoney({ db: database.db, now })).toBe(0);
  expect(await countOf(ledgerTransfers)).toBe(1);
  const later = new Date(now.getTime() + 366 * 86_400_000);
  await expect(forgetOldMoney({ db: database.db, now: later })).rejects.toThrow();
});
