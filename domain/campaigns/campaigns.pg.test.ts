import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openDatabase } from '#db/database.ts';
import { campaignDetails, campaignReturns, campaigns } from '#db/tables/campaigns.ts';
import { mails } from '#db/tables/mail.ts';
import { refunds } from '#db/tables/payments.ts';
import {
  expireOrders,
  findPayment,
  listWork,
  orderStory,
  recordFacts,
  refundOrder,
  sendDueRefunds,
  withdrawByHand,
} from '#domain/payments/payments.ts';
import { endHolds } from '#domain/quotas/quotas.ts';
import type { Buyer } from '#domain/sales/sales.ts';
import { openCampaignShop, openNew, pledge, sale, type CampaignShop } from '#tests/factories/money/campaign-shop.ts';
import { emptyPayments, seen } from '#tests/factories/money/payments.ts';
import type { TestDatabase } from '#tests/setup/pg.ts';
import { createPaymentDatabase } from '#tests/factories/money/payment-looks.ts';
import { CampaignStatus } from './campaigns.rules.ts';
import { getCampaignProgress, saveDetails, tellOrder } from './campaigns.ts';
import { orderTokenOf } from './order-links.ts';
import { closeOrders, endCampaigns, giveBackDue } from './returns.ts';
import { deliver, failCampaign, notePlayed, readName } from './station.ts';

// A campaign bought, paid, ended and refunded, through sales and the ledger.

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const hand = { who: 'a test', why: 'to see' };
let database: TestDatabase;
let shop: CampaignShop;
beforeAll(async () => {
  database = await createPaymentDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  // Providers of a new shop restart their transaction ids.
  await emptyPayments(database);
  shop = openCampaignShop(database.db);
});

const progress = (name: string) => {
  // The cache is at most a second old.
  shop.after(1_000);
  return getCampaignProgress({ db: database.db, now: shop.now() }, name);
};
const errorNameIn = (fault: unknown) => (fault as { errorName?: string }).errorName;
const refundsOf = async () => {
  const rows = await database.db.select().from(refunds).orderBy(refunds.id);
  return Map.groupBy(rows, ({ orderId }) => orderId);
};
async function sendAll(): Promise<void> {
  for (let n = 0; n < 50 && (await sendDueRefunds(shop.services.payments)) > 0; n++) shop.after(MINUTE_MS);
}
async function giveAllBack(): Promise<void> {
  for (let n = 0; n < 50; n++) {
    if ((await giveBackDue(shop.services, shop.now())) === 0) return;
    shop.after(MINUTE_MS);
  }
}

it('lets 300 who come at once have 50 and no more, and sells again what was held and never paid', async () => {
  const campaign = pledge(shop.now());
  const { limited = 0 } = await openNew(database.db, campaign);
  const buyers = await Promise.all(Array.from({ length: 300 }, () => shop.member()));
  const asked = await Promise.allSettled(buyers.map((buyer) => shop.buy(buyer, [{ id: limited }])));
  const got = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(got).toHaveLength(50);
  for (const one of asked) if (one.status === 'rejected') expect(errorNameIn(one.reason)).toBe('quotaFull');
  expect((await progress(campaign.name)).items.find(({ id }) => id === limited)).toMatchObject({ left: 0, sold: 0 });

  shop.after(11 * MINUTE_MS);
  await database.db.transaction((tx) => endHolds(tx, shop.now()));
  expect((await progress(campaign.name)).items.find(({ id }) => id === limited)).toMatchObject({ left: 50 });
  const later = await shop.buy(buyers[299]!, [{ id: limited }]);
  await shop.pay(later);
  expect(await progress(campaign.name)).toMatchObject({ campaign: { supporters: 1, collectedCents: 1_000 } });
});

it('gives a day to one of two who choose it, whichever tier they choose it by', async () => {
  const campaign = pledge(shop.now());
  const { day = 0 } = await openNew(database.db, campaign);
  const [one, other] = [await shop.member(), await shop.member()];
  const asked = await Promise.allSettled(
    [one, other].map((buyer) => shop.buy(buyer, [{ id: day, unit: '2027-01-03' }])),
  );
  expect(asked.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect((await progress(campaign.name)).takenDays).toEqual(['2027-01-03']);
  await expect(shop.buy(other, [{ id: day, unit: '2027-02-03' }])).rejects.toMatchObject({ detail: { fault: 'day' } });
});

it('takes the terms of today alone, goods with their delivery, and no more of them than one buyer may have', async () => {
  const { set = 0, here = 0, fetched = 0 } = await openNew(database.db, sale(shop.now(), 10));
  const buyer = await shop.member();
  const lines = [{ id: set, quantity: 2 }, { id: here }];
  await expect(shop.buy(buyer, lines, 'older')).rejects.toMatchObject({ detail: { fault: 'terms' } });
  await expect(shop.buy(buyer, [{ id: set }])).rejects.toMatchObject({ detail: { fault: 'delivery' } });
  await shop.pay(await shop.buy(buyer, lines));
  await expect(shop.buy(buyer, [{ id: set }, { id: fetched }])).rejects.toMatchObject({ detail: { fault: 'tooMany' } });
});

it('keeps 0 to 5 in their order as money comes', async () => {
  const campaign = pledge(shop.now(), { opensAt: new Date(shop.now().getTime() + DAY_MS), targetCents: 3_000 }, 1);
  const { limited = 0, day = 0, open = 0 } = await openNew(database.db, campaign);
  const status = async () => (await progress(campaign.name)).status;
  expect(await status()).toBe(CampaignStatus.PROCESSING);
  await expect(shop.buy(await shop.member(), [{ id: open }])).rejects.toMatchObject({ detail: { fault: 'closed' } });
  shop.after(DAY_MS);
  expect(await status()).toBe(CampaignStatus.CAMPAIGN_START);
  await shop.pay(await shop.buy(await shop.member(), [{ id: limited }]));
  expect(await status()).toBe(CampaignStatus.CAMPAIGN_START);
  await shop.pay(await shop.buy(await shop.member(), [{ id: day, unit: '2027-01-01' }]));
  expect(await status()).toBe(CampaignStatus.TARGET_REACH);
  for (const n of [2, 3, 4, 5, 6, 7, 8, 9, 10])
    await shop.pay(await shop.buy(await shop.member(), [{ id: day, unit: `2027-01-${String(n).padStart(2, '0')}` }]));
  expect(await status()).toBe(CampaignStatus.QUOTA_REACH);
  shop.after(10 * DAY_MS);
  await endCampaigns({ db: database.db, now: shop.now() });
  expect(await progress(campaign.name)).toMatchObject({
    status: CampaignStatus.CAMPAIGN_END,
    campaign: { endedAs: 'succeeded' },
  });
});

it('gives a failed collection back to each once, wherever the job is killed, and tells each', async () => {
  const campaign = pledge(shop.now());
  const { open = 0, extra = 0 } = await openNew(database.db, campaign);
  const orders = [];
  for (let n = 0; n < 12; n++) {
    const order = await shop.buy(await shop.member(), [
      { id: open, quantity: 1 + (n % 3) },
      { id: extra, quantity: 2 },
    ]);
    await shop.pay(order);
    orders.push(order);
  }
  shop.after(11 * DAY_MS);
  await endCampaigns({ db: database.db, now: shop.now() });
  // Deciding twice has one effect.
  await endCampaigns({ db: database.db, now: shop.now() });
  expect((await progress(campaign.name)).campaign).toMatchObject({ endedAs: 'failed', supporters: 12 });

  for (let round = 0; round < 6; round++) {
    const doomed = openDatabase(database.url, { max: 2 });
    doomed.pool.on('error', () => {});
    const { services } = shop;
    const job = giveBackDue(
      { ...services, db: doomed.db, payments: { ...services.payments, db: doomed.db } },
      shop.now(),
    ).catch(() => undefined);
    // A second worker runs in parallel; the first loses its connections at any point.
    const twin = round === 2 ? giveBackDue(services, shop.now()) : Promise.resolve(0);
    await database.db.execute(sql`select pg_sleep(${round * 0.02})`);
    await database.pool.query(
      `select pg_terminate_backend(a.pid) from pg_stat_activity a
       where a.datname = current_database() and a.pid <> pg_backend_pid() and a.state <> 'idle'`,
    );
    await Promise.all([job, twin.catch(() => 0)]);
    await doomed.close().catch(() => undefined);
    shop.after(MINUTE_MS);
  }
  shop.after(60 * MINUTE_MS);
  await giveAllBack();
  await sendAll();

  const given = await refundsOf();
  for (const order of orders) {
    const mine = given.get(order.id) ?? [];
    expect(mine.map(({ cents, state }) => ({ cents, state }))).toEqual([
      { cents: order.totalCents, state: 'confirmed' },
    ]);
    const told = await tellOrder(shop.services, orderTokenOf(shop.services.secretKey, order.id));
    expect(told?.returned).toEqual({ cents: order.totalCents, state: 'done' });
  }
  expect((await progress(campaign.name)).campaign).toMatchObject({ supporters: 0, collectedCents: 0 });
  const written = await database.db.select().from(mails).where(eq(mails.template, 'campaign-given-back'));
  expect(written).toHaveLength(12);
});

it('gives back what is left of an order that staff refunded in part after its campaign failed', async () => {
  const campaign = pledge(shop.now());
  const { open = 0 } = await openNew(database.db, campaign);
  const order = await shop.buy(await shop.member(), [{ id: open, quantity: 3 }]);
  await shop.pay(order);
  await database.db.transaction((tx) => failCampaign(tx, hand, campaign.name, shop.now()));
  shop.after(MINUTE_MS);
  await refundOrder(shop.services.payments, { orderId: order.id, cents: 100, who: 'chan', reason: 'asked for it' });
  shop.after(60 * MINUTE_MS);
  await giveAllBack();
  await sendAll();
  const cents = (await refundsOf()).get(order.id)?.map((one) => one.cents);
  expect(cents).toEqual([100, order.totalCents - 100]);
});

it('gives back by its own rule what is paid after it was decided that the campaign failed', async () => {
  const campaign = pledge(shop.now());
  const { open = 0 } = await openNew(database.db, campaign);
  const order = await shop.buy(await shop.member(), [{ id: open }]);
  const attempt = await shop.begin(order);
  await database.db.transaction((tx) => failCampaign(tx, hand, campaign.name, shop.now()));
  await shop.capture(attempt);
  expect((await progress(campaign.name)).campaign).toMatchObject({ supporters: 0, collectedCents: 0 });
  const { order: after } = await orderStory(database.db, order.id);
  expect(after.fulfilledAt).toBeNull();
});

it('starts no payment of an order that is older than the failure of its campaign', async () => {
  const campaign = pledge(shop.now());
  const { open = 0 } = await openNew(database.db, campaign);
  const order = await shop.buy(await shop.member(), [{ id: open }]);
  await database.db.transaction((tx) => failCampaign(tx, hand, campaign.name, shop.now()));
  await expect(shop.begin(order)).rejects.toMatchObject({ errorName: 'productNotFound', detail: { fault: 'closed' } });
  const { steps } = await orderStory(database.db, order.id);
  expect(steps.filter(({ what }) => what === 'attempt')).toEqual([]);
});

it('leads nobody on to pay who was at a provider when its campaign failed: a page that is loaded again is refused, the order closed', async () => {
  const campaign = pledge(shop.now());
  const { open = 0 } = await openNew(database.db, campaign);
  const buyer = await shop.member();
  const order = await shop.buy(buyer, [{ id: open }]);
  const attempt = await shop.begin(order);
  expect(await shop.begin(order)).toBe(attempt);
  await database.db.transaction((tx) => failCampaign(tx, hand, campaign.name, shop.now()));
  await expect(shop.begin(order)).rejects.toMatchObject({ errorName: 'productNotFound', detail: { fault: 'closed' } });
  await closeOrders(shop.services);
  const found = await findPayment(shop.services.payments, buyer, { orderId: order.id });
  expect(found).toMatchObject({ order: { state: 'cancelled' }, attempt: { start: null } });
  // A payment that arrives nevertheless is refunded at once.
  await shop.capture(attempt);
  await sendAll();
  expect((await refundsOf()).get(order.id)).toMatchObject([{ cents: order.totalCents, state: 'confirmed' }]);
});

it('waits for who is at a provider before it says what became of it', async () => {
  const campaign = pledge(shop.now(), { targetCents: 500 });
  const { open = 0 } = await openNew(database.db, campaign);
  shop.after(10 * DAY_MS - MINUTE_MS);
  const order = await shop.buy(await shop.member(), [{ id: open }]);
  shop.after(2 * MINUTE_MS);
  await endCampaigns({ db: database.db, now: shop.now() });
  expect((await progress(campaign.name)).campaign.endedAs).toBeNull();
  await shop.pay(order);
  await endCampaigns({ db: database.db, now: shop.now() });
  expect((await progress(campaign.name)).campaign.endedAs).toBe('succeeded');
});

it('asks no wallet past its time, and puts it on the list of a person with the refund written down', async () => {
  const campaign = pledge(shop.now(), { closesAt: new Date(shop.now().getTime() + 200 * DAY_MS) });
  const { open = 0 } = await openNew(database.db, campaign);
  const order = await shop.buy(await shop.member(), [{ id: open }]);
  await shop.pay(order, 'payme');
  shop.after(100 * DAY_MS);
  await database.db.transaction((tx) => failCampaign(tx, hand, campaign.name, shop.now()));
  await giveAllBack();
  await sendAll();
  expect((await refundsOf()).get(order.id)).toMatchObject([{ state: 'by_hand', cents: 500 }]);
  expect(shop.house.gateways.payme.book.filter(({ kind }) => kind === 'refunded')).toEqual([]);
  expect(
    (await listWork(database.db, 100)).some(({ orderId, kind }) => orderId === order.id && kind === 'failed_refund'),
  ).toBe(true);
  const told = async () => (await tellOrder(shop.services, orderTokenOf(shop.services.secretKey, order.id)))?.returned;
  expect((await told())?.state).toBe('by_hand');
  // Before they do, its wallet takes the money back.
  const { payme } = shop.house.gateways;
  const { attempt } = payme.book.find(({ kind }) => kind === 'paid')!;
  await recordFacts(shop.services.payments, [seen(payme.pay(attempt, { kind: 'chargeback' }))]);
  const { number } = (await refundsOf()).get(order.id)![0]!;
  await withdrawByHand(shop.services.payments, { number, ...hand });
  expect((await told())?.state).toBe('done');
});

it('keeps what a supporter had: the day that was on air, with its clip, and of the year its share', async () => {
  const campaign = pledge(shop.now());
  const { day = 0, open = 0 } = await openNew(database.db, campaign);
  const played = await shop.buy(await shop.member(), [{ id: day, unit: '2027-01-01' }]);
  const whole = await shop.buy(await shop.member(), [{ id: open }]);
  await shop.pay(played);
  await shop.pay(whole);
  const span = { startsAt: new Date('2027-01-01T09:00:00Z'), endsAt: new Date('2027-01-01T09:00:20Z') };
  const onAir = { name: campaign.name, dayHk: '2027-01-01', archiveId: 7, ...span };
  await database.db.transaction((tx) => notePlayed(tx, shop.services, hand, onAir, shop.now()));
  const mail = (await database.db.select().from(mails).where(eq(mails.template, 'campaign-played')))[0];
  expect(mail?.textBody).toContain(
    `/program/archives/7?at=${span.startsAt.getTime() / 1000}&to=${span.endsAt.getTime() / 1000}`,
  );
  await database.db.transaction((tx) => failCampaign(tx, hand, campaign.name, shop.now()));
  const lines = await database.db.select().from(campaignReturns);
  expect(lines.find(({ orderId }) => orderId === played.id)).toBeUndefined();
  // Nine of ten days were never on air.
  expect(lines.find(({ orderId }) => orderId === whole.id)).toMatchObject({ cents: 450 });
});

it('tells a guest’s order by its link, without a name, and lets nobody else fill it in', async () => {
  const { set = 0, here = 0 } = await openNew(database.db, sale(shop.now(), 10));
  const guest = await shop.guest('guest@buyer.example');
  const order = await shop.buy(guest, [{ id: set }, { id: here }]);
  await shop.pay(order);
  const token = orderTokenOf(shop.services.secretKey, order.id);
  const given = { recipient: '陳大文', phone_no: '61234567', place: '旺角', address: '西洋菜南街1號' };
  const save = (buyer: Buyer) => saveDetails({ db: database.db, now: shop.now() }, buyer, order.id, given);
  await expect(save(await shop.member())).rejects.toMatchObject({ errorName: 'dataNotFound' });
  await expect(save(await shop.guest('other@buyer.example'))).rejects.toMatchObject({ errorName: 'dataNotFound' });
  await expect(
    saveDetails({ db: database.db, now: shop.now() }, guest, order.id, { ...given, recipient: '' }),
  ).rejects.toMatchObject({ faults: [{ field: 'recipient', code: 'required' }] });
  await save(guest);
  const told = await tellOrder(shop.services, token);
  expect(told).toMatchObject({ supporterNo: 1, isComplete: true, delivery: { state: 'waiting' } });
  expect(JSON.stringify(told)).not.toMatch(/陳大文|61234567|旺角|guest@buyer/);
  expect(await tellOrder(shop.services, `${token.slice(0, -2)}xx`)).toBeNull();

  const step = (to: 'packed' | 'sent') =>
    database.db.transaction((tx) =>
      deliver(tx, shop.services, hand, { orderId: order.id, to, tracking: 'SF1' }, shop.now()),
    );
  await step('packed');
  await expect(save(guest)).rejects.toMatchObject({ detail: { fault: 'packed' } });
  await step('sent');
  expect((await database.db.select().from(mails).where(eq(mails.template, 'campaign-sent')))[0]?.recipient).toBe(
    'guest@buyer.example',
  );
});

it('reads a name as it stands, and asks its supporter for another where it is none to be read', async () => {
  const { open = 0 } = await openNew(database.db, pledge(shop.now()));
  const guest = await shop.guest('name@buyer.example');
  const order = await shop.buy(guest, [{ id: open }]);
  await shop.pay(order);
  await saveDetails({ db: database.db, now: shop.now() }, guest, order.id, { air_name: '阿怡' });
  const stateAfter = async (isGood: boolean) => {
    await database.db.transaction((tx) => readName(tx, shop.services, hand, { orderId: order.id, isGood }, shop.now()));
    return (await tellOrder(shop.services, orderTokenOf(shop.services.secretKey, order.id)))?.airNameState;
  };
  expect(await stateAfter(true)).toBe('approved');
  expect(await stateAfter(false)).toBe('refused');
  expect(
    (await database.db.select().from(mails).where(eq(mails.template, 'campaign-name-refused')))[0]?.recipient,
  ).toBe('name@buyer.example');
});

it('packs nothing whose buyer has not said where it goes', async () => {
  const { set = 0, here = 0 } = await openNew(database.db, sale(shop.now(), 10));
  const order = await shop.buy(await shop.member(), [{ id: set }, { id: here }]);
  await shop.pay(order);
  await expect(
    database.db.transaction((tx) =>
      deliver(tx, shop.services, hand, { orderId: order.id, to: 'packed', tracking: null }, shop.now()),
    ),
  ).rejects.toMatchObject({ errorName: 'conflict' });
  expect(await database.db.select().from(campaignDetails).where(eq(campaignDetails.orderId, order.id))).toEqual([]);
});

it('counts the same money, supporters and days as its orders have, whatever happens in whatever order', async () => {
  const campaign = pledge(shop.now(), { targetCents: 1_000_000 }, 4);
  const { limited = 0, day = 0, open = 0 } = await openNew(database.db, campaign);
  const buyers = await Promise.all(Array.from({ length: 8 }, () => shop.member()));
  // Seeded random numbers, so that failures can be reproduced.
  let seed = 881;
  const draw = (most: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % most;
  };
  const opened: Awaited<ReturnType<CampaignShop['buy']>>[] = [];
  for (let step = 0; step < 120; step++) {
    const deed = draw(5);
    const wanted = [
      [{ id: limited }],
      [{ id: open, quantity: 1 + draw(3) }],
      [{ id: day, unit: `2027-01-0${1 + draw(9)}` }],
    ][draw(3)]!;
    if (deed < 2)
      await shop.buy(buyers[draw(8)]!, wanted).then(
        (order) => opened.push(order),
        () => undefined,
      );
    else if (deed === 2 && opened.length > 0) await shop.pay(opened[draw(opened.length)]!).catch(() => undefined);
    else if (deed === 3) {
      shop.after(draw(25) * MINUTE_MS);
      await expireOrders(shop.services.payments);
      await database.db.transaction((tx) => endHolds(tx, shop.now()));
    } else await sendAll();
  }
  const { rows } = await database.db.execute<{ cents: number; supporters: number; days: number; held: number }>(sql`
    select coalesce(sum(l.cents - l.returned_cents) filter (where l.state = 'paid'), 0)::int as cents,
           count(distinct l.order_id) filter (where l.state = 'paid')::int as supporters,
           (count(l.unit) filter (where l.state = 'paid') - count(distinct l.unit) filter (where l.state = 'paid'))::int as days,
           count(*) filter (where l.state = 'paid' and i.code = 'limited')::int as held
    from campaign_lines l join campaign_items i on i.id = l.item_id join campaigns c on c.id = i.campaign_id
    where c.name = ${campaign.name}`);
  const [row] = await database.db.select().from(campaigns).where(eq(campaigns.name, campaign.name));
  expect(row).toMatchObject({ collectedCents: rows[0]?.cents, supporters: rows[0]?.supporters });
  expect(rows[0]?.days).toBe(0);
  expect(rows[0]?.held).toBeLessThanOrEqual(4);
});
