import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { backUpDatabase } from '#db/backup.ts';
import { mails } from '#db/tables/mail.ts';
import { endAttempts } from '#domain/payments/attempts/attempts.ts';
import { headText } from '#domain/ledger/ledger.rules.ts';
import { ledgerHead } from '#domain/ledger/seals.ts';
import { recordFacts, sendDueRefunds, type Order } from '#domain/payments/payments.ts';
import { numberReceipts } from '#domain/receipts/receipts.ts';
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
import { runMoney, splitLine } from '#tests/factories/money/money-verb.ts';
import { LEDGER_KEY } from '#tests/factories/money/ledger-key.ts';
import { payOrders, RECEIPT_LINKS } from '#tests/factories/money/receipts.ts';
import type { TestDatabase } from '#tests/setup/pg.ts';
import { ORDER_CHANGES, ORDER_CHANGES_USAGE, ORDER_LOOKS, ORDER_LOOKS_USAGE } from './money-orders.ts';

// The verbs of `npm run money` about orders and the books, as typed by staff, in this process.

const HAND = { who: 'Ah Ming', why: 'the member asked' };
const TODAY = '2026-11-21';
const TRIED = 'Dry run: nothing was changed. Run again with --do to apply the change.';

let database: TestDatabase;
let house: PaymentHouse;
let me = 0;
let n = 0;
beforeAll(async () => {
  database = await createPaymentDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  house = createPaymentHouse(database.db);
  me = await insertMember(database.db, `money${++n}@member.example`);
  await emptyPayments(database);
});
const { later, rowOf, work } = looksOf(() => house);

const run = (verb: string, line: string, { isMeant = true } = {}) =>
  runMoney(database.db, house.services, ORDER_CHANGES[verb], { words: splitLine(line), hand: HAND, isMeant });
const look = (verb: string, line = '') => ORDER_LOOKS[verb]!(database.db, splitLine(line), house.clock.now, LEDGER_KEY);

async function paid(cents?: number): Promise<Order> {
  const order = await orderFor(house, me);
  const number = await attemptFor(house, order);
  const fact = house.gateways.mpgs.pay(number, cents === undefined ? {} : { cents });
  await recordFacts(house.services, [seen(fact)]);
  return order;
}

it('tells of every verb how it is said', () => {
  for (const [verbs, usage] of [
    [ORDER_LOOKS, ORDER_LOOKS_USAGE],
    [ORDER_CHANGES, ORDER_CHANGES_USAGE],
  ] as const)
    expect(Object.keys(verbs).filter((verb) => !usage.includes(`money -- ${verb} `))).toEqual([]);
});

it('tries a refund first and changes nothing by that, then gives back a part, and the rest, named and with why', async () => {
  const { id } = await paid();
  expect((await run('refund', `${id} 8800`, { isMeant: false })).at(-1)).toBe(TRIED);
  expect((await look('story', `${id}`))[0]).toContain('refunded HK$0.00');
  expect((await run('refund', `${id} 8800`))[0]).toMatch(/^RF\d{14}: refunding HK\$88\.00 of order/);
  await sendDueRefunds(house.services);
  const story = await look('story', `${id}`);
  expect(story[0]).toContain('part_refunded. HK$388.00; captured HK$388.00, refunded HK$88.00.');
  expect(story.join('\n')).toMatch(/Ah Ming[^]*the member asked|the member asked[^]*Ah Ming/);
  await run('void', `${id}`);
  await sendDueRefunds(house.services);
  expect((await look('story', `${id}`))[0]).toContain('refunded HK$388.00.');
  await expect(run('refund', `${id} all`)).rejects.toThrow();
});

it('tells no provider of a cancelling that is only tried', async () => {
  const order = await orderFor(house, me);
  const number = await attemptFor(house, order, 'payme');
  expect((await run('cancel', `${order.id}`, { isMeant: false })).at(-1)).toBe(TRIED);
  expect(await rowOf(order.id)).toMatchObject({ state: 'open' });
  expect(() => house.gateways.payme.pay(number)).not.toThrow();
  const other = await orderFor(house, await insertMember(database.db, `money${++n}@member.example`));
  const unpaid = await attemptFor(house, other, 'payme');
  house.gateways.payme.mood = 'away';
  expect((await run('cancel', `${other.id}`))[0]).toContain(`Order ${other.id} is cancelled`);
  expect(await rowOf(other.id)).toMatchObject({ state: 'cancelled' });
  // The worker polls until answered.
  await expect(endAttempts(house.services, other.id)).rejects.toThrow('has not ended');
  house.gateways.payme.mood = 'well';
  await endAttempts(house.services, other.id);
  expect(() => house.gateways.payme.pay(unpaid)).toThrow('cancelled at the provider');
  await expect(run('cancel', `${other.id}`)).rejects.toMatchObject({ errorName: 'conflict' });
});

it('refunds a payment that was faster than the cancelling of its order', async () => {
  const order = await orderFor(house, me);
  const number = await attemptFor(house, order, 'payme');
  await run('cancel', `${order.id}`);
  house.gateways.payme.pay(number);
  await endAttempts(house.services, order.id).catch(() => undefined);
  await endAttempts(house.services, order.id);
  await sendDueRefunds(house.services);
  expect(await rowOf(order.id)).toMatchObject({ capturedCents: PRICE_CENTS, refundedCents: PRICE_CENTS });
});

it('lists what waits for a person, and takes it off by its number', async () => {
  await paid(100);
  const [line = '', count] = await look('work');
  expect(line).toContain('wrong_amount');
  expect(count).toBe('1 open work items.');
  const [id = ''] = line.split(' ');
  expect(await run('close', id, { isMeant: false })).toContain(TRIED);
  expect(await work()).toEqual(['wrong_amount']);
  expect(await run('close', id)).toEqual([`Closed work item ${id}.`]);
  expect(await look('work')).toEqual(['0 open work items.']);
});

it('counts once what went back by the portal and is told by its settlement file', async () => {
  const order = await orderFor(house, me);
  const number = await attemptFor(house, order, 'jetco');
  const told = house.gateways.jetco.pay(number);
  await recordFacts(house.services, [seen(told, 'return')]);
  const refund = (await run('refund', `${order.id} all`))[0]?.split(':')[0] ?? '';
  await sendDueRefunds(house.services);
  expect(await run('paid-back', refund)).toEqual([`Refund ${refund} is recorded as paid.`]);
  expect(await rowOf(order.id)).toMatchObject({ state: 'refunded', refundedCents: PRICE_CENTS });
  const folder = mkdtempSync(join(tmpdir(), 'airwave-settlement-'));
  try {
    const line = { attempt: number, cents: PRICE_CENTS, feeCents: 0, day: TODAY };
    const file = join(folder, 'jetco.json');
    const back = { ...line, gatewayTxn: 'portal-1', kind: 'refunded' };
    writeFileSync(file, JSON.stringify([{ ...line, gatewayTxn: told.gatewayTxn, kind: 'paid' }, back]));
    expect((await run('reconcile', `jetco ${TODAY} ${file}`))[0]).toMatch(
      /0 with a different amount; 0 of our payment facts/,
    );
    await expect(run('reconcile', `bank ${TODAY} ${file}`)).rejects.toThrow('Unknown provider "bank"');
  } finally {
    rmSync(folder, { recursive: true });
  }
  expect(await work()).toEqual([]);
});

it('closes days, reads the books by day and account, and finds a day that is not as it was sealed', async () => {
  await paid();
  later(24 * 60);
  expect(await run('close-days', '')).toEqual(['1 days closed.']);
  expect(await look('seals')).toEqual(['All sealed days are intact.']);
  const lines = await look('report', `${TODAY} ${TODAY}`);
  expect(lines.find((line) => line.includes('clearing:mpgs'))).toMatch(/^2026-11-21 .*HK\$388\.00\s+HK\$0\.00$/);
  expect((await look('balances')).find((line) => line.includes('clearing:mpgs'))).toMatch(/ HK\$388\.00$/);
  await database.pool.query(`update ledger_transfers set cents = cents + 1 where credit = 'unapplied'`);
  expect(await look('seals')).toEqual([`${TODAY} differs from its seal.`]);
});

it('finds what was sealed anew by the ledger head of a mail or a backup', async () => {
  await paid();
  later(24 * 60);
  await run('close-days', '');
  const head = headText((await ledgerHead(database.db))!);
  const folder = mkdtempSync(join(tmpdir(), 'backup-'));
  try {
    await backUpDatabase(database.url, folder, house.clock.now);
    for (const kept of [head, folder]) expect(await look('seals', kept)).toEqual(['All sealed days are intact.']);
    await database.pool.query('delete from day_seals');
    await database.pool.query('delete from ledger_day_totals');
    await database.pool.query('update ledger_transfers set cents = cents + 1');
    await run('close-days', '');
    expect(await look('seals')).toEqual(['All sealed days are intact.']);
    for (const kept of [head, folder]) expect(await look('seals', kept)).toEqual([`${TODAY} differs from its seal.`]);
    await expect(look('seals', join(folder, 'none'))).rejects.toThrow(/no backup/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('holds the papers of a day against the books, and mails one again', async () => {
  expect((await run('check-receipts', TODAY)).at(-1)).toBe('Receipts and ledger agree.');
  await payOrders(database.db, me, 1, house.clock.now);
  await numberReceipts({ db: database.db, ...RECEIPT_LINKS }, house.clock.now);
  await database.db.delete(mails);
  expect(await run('resend-receipt', 'R2026-000001', { isMeant: false })).toContain(TRIED);
  expect(await database.db.select().from(mails)).toEqual([]);
  expect(await run('resend-receipt', 'R2026-000001')).toEqual(['R2026-000001 will be mailed again.']);
  expect(await database.db.select().from(mails)).toHaveLength(1);
});

it('writes down who did what and why, of each verb that was meant', async () => {
  const { id } = await paid();
  await run('refund', `${id} 100`);
  await run('close-days', '', { isMeant: false });
  await run('check-receipts', TODAY);
  const { rows } = await database.pool.query<{ who: string; why: string; action: string }>(
    'select who, reason as why, action from audit_events order by id',
  );
  expect(rows).toEqual(['orders.refund', 'receipts.check'].map((action) => ({ ...HAND, action })));
});

it('says which word is none that it knows', async () => {
  await expect(run('refund', 'x all')).rejects.toThrow('"x" is not a valid number');
  await expect(run('refund', '1 half')).rejects.toThrow('"half" is not a valid number');
  await expect(look('report', `${TODAY} tomorrow`)).rejects.toThrow('"tomorrow" is not a valid day');
  await expect(look('story', '')).rejects.toThrow('A number is required');
  await expect(look('story', '999999')).rejects.toThrow();
});
