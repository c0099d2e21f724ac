import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Db } from '#db/database.ts';
import { saleQueueEntries } from '#db/tables/sales.ts';
import { cancelOrder, type Order } from '#domain/payments/payments.ts';
import { standingOf } from '#domain/quotas/quotas.ts';
import { errorNameOf } from '#tests/factories/accounts/accounts.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { emptyPayments } from '#tests/factories/money/payments.ts';
import { createSalesHouse, seatsOf, type SalesHouse } from '#tests/factories/money/sales.ts';
import { DomainError } from '#shared/domain-error.ts';
import type { TestDatabase } from '#tests/setup/pg.ts';
import { comingAt } from '#tests/factories/visitor.ts';
import { createPaymentDatabase } from '#tests/factories/money/payment-looks.ts';
import { SERVED_SOON } from './sales.rules.ts';
import { createSaleQueue, sell, type Buyer, type SalesServices } from './sales.ts';
import type { SaleQueue } from './sales.types.ts';

const BUYERS = 120;
const SEATS = 20;

let database: TestDatabase;
let db: Db;
let house: SalesHouse;
const buyers: (Buyer & { kind: 'member' })[] = [];

beforeAll(async () => {
  database = await createPaymentDatabase();
  ({ db } = database);
  for (let i = 0; i < BUYERS; i++)
    buyers.push({ kind: 'member', memberId: await insertMember(db, `rush${i}@member.example`) });
});
afterAll(() => database.close());
beforeEach(async () => {
  await emptyPayments(database);
  await db.delete(saleQueueEntries);
  house = await createSalesHouse(db, { seats: SEATS });
});

const after = (ms: number) => {
  house.clock.now = new Date(house.clock.now.getTime() + ms);
};
const ask = (buyer: Buyer, sales: SalesServices = house.sales) =>
  sell(sales, buyer, seatsOf(), comingAt(house.clock.now));

/** Retries until an order is returned; null if sold out. */
async function untilServed(buyer: Buyer, sales?: SalesServices): Promise<number | null> {
  for (let isLast = false; ;) {
    const sale = await ask(buyer, sales).catch(() => null);
    if (sale === null) return null;
    if (sale.order) return sale.order.id;
    if (isLast) return null;
    // One may have become theirs since they received their position.
    isLast = (await standingOf(db, [house.quotaId])).get(house.quotaId)?.held === SEATS;
    await wait(20);
  }
}
const holders = async () =>
  (
    await database.pool.query<{ member_id: number }>("select member_id from orders where state = 'open' order by id")
  ).rows.map((row) => row.member_id);

it('serves those who came first, in their order, and exactly as many as there are seats', async () => {
  const orders = await Promise.all(buyers.map((buyer) => untilServed(buyer)));
  expect(orders.filter((id) => id !== null)).toHaveLength(SEATS);
  expect(await holders()).toEqual(buyers.slice(0, SEATS).map(({ memberId }) => memberId));
  expect((await standingOf(db, [house.quotaId])).get(house.quotaId)).toMatchObject({ held: SEATS, sold: 0 });
});

/** What a second process of the site has of its own. */
const anotherProcess = (): SalesServices => ({
  ...house.sales,
  queue: createSaleQueue({ db, clock: () => house.clock.now }),
});

it('sells no seat twice where two processes sell, and keeps one order of arrival', async () => {
  const processes = [house.sales, anotherProcess()];
  await Promise.all(buyers.map((buyer, i) => untilServed(buyer, processes[i % 2])));
  const arrived = await database.pool.query<{ buyer: string }>('select buyer from sale_queue_entries order by id');
  const first = arrived.rows.slice(0, SEATS).map(({ buyer }) => Number(buyer.split(':')[1]));
  expect(await holders()).toEqual(first);
  // Buyers left in the queue get a reply that it is sold out.
  after(20_000);
  for (const [i, sales] of processes.entries()) await ask(buyers[BUYERS - 2 + i]!, sales).catch(() => null);
});

it('counts who waits at another process, and gives what comes free to who waits longest, wherever they ask', async () => {
  const second = anotherProcess();
  await Promise.all(buyers.slice(0, SEATS).map((buyer) => untilServed(buyer)));
  const [first, later] = buyers.slice(SEATS);
  expect((await ask(first!)).position).toMatchObject({ ahead: 0 });
  expect((await ask(later!, second)).position).toMatchObject({ ahead: 1 });
  // Longer than anybody may be silent: each is heard by their own process only.
  for (let i = 0; i < 3; i++) {
    after(7_000);
    await Promise.all([ask(first!), ask(later!, second)]);
  }
  await cancelOrder(house.services, buyers[0]!, (await untilServed(buyers[0]!))!);
  after(2_000);
  const theirs = await ask(later!, second);
  expect([theirs.order, theirs.position?.ahead]).toEqual([null, 1]);
  expect(await untilServed(first!)).not.toBeNull();
});

it('returns their order to buyers who ask at another process, also while nothing is left', async () => {
  const second = anotherProcess();
  const ids = await Promise.all(buyers.slice(0, SEATS).map((buyer) => untilServed(buyer)));
  expect((await ask(buyers[SEATS]!, second)).order).toBeNull();
  after(1_000);
  await ask(buyers[SEATS]!, second);
  expect((await ask(buyers[3]!, second)).order?.id).toBe(ids[3]);
});

it('keeps the numbers of buyers whose process was killed, and waits for nobody longer than the silent are waited for', async () => {
  const killed = createSaleQueue({ db, clock: () => house.clock.now });
  // Its first buyer is being served as it dies, and the second waits behind; neither is heard from again at once.
  const never = { open: async () => null, work: () => new Promise<never>(() => {}) };
  const item = 'campaign:7:goods';
  const pass = (queue: SaleQueue, name: string) =>
    queue.pass(item, name, { open: async () => null, work: async () => ({ id: 1 }) as Order });
  await Promise.all(['member:1', 'member:2'].map((name) => killed.pass(item, name, never)));
  const queue = createSaleQueue({ db, clock: () => house.clock.now });
  expect(await pass(queue, 'member:3')).toMatchObject({ ahead: 2 });
  // The second asks elsewhere: still before the third, who came later.
  after(14_000);
  expect(await pass(queue, 'member:3')).toMatchObject({ ahead: 2 });
  const second = pass(queue, 'member:2');
  after(2_000);
  expect(await second).toMatchObject({ id: 1 });
  await expect.poll(() => pass(queue, 'member:3')).toMatchObject({ id: 1 });
});

it('gives a unit that comes free to who waits longest, and to nobody who comes later', async () => {
  await Promise.all(buyers.slice(0, SEATS).map((buyer) => untilServed(buyer)));
  const [first, later] = buyers.slice(SEATS);
  expect((await ask(first!)).position).toMatchObject({ ahead: 0 });
  await cancelOrder(house.services, buyers[0]!, (await untilServed(buyers[0]!))!);
  after(2_000);
  const [theirs, ours] = [ask(later!), untilServed(first!)];
  expect(await ours).not.toBeNull();
  const late = await theirs.catch(() => null);
  expect(late?.order ?? null).toBeNull();
});

it('tells who is far back their position while those at the front still wait for theirs', async () => {
  const queue = createSaleQueue({ db, clock: () => house.clock.now });
  const served = Promise.withResolvers<never>();
  const told: number[] = [];
  const passes = buyers.map(async (_buyer, i) => {
    const how = { open: async () => null, work: () => served.promise };
    const position = await queue.pass('campaign:7:goods', `member:${i}`, how);
    if ('ahead' in position) told.push(position.ahead);
  });
  await Promise.all(passes);
  const front = told.findIndex((ahead) => ahead < SERVED_SOON);
  expect(told.slice(0, front)).toEqual(Array.from({ length: BUYERS - SERVED_SOON }, (_, i) => SERVED_SOON + i));
  expect(told.slice(front)).toEqual(Array.from({ length: SERVED_SOON }, (_, i) => i));
  served.reject(new DomainError('quotaFull', { left: 0, may_free: false }));
});

it('answers who has an order with it, also while nothing is left', async () => {
  const ids = await Promise.all(buyers.slice(0, SEATS).map((buyer) => untilServed(buyer)));
  await ask(buyers[SEATS]!).catch(() => null);
  expect(await untilServed(buyers[3]!)).toBe(ids[3]);
});

it('refuses without the database while nothing is left, and looks again after that', async () => {
  await Promise.all(buyers.slice(0, SEATS).map((buyer) => untilServed(buyer)));
  await ask(buyers[SEATS]!).catch(() => null);
  const entries = () => database.pool.query('select 1 from sale_queue_entries').then(({ rowCount }) => rowCount);
  const before = await entries();
  for (const buyer of buyers.slice(SEATS + 1, SEATS + 11)) expect(await errorNameOf(ask(buyer))).toBe('quotaFull');
  expect(await entries()).toBe(before);
  after(2_000);
  const [late] = buyers.slice(SEATS + 20);
  await ask(late!).catch(() => null);
  expect(await entries()).toBeGreaterThan(before ?? 0);
  // The buyer ahead does not return, so the next one gets the reply that it is sold out.
  after(20_000);
  await ask(late!).catch(() => null);
});
