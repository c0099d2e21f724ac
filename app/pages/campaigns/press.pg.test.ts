import { RouterContextProvider, type ActionFunctionArgs } from 'react-router';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { requestContext, type RequestContext } from '#app/context.server.ts';
import { campaignDetails } from '#db/tables/campaigns.ts';
import { attempts } from '#db/tables/attempts.ts';
import { mails } from '#db/tables/mail.ts';
import { orders } from '#db/tables/payments.ts';
import { settings } from '#db/tables/settings.ts';
import { insertAccount } from '#domain/staff/staff.store.ts';
import { GUEST, type Actor } from '#shared/actor.ts';
import { openCampaignShop, openNew, pledge, sale, type CampaignShop } from '#tests/factories/money/campaign-shop.ts';
import { createMemberServices, insertMember } from '#tests/factories/accounts/member-services.ts';
import { emptyPayments } from '#tests/factories/money/payments.ts';
import type { TestDatabase } from '#tests/setup/pg.ts';
import { memberActor } from '#tests/factories/accounts/member-actor.ts';
import { createPaymentDatabase } from '#tests/factories/money/payment-looks.ts';
import { pay, type PressReply } from './press.server.ts';

// Form submissions of a campaign buyer, as from a browser without scripts.

const EMAIL = 'visitor@guests.example';
const SENT_HERE = { recipient: '陳大文', phone_no: '91234567', place: '沙田', address: '一街二號' };
let database: TestDatabase;
let shop: CampaignShop;
let made = 0;
beforeAll(async () => {
  database = await createPaymentDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await emptyPayments(database);
  for (const table of [mails, attempts]) await database.db.delete(table);
  shop = openCampaignShop(database.db);
});

/** Reply to the pay button: texts for the form, or the redirect with its cookies. */
async function press(
  name: string,
  given: Record<string, string>,
  { as = GUEST, cookie = '' }: { as?: Actor; cookie?: string } = {},
) {
  const context = new RouterContextProvider();
  const known: Partial<RequestContext> = {
    db: database.db,
    now: shop.now(),
    remoteIp: '203.0.113.9',
    members: createMemberServices(database.db),
    sales: shop.sales,
    actor: async () => as,
  };
  context.set(requestContext, known as RequestContext);
  const body = new URLSearchParams({ terms_version: '1', is_accepted: 'true', key: 'a press of its own', ...given });
  const request = new Request('https://radio.example/c/payment', { method: 'POST', body, headers: { cookie } });
  const answer = await pay({ request, context, params: {} } as unknown as ActionFunctionArgs, name);
  const headers = answer instanceof Response ? answer.headers : new Headers(answer.init?.headers);
  return {
    to: headers.get('location'),
    setCookie: headers.get('set-cookie'),
    reply: answer instanceof Response ? null : (answer.data as PressReply),
  };
}

async function member(isEmailVerified = true): Promise<Actor> {
  const memberId = await insertMember(database.db, `buyer${++made}@member.example`);
  return memberActor(memberId, { isEmailVerified });
}
const countOrders = async () => (await database.db.select({ id: orders.id }).from(orders)).length;
async function mailedCode(): Promise<string> {
  const rows = await database.db.select({ text: mails.textBody }).from(mails);
  return /\b(\d{6})\b/.exec(rows.at(-1)?.text ?? '')?.[1] ?? '';
}
const goods = async (total = 10) => {
  const campaign = sale(shop.now(), total);
  const ids = await openNew(database.db, campaign);
  return { name: campaign.name, item: String(ids['set']), here: String(ids['here']), fetched: String(ids['fetched']) };
};

it('takes a member from one press to the checkout, with what is sent and where to, once', async () => {
  const { name, item, here } = await goods();
  const as = await member();
  const { to } = await press(name, { item, delivery: here, quantity: '2', ...SENT_HERE }, { as });
  expect(to).toMatch(/^\/pay\/\d+$/);
  expect(await database.db.select().from(campaignDetails)).toMatchObject([
    { recipient: SENT_HERE.recipient, place: SENT_HERE.place },
  ]);
  // Pressed twice.
  expect((await press(name, { item, delivery: here, quantity: '2', ...SENT_HERE }, { as })).to).toBe(to);
  expect(await countOrders()).toBe(1);
});

it('asks a guest for the mailed code in a second press of the same form, keeps what was typed and the proof', async () => {
  const { name, item, here } = await goods();
  const typed = { item, delivery: here, email: EMAIL, ...SENT_HERE };
  const first = await press(name, typed);
  expect(first).toMatchObject({ to: null, setCookie: null, reply: { provesEmail: EMAIL, values: SENT_HERE } });
  expect(await countOrders()).toBe(0);

  const code = await mailedCode();
  const wrong = await press(name, {
    ...typed,
    proves_email: EMAIL,
    verify_code: code === '000000' ? '111111' : '000000',
  });
  expect(wrong.reply).toMatchObject({
    provesEmail: EMAIL,
    faults: [{ field: 'verify_code', code: 'wrongCode' }],
    values: SENT_HERE,
  });
  expect(wrong.reply?.values).not.toHaveProperty('verify_code');

  const second = await press(name, { ...typed, proves_email: EMAIL, verify_code: code });
  expect(second.to).toMatch(/^\/pay\/\d+$/);
  expect(second.setCookie).toMatch(/^__Host-/);
  // Once verified, a guest buys again with one press.
  const cookie = second.setCookie!.split(';', 1)[0]!;
  expect((await press(name, { ...typed, key: 'another press' }, { cookie })).to).toMatch(/^\/pay\/\d+$/);
});

it('takes no code that was mailed to another address than the one that stands there now', async () => {
  const { name, item, here } = await goods();
  const typed = { item, delivery: here, ...SENT_HERE };
  await press(name, { ...typed, email: EMAIL });
  const code = await mailedCode();
  const other = 'somebody-else@guests.example';
  const { to, setCookie, reply } = await press(name, {
    ...typed,
    email: other,
    proves_email: EMAIL,
    verify_code: code,
  });
  expect([to, setCookie, reply?.provesEmail]).toEqual([null, null, other]);
  expect(await countOrders()).toBe(0);
});

it('mails nobody before everything that was typed is right', async () => {
  const { name, item, here } = await goods();
  const { reply } = await press(name, {
    item,
    delivery: here,
    email: EMAIL,
    ...SENT_HERE,
    phone_no: '12',
    is_accepted: '',
  });
  expect(reply?.faults.length).toBeGreaterThan(0);
  expect(reply?.values).toMatchObject({ email: EMAIL, address: SENT_HERE.address });
  expect(await database.db.select().from(mails)).toEqual([]);
});

it('says in the campaign’s words what a sale is refused for, and loses nothing that was typed', async () => {
  const { name, item, here } = await goods(1);
  const typed = { item, delivery: here, ...SENT_HERE };
  const refusal = async (given: Record<string, string>, as?: Actor) => {
    const { to, reply } = await press(name, given, { as: as ?? (await member()) });
    expect(to).toBeNull();
    return reply;
  };
  expect(await refusal(typed, await member(false))).toMatchObject({ why: 'unverified', values: SENT_HERE });
  expect(await refusal({ ...typed, terms_version: 'older' })).toMatchObject({ why: 'terms', values: SENT_HERE });
  expect(await refusal({ ...typed, item: '999999' })).toMatchObject({ why: 'nothing' });
  expect(await refusal({ ...typed, code: 'NO-SUCH-CODE' })).toMatchObject({
    problem: 'discountCodeNotFound',
    values: SENT_HERE,
  });
  await press(name, typed, { as: await member() });
  expect(await refusal(typed)).toMatchObject({ why: 'full', values: SENT_HERE });
  expect(await countOrders()).toBe(1);
});

it('keeps the proof of a guest whose sale is refused', async () => {
  const { name, item, here } = await goods(1);
  const typed = { item, delivery: here, email: EMAIL, ...SENT_HERE };
  await press(name, typed);
  const code = await mailedCode();
  // The last one is sold meanwhile.
  await press(name, { item, delivery: here, ...SENT_HERE }, { as: await member() });
  const { reply, setCookie } = await press(name, { ...typed, proves_email: EMAIL, verify_code: code });
  expect(reply).toMatchObject({ why: 'full', provesEmail: null });
  expect(setCookie).toMatch(/^__Host-/);
});

it('sends what goes abroad to a country, and never to Hong Kong by the dearer way', async () => {
  const campaign = sale(shop.now(), 10);
  const abroad = { ...campaign.items[1]!, code: 'abroad', name: '海外', cents: 8_000, reach: 'abroad' as const };
  const ids = await openNew(database.db, { ...campaign, items: [...campaign.items, abroad] });
  const typed = {
    item: String(ids['set']),
    delivery: String(ids['abroad']),
    ...SENT_HERE,
    phone_no: '+44 20 7946 0958',
    postcode: 'SW1A 1AA',
  };
  const as = await member();
  for (const country of ['HK', 'Hongkong', ''])
    expect((await press(campaign.name, { ...typed, country }, { as })).reply?.faults).toMatchObject([
      { field: 'country' },
    ]);
  expect((await press(campaign.name, { ...typed, country: 'GB' }, { as })).to).toMatch(/^\/pay\/\d+$/);
  expect(await database.db.select().from(campaignDetails)).toMatchObject([{ country: 'GB', postcode: 'SW1A 1AA' }]);
});

it('asks for the address that a way of delivery needs, and of who fetches their goods for none', async () => {
  const campaign = sale(shop.now(), 10);
  const locker = { ...campaign.items[1]!, code: 'locker', name: '自提點', reach: 'locker' as const };
  const ids = await openNew(database.db, { ...campaign, items: [...campaign.items, locker] });
  const { recipient, phone_no, place, address } = SENT_HERE;
  const to = (code: string, typed: Record<string, string>, as: Actor) =>
    press(campaign.name, { item: String(ids['set']), delivery: String(ids[code]), ...typed }, { as });
  const told = { recipient, phone_no };
  expect((await to('here', { ...told, place }, await member())).reply?.faults).toMatchObject([{ field: 'address' }]);
  expect((await to('locker', told, await member())).reply?.faults).toMatchObject([{ field: 'place' }]);
  expect((await to('here', { ...told, place, address }, await member())).to).toMatch(/^\/pay/);
  expect((await to('locker', { ...told, place: '852A' }, await member())).to).toMatch(/^\/pay/);
  expect((await to('fetched', told, await member())).to).toMatch(/^\/pay/);
  expect(await database.db.select().from(campaignDetails).orderBy(campaignDetails.orderId)).toMatchObject([
    { country: 'HK', addressLines: address, place },
    { country: 'HK', addressLines: null, place: '852A' },
    { country: null, addressLines: null, place: null },
  ]);
});

it('gives a supporter the day that was chosen, with the name to be read on it', async () => {
  const campaign = pledge(shop.now());
  const ids = await openNew(database.db, campaign);
  const typed = { item: String(ids['day']), day: '2027-01-03', air_name: '阿怡', extra: '2' };
  const first = await press(campaign.name, typed, { as: await member() });
  expect(first.to).toMatch(/^\/pay\/\d+$/);
  const second = await press(campaign.name, typed, { as: await member() });
  expect(second).toMatchObject({ to: null, reply: { values: { air_name: '阿怡', day: '2027-01-03' } } });
  expect(await countOrders()).toBe(1);
});

it('refuses a new guest in the words of staff while guests cannot check out; who has begun, and members, go on', async () => {
  const { name, item, here } = await goods();
  const typed = { item, delivery: here, email: EMAIL, ...SENT_HERE };
  await press(name, typed);
  const begun = await press(name, { ...typed, proves_email: EMAIL, verify_code: await mailedCode() });
  const cookie = begun.setCookie!.split(';', 1)[0]!;
  await database.db.delete(mails);

  const { db } = database;
  const now = shop.now();
  const account = { email: 'engineer@radio.example', name: 'engineer', createdAt: now };
  const changedBy = (await db.transaction((tx) => insertAccount(tx, account)))!;
  const value = { message: '訪客付款暫停，請登入。' };
  const endsAt = new Date(now.getTime() + 3_600_000);
  await db.insert(settings).values({ key: 'checkout.guest', value, endsAt, changedBy, changedAt: now });
  const other = { ...typed, email: 'late@guests.example', key: 'another press' };
  const { reply } = await press(name, other);
  expect(reply).toMatchObject({ problem: 'functionSuspended', said: value.message, values: SENT_HERE });
  expect(await db.select().from(mails)).toEqual([]);
  // The same order again, and a new one by the same guest.
  expect((await press(name, typed, { cookie })).to).toBe(begun.to);
  const more = await press(name, { ...typed, quantity: '2', key: 'more' }, { cookie });
  expect(more.reply).toMatchObject({ problem: 'functionSuspended', said: value.message });
  expect((await press(name, typed, { as: await member() })).to).toMatch(/^\/pay\/\d+$/);
  await db.delete(settings);
});
