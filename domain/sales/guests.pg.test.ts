import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Db } from '#db/database.ts';
import { attempts } from '#db/tables/attempts.ts';
import { mails } from '#db/tables/mail.ts';
import { members } from '#db/tables/members.ts';
import { billingAccounts } from '#db/tables/payments.ts';
import { guestBuyers, saleQueueEntries } from '#db/tables/sales.ts';
import { findPayment, listPayments, recordFacts, startAttempt } from '#domain/payments/payments.ts';
import { noteReceipt, numberReceipts } from '#domain/receipts/receipts.ts';
import { GUEST_LIMITS } from '#shared/limits.ts';
import { errorNameOf } from '#tests/factories/accounts/accounts.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { emptyPayments, PAY_START, seen } from '#tests/factories/money/payments.ts';
import { RECEIPT_LINKS } from '#tests/factories/money/receipts.ts';
import { createSalesHouse, seatsOf, type SalesHouse } from '#tests/factories/money/sales.ts';
import type { TestDatabase } from '#tests/setup/pg.ts';
import { comingAt, TEST_IP } from '#tests/factories/visitor.ts';
import { createPaymentDatabase } from '#tests/factories/money/payment-looks.ts';
import { linkGuest } from './linking.ts';
import {
  askGuestProof,
  findGuestOrder,
  guestCookie,
  guestOf,
  isGuestLink,
  openGuestLink,
  proveGuest,
  sell,
  type Buyer,
} from './sales.ts';

const EMAIL = 'buyer@mail.example';
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

let database: TestDatabase;
let db: Db;
let house: SalesHouse;
beforeAll(async () => {
  database = await createPaymentDatabase();
  ({ db } = database);
});
afterAll(() => database.close());
beforeEach(async () => {
  await emptyPayments(database);
  await database.pool.query('truncate receipts');
  for (const table of [billingAccounts, guestBuyers, members, mails, attempts, saleQueueEntries])
    await db.delete(table);
  house = await createSalesHouse(db, { seats: 10 });
});

const sender = (remoteIp = '203.0.113.9') => ({ now: house.clock.now, remoteIp });
const after = (ms: number) => {
  house.clock.now = new Date(house.clock.now.getTime() + ms);
};
/** The newest mail to an address. */
async function mailed(recipient: string): Promise<string> {
  const { rows } = await database.pool.query<{ text_body: string }>(
    'select text_body from mails where recipient = $1 order by id desc limit 1',
    [recipient],
  );
  return rows[0]?.text_body ?? '';
}
const codeIn = (text: string): string => /\b(\d{6})\b/.exec(text)?.[1] ?? '';
const linkIn = (text: string): string => /guestOrders\?code=([\w-]{43})/.exec(text)?.[1] ?? '';
const prove = (email: string, code: string, remoteIp?: string) =>
  proveGuest(house.sales, { email, verify_code: code }, sender(remoteIp));
async function proved(email = EMAIL): Promise<Buyer & { kind: 'guest' }> {
  await askGuestProof(house.sales, { email }, sender());
  return prove(email, codeIn(await mailed(email)));
}
/** A cookie as the browser returns it. */
const sentBack = (setCookie: string): string => setCookie.split(';')[0] ?? '';
const seenBy = (cookie: string | null) => guestOf(house.sales, cookie, house.clock.now);
async function bought(guest: Buyer): Promise<number> {
  const { order } = await sell(house.sales, guest, seatsOf(), comingAt(house.clock.now));
  return order!.id;
}

it('makes a guest of who types the mailed code, and remembers them by a cookie that scripts cannot read', async () => {
  const guest = await proved();
  expect(guest).toMatchObject({ kind: 'guest', email: EMAIL });
  const header = guestCookie(house.sales, guest, house.clock.now);
  expect(header).toMatch(/^__Host-guest_buyer=.+; Path=\/; Max-Age=2592000; Secure; HttpOnly; SameSite=Lax$/);
  expect(await seenBy(sentBack(header))).toEqual(guest);
  after(30 * DAY_MS);
  expect(await seenBy(sentBack(header))).toBeNull();
});

it('takes a code once, for ten minutes, and the newest alone', async () => {
  await askGuestProof(house.sales, { email: EMAIL }, sender());
  const first = codeIn(await mailed(EMAIL));
  await askGuestProof(house.sales, { email: EMAIL }, sender());
  const second = codeIn(await mailed(EMAIL));
  if (first !== second) expect(await errorNameOf(prove(EMAIL, first))).toBe('verifyCodeNotFound');
  await prove(EMAIL, second);
  expect(await errorNameOf(prove(EMAIL, second))).toBe('verifyCodeNotFound');
  await askGuestProof(house.sales, { email: EMAIL }, sender());
  after(10 * MINUTE_MS);
  expect(await errorNameOf(prove(EMAIL, codeIn(await mailed(EMAIL))))).toBe('verifyCodeNotFound');
});

it('lets nobody try codes: five of one, and so many of a mailbox whoever asks', async () => {
  await askGuestProof(house.sales, { email: EMAIL }, sender());
  const right = codeIn(await mailed(EMAIL));
  const wrong = right === '000000' ? '000001' : '000000';
  for (let i = 0; i < 5; i++)
    expect(await errorNameOf(prove(EMAIL, wrong, `203.0.113.${i}`))).toBe('verifyCodeNotFound');
  expect(await errorNameOf(prove(EMAIL, right))).toBe('verifyCodeNotFound');
  for (let i = 6; i < GUEST_LIMITS.triesOfMailbox.limit; i++) await errorNameOf(prove(EMAIL, wrong, `203.0.114.${i}`));
  expect(await errorNameOf(prove(EMAIL, wrong, '203.0.115.1'))).toBe('tooManyRequests');
});

it('proves no other mailbox by a code, and believes no cookie but its own', async () => {
  await askGuestProof(house.sales, { email: 'other@mail.example' }, sender());
  await askGuestProof(house.sales, { email: EMAIL }, sender());
  const code = codeIn(await mailed(EMAIL));
  if (code !== codeIn(await mailed('other@mail.example')))
    expect(await errorNameOf(prove('other@mail.example', code))).toBe('verifyCodeNotFound');
  const guest = await prove(EMAIL, code);
  const cookie = sentBack(guestCookie(house.sales, guest, house.clock.now));
  const forged = [
    cookie.replace(/=\d+\./, `=${guest.guestId + 1}.`),
    cookie.replace(/\.\d+\./, '.9999999999.'),
    cookie.slice(0, -1) + (cookie.endsWith('A') ? 'B' : 'A'),
    sentBack(guestCookie({ secretKey: 'another key of thirty-two letters' }, guest, house.clock.now)),
    '__Host-guest_buyer=',
  ];
  for (const one of forged) expect(await seenBy(one), one).toBeNull();
  expect(await seenBy(null)).toBeNull();
  await db.delete(billingAccounts);
  await db.delete(guestBuyers);
  expect(await seenBy(cookie)).toBeNull();
});

it('is one guest for one mailbox, however its address is written', async () => {
  const first = await proved('some.body@gmail.com');
  const again = await proved('SomeBody@googlemail.com');
  expect(again.guestId).toBe(first.guestId);
  expect((await proved(EMAIL)).guestId).not.toBe(first.guestId);
});

it('leads to an order by a mailed link, once, for a day, and says to nobody whether there is one', async () => {
  const guest = await proved();
  await findGuestOrder(house.sales, { email: EMAIL }, sender());
  expect(linkIn(await mailed(EMAIL))).toBe('');
  const orderId = await bought(guest);
  await findGuestOrder(house.sales, { email: EMAIL.toUpperCase() }, sender());
  await findGuestOrder(house.sales, { email: 'nobody@mail.example' }, sender());
  expect(await mailed('nobody@mail.example')).toBe('');
  const link = linkIn(await mailed(EMAIL));
  // A mail scanner that opens the link does no harm.
  for (let i = 0; i < 2; i++) expect(await isGuestLink(db, link, house.clock.now)).toBe(true);
  const opened = await openGuestLink(house.sales, link, sender());
  expect(await findPayment(house.services, opened, { orderId })).toMatchObject({ order: { id: orderId } });
  expect(await errorNameOf(openGuestLink(house.sales, link, sender()))).toBe('verifyCodeNotFound');
  expect(await isGuestLink(db, link, house.clock.now)).toBe(false);

  await findGuestOrder(house.sales, { email: EMAIL }, sender());
  const late = linkIn(await mailed(EMAIL));
  after(DAY_MS);
  expect(await isGuestLink(db, late, house.clock.now)).toBe(false);
  expect(await errorNameOf(openGuestLink(house.sales, late, sender()))).toBe('verifyCodeNotFound');
  expect(await errorNameOf(openGuestLink(house.sales, 'x', sender()))).toBe('verifyCodeNotFound');
});

it('writes to a mailbox so often and no more, whoever asks', async () => {
  const { limit } = GUEST_LIMITS.mailsOfMailbox;
  for (let i = 0; i < limit; i++) await askGuestProof(house.sales, { email: EMAIL }, sender(`203.0.113.${i}`));
  for (const ask of [askGuestProof, findGuestOrder])
    expect(await errorNameOf(ask(house.sales, { email: EMAIL }, sender('203.0.114.1')))).toBe('tooManyRequests');
  const { rowCount } = await database.pool.query('select 1 from mails');
  expect(rowCount).toBe(limit);
});

it('becomes an account’s once that proves the same mailbox, and nobody else’s', async () => {
  const guest = await proved();
  const orderId = await bought(guest);
  const stranger = await insertMember(db, 'stranger@mail.example', { emailVerifiedAt: PAY_START });
  const unproved = await insertMember(db, EMAIL);
  for (const memberId of [stranger, unproved]) {
    await linkGuest(db, memberId);
    expect(await listPayments(house.services, { kind: 'member', memberId }, 10)).toEqual([]);
  }
  await database.pool.query('update members set email_verified_at = $1 where id = $2', [PAY_START, unproved]);
  await linkGuest(db, unproved);
  const me = { kind: 'member', memberId: unproved } as const;
  expect((await listPayments(house.services, me, 10)).map(({ order }) => order.id)).toEqual([orderId]);
  expect(await findPayment(house.services, guest, { orderId })).toBeNull();
  // Later guest purchases are moved too.
  const later = await bought(guest);
  await linkGuest(db, unproved);
  expect(await findPayment(house.services, guest, { orderId: later })).toMatchObject({ order: { state: 'open' } });
  await startPaying(guest, later);
  await linkGuest(db, unproved);
  expect((await listPayments(house.services, me, 10)).map(({ order }) => order.id)).toContain(later);
});

async function startPaying(guest: Buyer, orderId: number): Promise<void> {
  const asked = { orderId, gateway: 'mpgs', method: 'card', remoteIp: TEST_IP } as const;
  const { attempt } = await startAttempt(house.services, guest, asked);
  await recordFacts(house.services, [seen(house.gateways.mpgs.pay(attempt.number))]);
}

it('has the receipt by mail, with the page on which the order is', async () => {
  house.services.noteReceipt = noteReceipt;
  const guest = await proved();
  await startPaying(guest, await bought(guest));
  await numberReceipts({ db, ...RECEIPT_LINKS }, house.clock.now);
  const { rows } = await database.pool.query<{ recipient: string; member_id: number | null; text_body: string }>(
    "select recipient, member_id, text_body from mails where template = 'receipt'",
  );
  expect(rows).toEqual([
    expect.objectContaining({
      recipient: EMAIL,
      member_id: null,
      text_body: expect.stringContaining('/member/user/guestOrders') as string,
    }),
  ]);
});

it('pays on when two accounts would be locked: a payment that comes while the order is taken over is not lost', async () => {
  const guest = await proved();
  const orderId = await bought(guest);
  const memberId = await insertMember(db, EMAIL, { emailVerifiedAt: PAY_START });
  const { attempt } = await startAttempt(house.services, guest, {
    orderId,
    gateway: 'mpgs',
    method: 'card',
    remoteIp: TEST_IP,
  });
  const fact = seen(house.gateways.mpgs.pay(attempt.number));
  await Promise.all([recordFacts(house.services, [fact]), linkGuest(db, memberId), linkGuest(db, memberId)]);
  const [row] = await listPayments(house.services, { kind: 'member', memberId }, 10);
  expect(row?.order).toMatchObject({ id: orderId, state: 'paid' });
  expect(row?.order.fulfilledAt).not.toBeNull();
});
