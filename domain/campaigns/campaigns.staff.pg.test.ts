import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { campaignDetails } from '#db/tables/campaigns.ts';
import { staffRoleGrants, staffRoles } from '#db/tables/staff.ts';
import { listAudit } from '#domain/audit/audit.ts';
import type { OpenDesk } from '#tests/factories/desk.ts';
import { openCampaignDesk, openShopAtDesk } from '#tests/factories/money/campaign-desk.ts';
import { openNew, pledge, sale, type CampaignShop } from '#tests/factories/money/campaign-shop.ts';
import { saveDetails } from './campaigns.ts';

// Campaigns at the desk: deliveries, names, and the end that sends money back.

let desk: OpenDesk;
let shop: CampaignShop;
beforeAll(async () => {
  desk = await openCampaignDesk();
});
afterAll(() => desk.close());
beforeEach(async () => {
  shop = await openShopAtDesk(desk);
});

/** Replies of any call. */
// oxlint-disable-next-line no-explicit-any
type Reply = any;
const read = async (path: string, cookie: string): Promise<{ status: number; response: Reply }> =>
  desk.call(`/api/staff/campaigns${path}`, { cookie });

/** A paid order with an address. */
async function soldSet(campaign = sale(shop.now(), 10)) {
  const { set = 0, here = 0 } = await openNew(desk.db, campaign);
  const guest = await shop.guest(`${campaign.name}@buyer.example`);
  const order = await shop.buy(guest, [{ id: set }, { id: here }]);
  await shop.pay(order);
  const address = { recipient: '陳大文', phone_no: '61234567', place: '旺角', address: '西洋菜南街1號' };
  await saveDetails({ db: desk.db, now: shop.now() }, guest, order.id, address);
  return { campaign: campaign.name, orderId: order.id };
}

it('packs and sends an order, takes packing back, and shows an address only to who states a reason', async () => {
  const { campaign, orderId } = await soldSet();
  const { cookie } = await desk.enter('sales');
  const deliver = (to: string, tracking: string | null = null) =>
    desk.act('campaigns.deliver', { order_id: orderId, to, tracking }, { cookie });
  const states = async (query = '') =>
    (await read(`/${campaign}/deliveries${query}`, cookie)).response.items.map(({ state }: Reply) => state);
  const { undo } = (await deliver('packed')).response as Reply;
  expect(await states()).toEqual(['packed']);
  expect((await desk.undo(undo, { cookie })).status).toBe(200);
  expect(await states()).toEqual(['waiting']);
  expect((await deliver('sent', 'SF1')).status).toBe(200);
  expect(await states()).toEqual([]);
  expect(await states('?state=sent')).toEqual(['sent']);

  const pages = [await read(`/${campaign}`, cookie), await read(`/${campaign}/deliveries?state=sent`, cookie)];
  expect(JSON.stringify(pages)).not.toMatch(/陳大文|61234567|西洋菜/);
  const see = (as: string) => desk.act('campaigns.see-address', { order_id: orderId }, { cookie: as });
  expect((await see((await desk.enter('producer')).cookie)).status).toBe(403);
  const support = await desk.enter('support');
  expect((await see(support.cookie)).response as Reply).toMatchObject({
    result: { address: expect.stringContaining('西洋菜南街1號') as string },
    rows: [{ action: 'campaigns.see-address', after: null }],
  });
});

it('lists the addresses of what is to be sent for five minutes to who stated a reason, as labels and as a safe file', async () => {
  const { campaign, orderId } = await soldSet();
  const other = await soldSet();
  const { cookie, name } = await desk.enter('sales');
  const colleague = await desk.enter('sales');
  const list = (as = cookie, of = campaign) => read(`/${of}/addresses`, as);
  const state = async (of = campaign) => desk.act('campaigns.see-addresses', { campaign: of }, { cookie });
  expect((await list()).status).toBe(403);
  expect((await state()).response as Reply).toMatchObject({
    result: {},
    rows: [{ subject_id: campaign, after: { addresses: 1, minutes: 5 } }],
  });
  expect((await list()).response).toMatchObject({
    items: [{ order_id: orderId, recipient: '陳大文', phone_no: '61234567', lines: ['西洋菜南街1號', '旺角', 'HK'] }],
  });
  for (const [as, of] of [
    [colleague.cookie, campaign],
    [(await desk.enter('producer')).cookie, campaign],
    [cookie, other.campaign],
  ])
    expect((await list(as, of)).status).toBe(403);

  await desk.db.update(campaignDetails).set({ recipient: '=HYPERLINK("x")' });
  const file = await desk.app.inject({ url: `/api/staff/campaigns/${campaign}/addresses.csv`, headers: { cookie } });
  expect(file.body).toContain(`"'=HYPERLINK(""x"")"`);
  expect(file.headers['cache-control']).toBe('no-store');
  const events = await listAudit(desk.db, { subject: { kind: 'campaign', id: campaign } }, 2);
  expect(events).toMatchObject([
    { who: name, action: 'campaigns.export-addresses', after: { addresses: 1 } },
    { who: name, action: 'campaigns.see-addresses', reason: 'a test' },
  ]);
  expect(JSON.stringify(events)).not.toMatch(/61234567|西洋菜/);

  desk.clock.now = new Date(desk.clock.now.getTime() + 5 * 60_000);
  expect((await list()).status).toBe(403);
  await desk.act('campaigns.deliver', { order_id: orderId, to: 'sent' }, { cookie });
  expect((await state()).status).toBe(200);
  expect((await list()).response.items).toEqual([]);
});

it('sends the money of a campaign back after a second person of finance has approved it', async () => {
  const campaign = pledge(shop.now());
  const { open = 0 } = await openNew(desk.db, campaign);
  await shop.pay(await shop.buy(await shop.member(), [{ id: open }]));
  const sales = await desk.enter('sales');
  const finance = await desk.enter('finance-chief');
  const asked = await desk.act('campaigns.fail', { campaign: campaign.name }, { cookie: sales.cookie });
  expect(asked.response as Reply).toMatchObject({ outcome: 'asked', rows: [{ after: { orders: 1 } }] });
  expect((await read(`/${campaign.name}`, sales.cookie)).response).toMatchObject({ state: 'open', returns: [] });
  expect((await desk.approve((asked.response as Reply).approval_id, sales)).status).toBe(403);
  expect((await desk.approve((asked.response as Reply).approval_id, finance)).status).toBe(200);
  expect((await read(`/${campaign.name}`, sales.cookie)).response).toMatchObject({
    state: 'failed',
    returns: [{ state: 'waiting', orders: 1, cents: 500 }],
  });
});

it('limits a role that is held for one campaign to that campaign and its orders', async () => {
  const mine = await soldSet();
  const other = await soldSet();
  const bound = await desk.enter(null);
  await desk.db
    .insert(staffRoles)
    .values({ name: 'packer', permissions: ['campaigns.deliver'] })
    .onConflictDoNothing();
  await desk.db.insert(staffRoleGrants).values({
    accountId: bound.id,
    role: 'packer',
    scopeKind: 'campaign',
    scopeId: mine.campaign,
    grantedBy: 'a test',
    createdAt: desk.clock.now,
  });
  const { cookie } = bound;
  expect((await read('', cookie)).response.items.map(({ name }: Reply) => name)).toEqual([mine.campaign]);
  expect((await read(`/${mine.campaign}`, cookie)).status).toBe(200);
  expect((await read(`/${other.campaign}`, cookie)).status).toBe(403);
  expect((await read(`/${other.campaign}/deliveries`, cookie)).status).toBe(403);
  const pack = async (orderId: number) =>
    (await desk.act('campaigns.deliver', { order_id: orderId, to: 'packed' }, { cookie })).status;
  expect(await pack(mine.orderId)).toBe(200);
  expect(await pack(other.orderId)).toBe(403);
  expect((await desk.act('campaigns.close', { campaign: mine.campaign }, { cookie })).status).toBe(403);
});

it('opens and closes with the moment of the run, whatever the preview had, and reviews a name', async () => {
  const campaign = pledge(shop.now());
  const { open = 0 } = await openNew(desk.db, campaign);
  const guest = await shop.guest('name@buyer.example');
  const order = await shop.buy(guest, [{ id: open }]);
  await shop.pay(order);
  await saveDetails({ db: desk.db, now: shop.now() }, guest, order.id, { air_name: '阿怡' });
  const { cookie } = await desk.enter('sales');
  const names = async () => (await read(`/${campaign.name}`, cookie)).response.names;
  expect(await names()).toEqual([{ order_id: order.id, air_name: '阿怡', day: null }]);
  expect((await desk.act('campaigns.name', { order_id: order.id, is_good: true }, { cookie })).status).toBe(200);
  expect(await names()).toEqual([]);

  const input = { campaign: campaign.name };
  const preview = await desk.call('/api/staff/actions/campaigns.close/preview', { cookie, body: { input } });
  desk.clock.now = new Date(desk.clock.now.getTime() + 60_000);
  const body = { input, reason: 'sold', shown_hash: (preview.response as Reply).hash };
  const closed = await desk.call('/api/staff/actions/campaigns.close', { cookie, body, key: 'close-the-campaign' });
  expect(closed.status).toBe(200);
  expect((await read(`/${campaign.name}`, cookie)).response.state).toBe('closed');
});
