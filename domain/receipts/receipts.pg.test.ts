import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { mails } from '#db/tables/mail.ts';
import { members } from '#db/tables/members.ts';
import { orders } from '#db/tables/payments.ts';
import { receipts } from '#db/tables/receipts.ts';
import { sendMail } from '#domain/mail/mail.ts';
import { publicStory } from '#domain/payments/payments.ts';
import { errorNameOf } from '#tests/factories/accounts/accounts.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { readPdf } from '#tests/factories/money/read-pdf.ts';
import {
  insertOrder,
  insertRefund,
  noted,
  notedRefund,
  numberedReceipts,
  payOrders,
  RECEIPT_LINKS,
} from '#tests/factories/money/receipts.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import {
  forgetOldMoney,
  listReceipts,
  makeReceipt,
  noteReceipt,
  numberReceipts,
  receiptPdf,
  RECEIPT_MAKER,
  resendReceipt,
  type ReceiptServices,
} from './receipts.ts';
import { yearHkOf } from './receipts.rules.ts';

const now = new Date('2026-11-21T12:00:00+08:00');
const HAND = { who: 'Ah Ming', why: 'the member asked' };

let database: TestDatabase;
let services: ReceiptServices;
let memberId = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  services = { db: database.db, ...RECEIPT_LINKS };
  memberId = await insertMember(database.db, 'me@member.example');
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.delete(receipts);
  await database.db.delete(mails);
});

const payMany = (count: number, of: number | null = memberId) => payOrders(database.db, of, count, now);

async function refundOne(cents: number): Promise<void> {
  const orderId = await insertOrder(database.db, memberId);
  const refundId = await insertRefund(database.db, orderId, cents);
  await database.db.transaction((tx) => noteReceipt(tx, notedRefund(orderId, refundId, cents, now)));
}

const numbered = () => numberedReceipts(database.db);
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1);
const numbersOf = async (kind: string, year: number) =>
  (await numbered()).filter((row) => row.kind === kind && row.year === year).map(({ number }) => number);

it('gives numbers without a gap, each kind its own, however many workers give them while people pay', async () => {
  await payMany(30);
  const paying = Promise.all([payMany(20), payMany(20), refundOne(100), refundOne(200)]);
  const workers = upTo(5).map(async () => {
    let given = 0;
    for (let round = 0; round < 6; round++) given += await numberReceipts(services, now);
    return given;
  });
  const early = (await Promise.all(workers)).reduce((sum, given) => sum + given, 0);
  await paying;
  const late = await numberReceipts(services, now);
  expect(early + late).toBe(72);
  expect(await numbersOf('receipt', 2026)).toEqual(upTo(70));
  expect(await numbersOf('refund_note', 2026)).toEqual(upTo(2));
  expect((await numbered()).every((row) => row.mails === 1)).toBe(true);
});

it('begins again at 1 in a new Hong Kong year, by the day on which the number is given', async () => {
  await payMany(2);
  await numberReceipts(services, new Date('2026-12-31T23:59:59.999+08:00'));
  await payMany(3);
  await numberReceipts(services, new Date('2027-01-01T00:00:00+08:00'));
  expect(await numbersOf('receipt', 2026)).toEqual([1, 2]);
  expect(await numbersOf('receipt', 2027)).toEqual([1, 2, 3]);
});

it('gives no number to what a payment that did not come to be had noted', async () => {
  const orderId = await insertOrder(database.db, memberId);
  const undone = database.db.transaction(async (tx) => {
    await noteReceipt(tx, noted(orderId, now));
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await payMany(1);
  await numberReceipts(services, now);
  expect(await numbersOf('receipt', 2026)).toEqual([1]);
});

it('notes an order once, however often it is told, and no paper of nothing', async () => {
  const orderId = await insertOrder(database.db, memberId);
  const note = () => database.db.transaction((tx) => noteReceipt(tx, noted(orderId, now)));
  await Promise.all([note(), note(), note()]);
  await database.db.transaction(async (tx) => {
    await noteReceipt(tx, { ...noted(await insertOrder(tx, memberId), now), cents: 0 });
  });
  expect(await database.db.select().from(receipts)).toHaveLength(1);
});

it('lets nobody who pays wait for another who pays, nor for the worker', async () => {
  const { db } = database;
  const [one, two] = [await insertOrder(db, memberId), await insertOrder(db, memberId)];
  await db.transaction(async (tx) => {
    await noteReceipt(tx, noted(one, now));
    // Would deadlock if both shared one lock.
    await db.transaction((other) => noteReceipt(other, noted(two, now)));
    expect(await numberReceipts(services, now)).toBe(1);
  });
  expect(await numberReceipts(services, now)).toBe(1);
  expect(await numbersOf('receipt', 2026)).toEqual([1, 2]);
});

it('gives no number where the mail could not be written, and the same number the next time', async () => {
  const { db } = database;
  await payMany(3);
  for (const statement of [
    `create function refuse() returns trigger language plpgsql as $$
      begin if (select count(*) from mails) >= 2 then raise exception 'cut off'; end if; return new; end $$`,
    'create trigger refuse before insert on mails for each row execute function refuse()',
  ])
    await db.execute(sql.raw(statement));
  await expect(numberReceipts(services, now)).rejects.toThrow();
  expect(await numbered()).toEqual([]);
  await db.execute(sql.raw('drop function refuse cascade'));
  await numberReceipts(services, now);
  expect(await numbersOf('receipt', 2026)).toEqual([1, 2, 3]);
});

it('mails the paper itself, made when it goes out and kept nowhere', async () => {
  await payMany(1);
  await numberReceipts(services, now);
  const [mail] = await database.db.select().from(mails);
  expect(mail).toMatchObject({ recipient: 'me@member.example', memberId, template: 'receipt' });
  expect(mail?.subject).toContain('R2026-000001');
  expect(mail?.textBody).toContain('https://radio.example/member/userinfo/memberHistory');
  const sent: { name: string; mimeType: string; bytes: Buffer }[] = [];
  await sendMail(
    {
      db: database.db,
      clock: () => now,
      host: 'radio.example',
      mailer: { send: async ({ attachments }) => void sent.push(...attachments) },
      files: {
        put: () => Promise.reject(new Error('nothing is kept')),
        stream: async () => undefined,
        stat: async () => undefined,
        has: async () => false,
      },
      makers: { [RECEIPT_MAKER]: makeReceipt },
    },
    mail!.id,
  );
  const [file] = sent;
  expect(file).toMatchObject({ name: 'cr-R2026-000001.pdf', mimeType: 'application/pdf' });
  expect(readPdf(file!.bytes).lines).toEqual(expect.arrayContaining(['陳大文', 'R2026-000001', 'HK$388.00']));
});

it('leads from the mail to what became of its order, by a link that opens no other', async () => {
  await payMany(1);
  await numberReceipts(services, now);
  const [mail] = await database.db.select().from(mails);
  const token = /\/member\/user\/paymentStory\?token=([\w.-]+)/.exec(mail?.textBody ?? '')?.[1] ?? '';
  expect(mail?.htmlBody).toContain(`https://radio.example/member/user/paymentStory?token=${token}`);
  const [row] = await database.db.select().from(receipts);
  expect(await publicStory(database.db, services.secretKey, token)).toMatchObject({ orderId: row!.orderId });
});

it('keeps no name: after an erasure the paper can be drawn, and names nobody', async () => {
  const { db } = database;
  const leaver = await insertMember(db, 'leaver@member.example', { surname: '黃', givenName: '離開' });
  await payMany(1, leaver);
  await numberReceipts(services, now);
  const [row] = await db.select().from(receipts);
  expect(JSON.stringify(row)).not.toMatch(/黃|離開|leaver/);
  const before = await receiptPdf(services, row!.id);
  expect(readPdf(before!.bytes).lines).toContain('黃離開');
  const blank = { state: 'erased', email: null, emailKey: null, surname: '', givenName: '', displayName: '' } as const;
  await db.update(members).set(blank).where(eq(members.id, leaver));
  const after = readPdf((await receiptPdf(services, row!.id))!.bytes).lines;
  expect(after).toContain('R2026-000001');
  expect(after.join()).not.toContain('黃離開');
  // As when an order was detached from its member.
  await db.update(orders).set({ memberId: null }).where(eq(orders.id, row!.orderId));
  expect(await receiptPdf(services, row!.id)).not.toBeNull();
  expect(await listReceipts(db, leaver)).toEqual([]);
});

it('writes no mail to somebody whose account was gone before the number came', async () => {
  await payMany(1, null);
  expect(await numberReceipts(services, now)).toBe(1);
  expect(await database.db.select().from(mails)).toEqual([]);
});

it('forgets papers whole years at a time, seven years after the last of them', async () => {
  const { db } = database;
  const year = yearHkOf(new Date());
  for (const at of [`${year - 8}-12-31T23:59:59+08:00`, `${year - 7}-01-01T00:00:00+08:00`]) {
    await payMany(2);
    await numberReceipts(services, new Date(at));
  }
  await forgetOldMoney({ db, now: new Date() });
  expect(await numbersOf('receipt', year - 8)).toEqual([]);
  expect(await numbersOf('receipt', year - 7)).toEqual([1, 2]);
});

it('mails a paper again by its number, to the address that its member has now, and to nobody who left', async () => {
  const { db } = database;
  const mover = await insertMember(db, 'mover@member.example');
  await payMany(1, mover);
  await numberReceipts(services, now);
  await db
    .update(members)
    .set({ email: 'new@member.example', emailKey: 'new@member.example' })
    .where(eq(members.id, mover));
  const again = (no: string, at = now) => db.transaction((tx) => resendReceipt(tx, services, HAND, no, at));
  await again('R2026-000001');
  await again('R2026-000001', new Date(now.getTime() + 1));
  const written = await db.select().from(mails).orderBy(asc(mails.id));
  expect(written.map(({ recipient }) => recipient)).toEqual([
    'mover@member.example',
    'new@member.example',
    'new@member.example',
  ]);
  expect(await errorNameOf(again('R2026-000002'))).toBe('dataNotFound');
  expect(await errorNameOf(again('N2026-000001'))).toBe('dataNotFound');
  expect(await errorNameOf(again("R2026-000001'"))).toBe('dataNotFound');
  await db.update(orders).set({ memberId: null }).where(eq(orders.memberId, mover));
  expect(await errorNameOf(again('R2026-000001'))).toBe('conflict');
});
