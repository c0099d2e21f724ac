import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buyingActions } from '#domain/buying/buying.actions.ts';
import { subscriptionActions } from '#domain/buying/subscriptions.actions.ts';
import { ledgerActions } from '#domain/ledger/ledger.actions.ts';
import { encoderActions } from '#domain/on-air/encoders.actions.ts';
import { orderActions } from '#domain/payments/operations/orders.actions.ts';
import { recordFacts, sendDueRefunds } from '#domain/payments/payments.ts';
import { receiptActions } from '#domain/receipts/receipts.actions.ts';
import { numberReceipts } from '#domain/receipts/receipts.ts';
import { staffActions } from '#domain/staff/staff.actions.ts';
import { inviteStaff } from '#domain/staff/staff.ts';
import { rentalActions } from '#domain/films/films.actions.ts';
import type { Tx } from '#db/database.ts';
import { runVerb } from '../../scripts/dry-run.ts';
import { FILM_CHANGES } from '../../scripts/money-films.ts';
import { ORDER_CHANGES, type MoneyVerb } from '../../scripts/money-orders.ts';
import { PLAN_CHANGES } from '../../scripts/money-plans.ts';
import { runAction } from '../../scripts/run-action.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { createTestDesk, DESK_URL, type TestDesk, type Person } from '#tests/factories/desk.ts';
import { LEDGER_KEY } from '#tests/factories/money/ledger-key.ts';
import { runMoney, sayMoney } from '#tests/factories/money/money-verb.ts';
import {
  attemptFor,
  createPaymentHouse,
  makeGivenTable,
  orderFor,
  PAY_START,
  seen,
} from '#tests/factories/money/payments.ts';
import { insertFilms } from '#tests/factories/money/rentals.ts';
import { insertPlans, PLAN } from '#tests/factories/money/plan-shop.ts';
import { payOrders, RECEIPT_LINKS } from '#tests/factories/money/receipts.ts';
import { createTwinDatabases, type TestDatabase } from '#tests/setup/pg.ts';

// A command and the action of the desk of the same name leave the same rows: each runs on one of two copies of a database.

const WHY = 'the member asked';
const NOW = new Date(PAY_START.getTime() + 25 * 3_600_000);
/** Refunds of this amount need no approval. */
const REFUND_LIMIT = 1_000_000;

/** What only a person at the desk leaves. */
const OF_THE_DESK = new Set(['staff_sessions', 'staff_requests', 'staff_undos', 'approvals']);
/** A run of the desk has an id, and its audit event the account; hence other hashes of the chain. */
const OF_A_RUN = new Set(['request_id', 'approval_id', 'account_id', 'hash', 'previous_hash']);

let command: TestDatabase;
let deskDatabase: TestDatabase;
let desk: TestDesk;
let requester: Person;
let approver: Person;
const given = { member: 0, order: 0, unpaid: 0, work: 0, refund: '', withdrawn: '' };

async function fill(database: TestDatabase): Promise<void> {
  const { db } = database;
  await makeGivenTable(db);
  await insertPlans(db, new Date(PAY_START.getTime() - 86_400_000));
  const house = createPaymentHouse(db);
  await insertFilms(db);
  const memberId = await insertMember(db, 'me@member.example');
  given.member = memberId;
  const pay = async (gateway: 'mpgs' | 'jetco', cents?: number) => {
    const order = await orderFor(house, memberId);
    const number = await attemptFor(house, order, gateway);
    await recordFacts(house.services, [
      seen(house.gateways[gateway].pay(number, cents === undefined ? {} : { cents })),
    ]);
    return order.id;
  };
  given.order = await pay('mpgs');
  await pay('mpgs', 100);
  const { rows } = await db.execute<{ id: number }>(sql`select id from work_items`);
  given.work = rows[0]!.id;
  // JETCO has no call for refunds: staff refund by hand and record it.
  const manual = await pay('jetco');
  const refund = { words: [String(manual), 'all'], hand: { who: 'a test', why: 'a refund' } };
  const said = await runMoney(db, house.services, ORDER_CHANGES['refund'], refund);
  given.refund = said[0]!.split(':')[0]!;
  // Of another one its bank took the payment back before staff refunded it.
  const taken = await orderFor(house, memberId);
  const number = await attemptFor(house, taken, 'jetco');
  await recordFacts(house.services, [seen(house.gateways.jetco.pay(number))]);
  const asked = { words: [String(taken.id), 'all'], hand: { who: 'a test', why: 'a refund' } };
  given.withdrawn = (await runMoney(db, house.services, ORDER_CHANGES['refund'], asked))[0]!.split(':')[0]!;
  await sendDueRefunds(house.services);
  await recordFacts(house.services, [seen(house.gateways.jetco.pay(number, { kind: 'chargeback' }), 'settlement')]);
  const unpaid = await orderFor(house, await insertMember(db, 'unpaid@member.example'));
  await attemptFor(house, unpaid, 'payme');
  given.unpaid = unpaid.id;
  await payOrders(db, memberId, 1, PAY_START);
  await numberReceipts({ db, ...RECEIPT_LINKS }, PAY_START);
  const first = await createTestDesk(database);
  first.clock.now = NOW;
  requester = await first.enter('break-glass');
  approver = await first.enter('break-glass');
  await first.app.close();
}

beforeAll(async () => {
  [command, deskDatabase] = await createTwinDatabases(fill);
  const house = createPaymentHouse(deskDatabase.db);
  desk = await createTestDesk(deskDatabase, {
    actions: [
      ...orderActions(house.services, { refundLimit: REFUND_LIMIT }),
      ...receiptActions(RECEIPT_LINKS),
      ...ledgerActions({ ledgerKey: LEDGER_KEY }),
      ...buyingActions(),
      ...subscriptionActions(),
      ...rentalActions(),
      ...encoderActions(),
      ...staffActions({ deskUrl: DESK_URL }),
    ],
  });
  desk.clock.now = NOW;
});
afterAll(async () => {
  await desk.app.close();
  await command.close();
  await deskDatabase.close();
});

/** A value without what is random or of the moment. */
function plain(value: unknown): unknown {
  if (typeof value === 'string') {
    if (Math.abs(Date.parse(value) - Date.now()) < 600_000) return 'now';
    return value.replaceAll(/RF\d{14}/g, 'RF').replaceAll(/[\w-]{32,}/g, 'random');
  }
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !OF_A_RUN.has(name))
      .map(([name, of]) => [name, plain(of)]),
  );
}

/** Every row of every table, and the jobs that wait, as text. */
async function rowsOf({ db }: TestDatabase): Promise<string[]> {
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const all: string[] = [];
  for (const { name } of tables) {
    if (OF_THE_DESK.has(name)) continue;
    const { rows } = await db.execute<{ row: { id?: number; action?: string } }>(
      sql`select to_jsonb(t) as row from ${sql.identifier(name)} t`,
    );
    for (const { row } of rows) {
      const { id, ...event } = row;
      // Approvals have events of their own among the others.
      const isEvent = name === 'audit_events';
      if (isEvent && row.action?.startsWith('approvals.')) continue;
      all.push(`${name} ${JSON.stringify(plain(isEvent ? event : { id, ...event }))}`);
    }
  }
  const { rows: jobs } = await db.execute<Record<string, unknown>>(
    sql`select task_identifier, key, max_attempts from graphile_worker.jobs`,
  );
  return [...all, ...jobs.map((job) => `job ${JSON.stringify(job)}`)].toSorted();
}
/** Rows of one that the other lacks. */
const lacking = (one: readonly string[], other: readonly string[]) => one.filter((row) => !other.includes(row));

type ByCommand = (tx: Tx, hand: { who: string; why: string }) => Promise<unknown>;

const verb = (verbs: Readonly<Record<string, MoneyVerb>>, name: string, words: () => string[]): ByCommand => {
  return (tx, hand) => {
    const house = createPaymentHouse(tx);
    house.clock.now = NOW;
    return sayMoney(tx, house.services, verbs[name], { words: words(), hand });
  };
};
const encoder = (name: string, input: object): ByCommand => {
  return (tx, hand) => runAction(tx, encoderActions(), { name, input }, { hand, now: NOW, isPreview: false });
};
const DAYS = ['2026-11-21', '2026-12-31'] as const;
const FILM = 822;
const rental = () => ({ member_id: given.member, film_id: FILM });
const rented = () => [String(given.member), String(FILM)];
const OUTAGE_TS = Date.parse('2026-11-21T13:00:00+08:00') / 1000;
const ENCODER = { stream_id: 881, name: 'studio-1' };

/** Action of the desk, its input, and the command as its script runs it. */
const CASES: [string, () => object, ByCommand][] = [
  [
    'orders.refund',
    () => ({ order_id: given.order, cents: 8_800 }),
    verb(ORDER_CHANGES, 'refund', () => [String(given.order), '8800']),
  ],
  [
    'orders.refund',
    () => ({ order_id: given.order, cents: 'all' }),
    verb(ORDER_CHANGES, 'void', () => [String(given.order)]),
  ],
  ['work-items.close', () => ({ work_item: given.work }), verb(ORDER_CHANGES, 'close', () => [String(given.work)])],
  ['refunds.confirm', () => ({ refund: given.refund }), verb(ORDER_CHANGES, 'paid-back', () => [given.refund])],
  ['refunds.withdraw', () => ({ refund: given.withdrawn }), verb(ORDER_CHANGES, 'withdraw', () => [given.withdrawn])],
  [
    'receipts.resend',
    () => ({ number: 'R2026-000001' }),
    verb(ORDER_CHANGES, 'resend-receipt', () => ['R2026-000001']),
  ],
  ['orders.cancel', () => ({ order_id: given.unpaid }), verb(ORDER_CHANGES, 'cancel', () => [String(given.unpaid)])],
  ['receipts.check', () => ({ day: DAYS[0] }), verb(ORDER_CHANGES, 'check-receipts', () => [DAYS[0]])],
  ['ledger.close-days', () => ({}), verb(ORDER_CHANGES, 'close-days', () => [])],
  [
    'plans.create',
    () => ({ kind: 'monthly', name: '每月', price_cents: 8_800, days: 30, description: '一個月' }),
    verb(PLAN_CHANGES, 'plan', () => ['monthly', '每月', '8800', '30', '一個月']),
  ],
  [
    'plans.price',
    () => ({ plan: PLAN.once, price_cents: 42_000 }),
    verb(PLAN_CHANGES, 'price', () => [String(PLAN.once), '42000']),
  ],
  [
    'plans.sell',
    () => ({ plan: PLAN.once, sells_on: DAYS[0], sells_until: DAYS[1] }),
    verb(PLAN_CHANGES, 'sell', () => [String(PLAN.once), ...DAYS]),
  ],
  [
    'subscriptions.give',
    () => ({ member_ids: [given.member], plan_id: PLAN.once, days: 7 }),
    verb(PLAN_CHANGES, 'give', () => [String(given.member), String(PLAN.once), '7']),
  ],
  [
    'subscriptions.credit-outage',
    () => ({ name: 'fire-1', starts_on: DAYS[0], ends_on: DAYS[0], days: 3, said: '機房停電' }),
    verb(PLAN_CHANGES, 'credit', () => ['fire-1', DAYS[0], DAYS[0], '3', '機房停電']),
  ],
  ['rentals.give', rental, verb(FILM_CHANGES, 'give-film', rented)],
  [
    'rentals.credit-outage',
    () => ({ starts_ts: OUTAGE_TS, ends_ts: OUTAGE_TS + 1_200 }),
    verb(FILM_CHANGES, 'film-outage', () => ['2026-11-21T13:00', '2026-11-21T13:20']),
  ],
  ['rentals.end', rental, verb(FILM_CHANGES, 'take-film', rented)],
  [
    'codes.create',
    () => ({
      kind: 'redeem',
      name: '試用',
      worth: { days: 1 },
      plan_ids: [PLAN.once],
      starts_on: DAYS[0],
      ends_on: DAYS[1],
      codes: ['WELCOME'],
      max_uses: 2,
    }),
    verb(PLAN_CHANGES, 'codes', () => ['redeem', '試用', 'days', '1', 'WELCOME', '2', ...DAYS, String(PLAN.once)]),
  ],
  ['codes.end', () => ({ codes: ['WELCOME'] }), verb(PLAN_CHANGES, 'end-codes', () => ['WELCOME'])],
  [
    'staff.invite',
    () => ({ email: 'new@radio.example', name: '新人', role: 'presenter', scope: null }),
    (tx, hand) =>
      inviteStaff(
        tx,
        { deskUrl: DESK_URL },
        hand,
        { email: 'new@radio.example', name: '新人', role: 'presenter', scope: null },
        NOW,
      ),
  ],
  ['encoders.register', () => ENCODER, encoder('encoders.register', ENCODER)],
  ['encoders.withdraw', () => ({ name: ENCODER.name }), encoder('encoders.withdraw', { name: ENCODER.name })],
];

/** Their audit has the name of the action. */
const NEEDS_NO_REASON = new Set(['receipts.resend', 'receipts.check', 'ledger.close-days']);

let former: string[] = [];
it.each(CASES)('%s leaves the rows that its command leaves', async (action, input, byCommand) => {
  const why = NEEDS_NO_REASON.has(action) ? action : WHY;
  const reply = await desk.act(action, input(), { cookie: requester.cookie, reason: why });
  expect([reply.status, reply.response]).toMatchObject([200, {}]);
  const { outcome, approval_id: approval } = reply.response as { outcome: string; approval_id?: number };
  const run = (isMeant: boolean) =>
    runVerb(command.db, isMeant, async (tx) => {
      await byCommand(tx, { who: requester.name, why });
      return [];
    });
  if (outcome === 'asked') {
    // The action was tried, as in a dry run: both take ids from sequences.
    await run(false);
    const path = `/api/staff/approvals/${approval}/approve`;
    expect((await desk.call(path, { cookie: approver.cookie, body: {}, key: 'approval-key-1' })).status).toBe(200);
  }
  await run(true);

  const [byHand, atDesk] = [await rowsOf(command), await rowsOf(deskDatabase)];
  expect(byHand.length).toBeGreaterThan(0);
  expect(byHand).not.toEqual(former);
  expect({ byHand: lacking(byHand, atDesk), atDesk: lacking(atDesk, byHand) }).toEqual({ byHand: [], atDesk: [] });
  former = byHand;
});
