import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { orders, paymentAttempts, paymentFacts, refunds } from '#db/tables/payments.ts';
import { receipts } from '#db/tables/receipts.ts';
import { createMemberCalls, minutesOn, START, type LoggedInMember } from '#tests/factories/accounts/member-calls.ts';
import { readPdf } from '#tests/factories/money/read-pdf.ts';
import { insertOrder, insertRefund, noted, notedRefund, RECEIPT_LINKS } from '#tests/factories/money/receipts.ts';
import { MEMBER_RATE_LIMITS } from '#shared/limits.ts';
import { noteReceipt, numberReceipts } from './receipts.ts';

let calls: Awaited<ReturnType<typeof createMemberCalls>>;
let me: LoggedInMember;
let other: LoggedInMember;
beforeAll(async () => {
  calls = await createMemberCalls();
});
afterAll(() => calls.close());
beforeEach(async () => {
  for (const table of [receipts, refunds, paymentFacts, paymentAttempts, orders]) await calls.db.delete(table);
  await calls.reset();
  me = await calls.member('me@member.example');
  other = await calls.member('other@member.example');
});

/** Creates a numbered receipt for a member. */
async function receiptOf({ memberId }: LoggedInMember, paidAt = START): Promise<number> {
  const orderId = await insertOrder(calls.db, memberId);
  await calls.db.transaction((tx) => noteReceipt(tx, noted(orderId, paidAt)));
  await number();
  const rows = await calls.db.select().from(receipts);
  return rows.find((row) => row.orderId === orderId)!.id;
}
const number = () => numberReceipts({ db: calls.db, ...RECEIPT_LINKS }, START);

const get = (as: LoggedInMember | null, path: string) =>
  calls.app.inject({ url: `/api/userinfo/${path}`, headers: as ? { cookie: as.cookie } : {} });

it('lists what a member paid and got back, newest first, and nothing of anybody else', async () => {
  const id = await receiptOf(me);
  await receiptOf(other);
  const orderId = await insertOrder(calls.db, me.memberId);
  const refundId = await insertRefund(calls.db, orderId, 1_000);
  await calls.db.transaction((tx) => noteReceipt(tx, notedRefund(orderId, refundId, 1_000, minutesOn(5))));
  const listed = () => calls.call(me, 'userinfo/receipts');
  // Documents without a number are not listed.
  expect((await listed()).response).toMatchObject({ receipts: [{ receipt_id: id }] });
  await number();
  expect(await listed()).toMatchObject({
    status: 200,
    response: {
      receipts: [
        { kind: 'refund_note', receipt_no: 'N2026-000001', price_cents: 1_000, order_id: orderId },
        { receipt_id: id, kind: 'receipt', receipt_no: 'R2026-000001', price_cents: 38_800 },
      ],
    },
  });
  expect(await calls.call(null, 'userinfo/receipts')).toMatchObject({ status: 401 });
});

it('hands a receipt to its member as a file that nobody keeps on the way', async () => {
  const reply = await get(me, `receipts/${await receiptOf(me)}.pdf`);
  expect(reply.statusCode).toBe(200);
  expect(reply.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="cr-R2026-000001.pdf"',
    'cache-control': 'no-store',
  });
  expect(readPdf(reply.rawPayload).lines).toEqual(expect.arrayContaining(['陳大文', 'R2026-000001']));
});

it('tells another member and a guest nothing of a receipt: not even that there is one', async () => {
  const id = await receiptOf(me);
  const theirs = await get(other, `receipts/${id}.pdf`);
  const nobodys = await get(other, 'receipts/999999.pdf');
  expect(theirs.statusCode).toBe(404);
  const said = (reply: typeof theirs) => reply.body.replace(/req-\w+/, '');
  expect(said(theirs)).toBe(said(nobodys));
  expect((await get(null, `receipts/${id}.pdf`)).statusCode).toBe(401);
  expect((await get(null, 'receiptSummary/2026.pdf')).statusCode).toBe(401);
});

it('has no file for what has no number, nor for what is no number', async () => {
  const orderId = await insertOrder(calls.db, me.memberId);
  await calls.db.transaction((tx) => noteReceipt(tx, noted(orderId, START)));
  const [waiting] = await calls.db.select().from(receipts);
  for (const file of [
    `${waiting!.id}.pdf`,
    '0.pdf',
    '-1.pdf',
    '9999999999.pdf',
    'x.pdf',
    '1',
    '1.pdf.pdf',
    '%2e%2e.pdf',
  ])
    expect([file, (await get(me, `receipts/${file}`)).statusCode]).toEqual([file, 404]);
});

it('sums a Hong Kong year up, of the member alone', async () => {
  await receiptOf(me, new Date('2026-01-01T00:00:00+08:00'));
  await receiptOf(me, new Date('2025-12-31T23:59:59+08:00'));
  await receiptOf(other);
  const reply = await get(me, 'receiptSummary/2026.pdf');
  expect(reply.statusCode).toBe(200);
  const { lines } = readPdf(reply.rawPayload);
  expect(lines.filter((line) => line.startsWith('R2026-'))).toEqual(['R2026-000001']);
  expect(lines[lines.indexOf('Total paid') + 1]).toBe('HK$388.00');
  for (const file of ['2027.pdf', '1999.pdf', '2026', '20266.pdf'])
    expect([file, (await get(me, `receiptSummary/${file}`)).statusCode]).toEqual([file, 404]);
});

it('draws no more papers for one member than people ask for', async () => {
  const id = await receiptOf(me);
  const { limit } = MEMBER_RATE_LIMITS.papers;
  // Requests for other people's receipts count towards the limit too.
  for (let i = 0; i < limit; i++) expect((await get(me, 'receipts/999999.pdf')).statusCode).toBe(404);
  expect((await get(me, `receipts/${id}.pdf`)).statusCode).toBe(429);
  expect((await get(other, 'receipts/999999.pdf')).statusCode).toBe(404);
});
