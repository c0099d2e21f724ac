import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { mails } from '#db/tables/mail.ts';
import { addDaysHk, instantHk } from '#shared/hk-time.ts';
import { errorNameOf } from '#tests/factories/accounts/accounts.ts';
import { LEDGER_KEY } from '#tests/factories/money/ledger-key.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { headText, parseHead } from './ledger.rules.ts';
import { post, type Transfer } from './ledger.ts';
import { checkSeals, closeDays, ledgerHead, mailLedgerHead, sealDay } from './seals.ts';

const DAY = '2026-11-21';
const NEXT = addDaysHk(DAY, 1);
const LATER = instantHk(addDaysHk(DAY, 2), 600);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.pool.query('truncate ledger_transfers, day_seals, ledger_day_totals, mails cascade');
});

const books = (ledgerKey = LEDGER_KEY) => ({ db: database.db, ledgerKey });
const write = (over: Partial<Transfer> = {}) =>
  database.db.transaction((tx) =>
    post(tx, [
      {
        debit: 'clearing:mpgs',
        credit: 'unapplied',
        cents: 38_800,
        kind: 'capture',
        uniqueKey: 'fact:1',
        dayHk: DAY,
        ...over,
      },
    ]),
  );
/** Two sealed days with one row each. */
async function closeTwoDays(): Promise<void> {
  await write();
  await write({ uniqueKey: 'fact:2', dayHk: NEXT });
  expect(await closeDays(books(), LATER)).toBe(2);
  expect(await checkSeals(books())).toEqual([]);
}

it('seals days in their order and none that is not over', async () => {
  await write();
  expect(await errorNameOf(sealDay(books(), DAY, instantHk(DAY, 720)))).toBe('conflict');
  expect(await sealDay(books(), DAY, LATER)).toBe(true);
  expect(await sealDay(books(), DAY, LATER)).toBe(false);
  expect(await errorNameOf(sealDay(books(), addDaysHk(DAY, 2), instantHk(addDaysHk(DAY, 4), 0)))).toBe('conflict');
});

it('waits three hours with a day that is over: transactions begun before midnight have ended by then', async () => {
  await write();
  expect(await closeDays(books(), instantHk(NEXT, 179))).toBe(0);
  expect(await closeDays(books(), instantHk(NEXT, 180))).toBe(1);
});

it.each([
  ['id', 'id = id + 1000'],
  ['day_hk', `day_hk = '${DAY}'::date - 1`],
  ['debit', `debit = 'clearing:payme'`],
  ['credit', `credit = 'income:plan'`],
  ['cents', 'cents = 1'],
  ['kind', `kind = 'correction'`],
  ['unique_key', `unique_key = 'fact:3'`],
  ['created_at', `created_at = created_at - interval '1 day'`],
])('finds a sealed row whose %s was changed', async (_column, change) => {
  await closeTwoDays();
  await database.pool.query(`update ledger_transfers set ${change} where unique_key = 'fact:1'`);
  expect(await checkSeals(books())).toEqual([DAY]);
});

it.each([
  `update ledger_day_totals set credit = 'income:plan' where day_hk = '${DAY}'`,
  `delete from ledger_day_totals where day_hk = '${DAY}'`,
  `update day_seals set sealed_at = sealed_at + interval '1 second' where day_hk = '${DAY}'`,
])('finds what reports read changed under a seal: %s', async (change) => {
  await closeTwoDays();
  await database.pool.query(change);
  expect(await checkSeals(books())).toEqual([DAY]);
});

it('refuses seals that were made without the key of the books', async () => {
  await write();
  await closeDays(books('a key that somebody made up, of forty letters'), LATER);
  expect(await checkSeals(books())).toEqual([DAY, NEXT]);
});

it('finds a newest seal that was deleted, or made again over changed rows, by the head kept elsewhere', async () => {
  await closeTwoDays();
  const head = parseHead(headText((await ledgerHead(database.db))!))!;
  expect(head).toMatchObject({ dayHk: NEXT, seals: 2 });
  expect(await checkSeals(books(), { head })).toEqual([]);
  await database.pool.query(`delete from day_seals where day_hk = '${NEXT}'`);
  await database.pool.query(`delete from ledger_day_totals where day_hk = '${NEXT}'`);
  await database.pool.query(`update ledger_transfers set cents = 1 where unique_key = 'fact:2'`);
  expect(await checkSeals(books())).toEqual([]);
  expect(await checkSeals(books(), { head })).toEqual([NEXT]);
  await closeDays(books(), LATER);
  expect(await checkSeals(books())).toEqual([]);
  expect(await checkSeals(books(), { head })).toEqual([NEXT]);
});

it('keeps the seals of a database from before seals had a key, and takes none like them later', async () => {
  await closeTwoDays();
  // Seals of the former version: SHA-256 over the rows and the previous seal, computed by PostgreSQL.
  const rowOf = `(select '[' || id || ',"' || debit || '","' || credit || '",' || cents || ',"' || kind || '",null,null,"' || unique_key || '"]' || E'\\n' from ledger_transfers t where t.day_hk = s.day_hk)`;
  const former = `update day_seals s set rows_hash = null, hash = sha256(coalesce(previous, ''::bytea) || convert_to(${rowOf}, 'UTF8'))`;
  await database.pool.query(`${former} where day_hk = '${DAY}'`);
  expect(await checkSeals(books())).toEqual([NEXT]);
  await database.pool.query(`delete from day_seals where day_hk = '${NEXT}'`);
  await database.pool.query(`delete from ledger_day_totals where day_hk = '${NEXT}'`);
  await closeDays(books(), LATER);
  expect(await checkSeals(books())).toEqual([]);
  await database.pool.query(`update ledger_transfers set cents = 1 where unique_key = 'fact:1'`);
  expect(await checkSeals(books())).toEqual([DAY]);
  await database.pool.query(`update ledger_transfers set cents = 38800 where unique_key = 'fact:1'`);
  await closeDays(books(), instantHk(addDaysHk(DAY, 3), 600));
  await database.pool.query(`update day_seals set rows_hash = null where day_hk = '${addDaysHk(DAY, 2)}'`);
  expect(await checkSeals(books())).toEqual([addDaysHk(DAY, 2)]);
});

it('mails each head once, to be kept outside the database', async () => {
  expect(await mailLedgerHead(database.db, 'finance@radio.example')).toBeNull();
  await closeTwoDays();
  const head = await mailLedgerHead(database.db, 'finance@radio.example');
  expect(head).toMatchObject({ dayHk: NEXT, seals: 2 });
  expect(await mailLedgerHead(database.db, 'finance@radio.example')).toBeNull();
  const written = await database.db.select().from(mails).where(eq(mails.template, 'ledger-head'));
  expect(written).toHaveLength(1);
  expect(written[0]).toMatchObject({ recipient: 'finance@radio.example' });
  expect(written[0]!.textBody).toContain(headText(head!));
});
