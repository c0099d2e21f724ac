import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createPaymentServices } from '#server/services/payments.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { createPaymentDatabase, looksOf } from '#tests/factories/money/payment-looks.ts';
import {
  attemptFor,
  createPaymentHouse,
  emptyPayments,
  orderFor,
  PRICE_CENTS,
  seen,
  type PaymentHouse,
} from '#tests/factories/money/payments.ts';
import type { TestDatabase } from '#tests/setup/pg.ts';
import type { Fact } from '#domain/payments/gateway.types.ts';
import { cancelOrder, listWork, reconcile, recordFacts, sendDueRefunds } from '#domain/payments/payments.ts';
import { memberActor } from '#tests/factories/accounts/member-actor.ts';

// A settlement file moves no money; its lines are matched by the provider's transaction ids.

const TODAY = '2026-11-21';
const GATEWAYS = ['paydollar', 'mpgs', 'payme', 'eft', 'jetco'] as const;
type Name = (typeof GATEWAYS)[number];

let database: TestDatabase;
let house: PaymentHouse;
let n = 0;
beforeAll(async () => {
  database = await createPaymentDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  house = createPaymentHouse(database.db);
  const clock = house.services.clock;
  const config = readConfig({ SITE_URL: 'http://127.0.0.1:9120', PAYMENT_GATEWAYS: 'alipay=eft' });
  const { gateways } = createPaymentServices(config, { db: database.db, clock, secretKey: 'a key' });
  // Files are parsed by the real adapters.
  for (const name of GATEWAYS) house.gateways[name].parseSettlement = (file) => gateways[name]!.parseSettlement(file);
  await emptyPayments(database);
});

const { rowOf, work, booked } = looksOf(() => house);

async function begin(gateway: Name) {
  const order = await orderFor(house, await insertMember(database.db, `settled${++n}@member.example`));
  return { order, number: await attemptFor(house, order, gateway) };
}
const fileOf = (gateway: Name, ...rows: string[]) => ({
  gateway,
  dayHk: TODAY,
  file: `${gateway}.csv`,
  text: ['transaction,attempt,kind,cents,fee_cents,day', ...rows].join('\n'),
});
/** Transaction ids of the facts of a sample's two orders. */
const TOLD: Record<Name, (numbers: readonly string[]) => string[]> = {
  paydollar: () => ['9000001', '9000002', '9000003'],
  mpgs: ([one, two]) => [`${one}/1`, `${two}/1`, `${two}/RF26112100000001`],
  payme: () => [
    '5f0a6b1e-0c1d-4f7e-9a55-0242ac120001',
    '5f0a6b1e-0c1d-4f7e-9a55-0242ac120002',
    '7d2c9b44-51aa-4c0e-8d0f-0242ac120003',
  ],
  eft: () => ['202611211004400000001', '202611211004400000002', 'RF26112100000001'],
  jetco: (numbers) => [...numbers],
};
const moved = async () =>
  (await database.pool.query("select 1 from payment_facts where kind in ('paid', 'refunded')")).rowCount;
const refundsInAll = async () => (await database.pool.query('select 1 from refunds')).rowCount;

describe.each(GATEWAYS)('of %s', (gateway) => {
  it('knows each line of its file for what was told before', async () => {
    const [one, two] = [await begin(gateway), await begin(gateway)];
    const numbers = [one.number, two.number];
    const [first = '', second = '', back] = TOLD[gateway](numbers);
    const paid = house.gateways[gateway].pay(one.number, { txn: first });
    const told: Fact[] = [paid, house.gateways[gateway].pay(two.number, { txn: second })];
    if (back !== undefined)
      told.push({ ...paid, attempt: two.number, gatewayTxn: back, kind: 'refunded', cents: 10_000 });
    await recordFacts(
      house.services,
      told.map((fact) => seen(fact)),
    );
    const before = { work: await work(), moved: await moved(), refunds: await refundsInAll() };
    const sample = readFileSync(`tests/factories/money/settlement-files/${gateway}.csv`, 'utf8');
    const text = sample.replaceAll('UR26112100000001', one.number).replaceAll('UR26112100000002', two.number);
    const asked = { gateway, dayHk: TODAY, file: `${gateway}.csv`, text } as const;
    for (let times = 0; times < 2; times++)
      expect(await reconcile(house.services, asked)).toEqual({
        lines: told.length,
        unheard: 0,
        unclear: 0,
        differing: 0,
        missing: 0,
      });
    expect({ work: await work(), moved: await moved(), refunds: await refundsInAll() }).toEqual(before);
  });

  it('puts a payment by an unknown number, of an order that is paid, before a person and sends nothing back', async () => {
    const { order, number } = await begin(gateway);
    await recordFacts(house.services, [
      seen(house.gateways[gateway].pay(number, { txn: TOLD[gateway]([number])[0]! })),
    ]);
    const file = fileOf(gateway, `${gateway === 'jetco' ? number : '1234'},${number},paid,${PRICE_CENTS},0,${TODAY}`);
    const other = fileOf(gateway, `5678,${number},paid,${PRICE_CENTS},0,${TODAY}`);
    if (gateway === 'jetco') await reconcile(house.services, file);
    await reconcile(house.services, other);
    await sendDueRefunds(house.services);
    expect(await rowOf(order.id)).toMatchObject({ state: 'paid', capturedCents: PRICE_CENTS, refundedCents: 0 });
    expect(await refundsInAll()).toBe(0);
    const items = (await listWork(database.db, 9)).filter(({ kind }) => kind === 'settlement_unclear');
    expect(items).toMatchObject([
      {
        orderId: order.id,
        detail: { settled: { reference: number, cents: PRICE_CENTS }, known: [{ kind: 'paid', cents: PRICE_CENTS }] },
      },
    ]);
    expect((await booked())[`clearing:${gateway}`]).toBe(PRICE_CENTS);
  });
});

it('asks a provider that can be asked about what its file alone tells, and believes the answer', async () => {
  const [heard, unheard] = [await begin('paydollar'), await begin('paydollar')];
  house.gateways.paydollar.pay(heard.number, { txn: '9000001' });
  const lineOf = (txn: string, number: string) => `${txn},${number},paid,${PRICE_CENTS},0,${TODAY}`;
  const file = fileOf('paydollar', lineOf('9000001', heard.number), lineOf('9000002', unheard.number));
  expect(await reconcile(house.services, file)).toMatchObject({ unheard: 2, unclear: 1 });
  expect(await rowOf(heard.order.id)).toMatchObject({ state: 'paid' });
  expect(await rowOf(unheard.order.id)).toMatchObject({ state: 'open', capturedCents: 0 });
  expect(await listWork(database.db, 9)).toMatchObject([
    { kind: 'settlement_unclear', orderId: unheard.order.id, detail: { doubt: 'not confirmed' } },
  ]);
  // The provider knows the payment by the next day.
  house.gateways.paydollar.pay(unheard.number, { txn: '9000002' });
  expect(await reconcile(house.services, file)).toMatchObject({ unclear: 0 });
  expect(await rowOf(unheard.order.id)).toMatchObject({ state: 'paid' });
  expect(await work()).toEqual([]);
});

it('lets the file of JETCO, which cannot be asked, pay an order with its own reference and amount, and nothing else', async () => {
  const [right, wrong, cancelled] = [await begin('jetco'), await begin('jetco'), await begin('jetco')];
  await cancelOrder(house.services, memberActor(cancelled.order.memberId ?? 0), cancelled.order.id);
  const lineOf = (txn: string, number: string, cents = PRICE_CENTS) => `${txn},${number},paid,${cents},0,${TODAY}`;
  const rows = [lineOf('101', right.number), lineOf('102', wrong.number, 100), lineOf('103', cancelled.number)];
  await reconcile(house.services, fileOf('jetco', ...rows, lineOf('104', right.number)));
  await sendDueRefunds(house.services);
  expect(await rowOf(right.order.id)).toMatchObject({ state: 'paid', capturedCents: PRICE_CENTS });
  expect(await rowOf(wrong.order.id)).toMatchObject({ state: 'open', capturedCents: 0 });
  expect(await rowOf(cancelled.order.id)).toMatchObject({ state: 'cancelled' });
  expect(await refundsInAll()).toBe(0);
  const items = (await listWork(database.db, 9)).map(({ kind, orderId }) => `${kind} ${orderId}`);
  expect(items.toSorted()).toEqual(
    [
      `settlement_unclear ${wrong.order.id}`,
      `settlement_unclear ${right.order.id}`,
      `settled_surplus ${cancelled.order.id}`,
    ].toSorted(),
  );
});

it('waits for what a first part of a file does not have, until another part has it', async () => {
  const { number } = await begin('mpgs');
  await recordFacts(house.services, [seen(house.gateways.mpgs.pay(number, { txn: `${number}/1` }))]);
  await reconcile(house.services, fileOf('mpgs'));
  expect(await work()).toEqual(['not_settled']);
  await reconcile(house.services, fileOf('mpgs', `${number}/1,${number},paid,${PRICE_CENTS},0,${TODAY}`));
  expect(await work()).toEqual([]);
});

it('puts before a person a line that comes again with another day or amount, and counts it once', async () => {
  const { number } = await begin('paydollar');
  await recordFacts(house.services, [seen(house.gateways.paydollar.pay(number, { txn: '9000001' }))]);
  const lineOf = (cents: number, day: string) => `9000001,${number},paid,${cents},0,${day}`;
  await reconcile(house.services, fileOf('paydollar', lineOf(PRICE_CENTS, TODAY)));
  const next = fileOf('paydollar', lineOf(PRICE_CENTS - 1, '2026-11-22'));
  expect(await reconcile(house.services, { ...next, dayHk: '2026-11-22' })).toMatchObject({ unclear: 1 });
  expect(await work()).toEqual(['settlement_unclear']);
  expect((await booked())['clearing:paydollar']).toBe(PRICE_CENTS);
});

it('refuses a file of MPGS whose line names no order, and takes nothing of it', async () => {
  const { number } = await begin('mpgs');
  const rows = [`1,${number},paid,${PRICE_CENTS},0,${TODAY}`, `1,,paid,${PRICE_CENTS},0,${TODAY}`];
  await expect(reconcile(house.services, fileOf('mpgs', ...rows))).rejects.toThrow('has no order');
  expect((await database.pool.query('select 1 from settlement_lines')).rowCount).toBe(0);
});
