import { RouterContextProvider, type LoaderFunctionArgs } from 'react-router';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { requestContext, type RequestContext } from '#app/context.server.ts';
import { BREAKING_NEWS_TAG } from '#domain/breaking-news/breaking-news.rules.ts';
import { campaignTag } from '#domain/campaigns/campaigns.ts';
import type { NewCampaign } from '#domain/campaigns/station.ts';
import { cancelOrder } from '#domain/payments/payments.ts';
import { openCampaignShop, openNew, sale, type CampaignShop } from '#tests/factories/money/campaign-shop.ts';
import { createMemberServices } from '#tests/factories/accounts/member-services.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { loadLanding, loadPayment, loadTerms, loadTold } from './campaign-page.server.ts';
import type { Campaign } from './campaign-table.ts';

// A third campaign is rows, texts and a folder: the shared pages say what its texts say.

let database: TestDatabase;
let shop: CampaignShop;
let made: NewCampaign;
let ids: Record<string, number>;
let lantern: Campaign;
beforeAll(async () => {
  database = await createTestDatabase();
  shop = openCampaignShop(database.db);
  made = { ...sale(shop.now(), 10), termsVersion: '2' };
  ids = await openNew(database.db, made);
  lantern = {
    name: made.name,
    design: 'lantern',
    words: {
      name: '元宵燈謎',
      title: '元宵燈謎盒',
      description: '一盒十五條燈謎。',
      items: { set: { name: '燈謎盒', lead: '十五條' } },
      status: {},
      thanks: '猜中喇',
      thanksWords: (no) => `第 ${no} 盒`,
      failure: '再猜',
    },
    terms: [
      { version: '1', since: '2026-01-01', clauses: ['舊'] },
      { version: '2', since: '2026-02-01', clauses: ['新'] },
    ],
  };
});
afterAll(() => database.close());

function asked(search = ''): LoaderFunctionArgs {
  const context = new RouterContextProvider();
  const known: Partial<RequestContext> = {
    db: database.db,
    now: shop.now(),
    siteUrl: 'https://radio.example',
    members: createMemberServices(database.db),
  };
  context.set(requestContext, known as RequestContext);
  const url = new URL(`https://radio.example/${made.name}${search}`);
  return { context, url, params: {} } as unknown as LoaderFunctionArgs;
}

it('names on its pages what it sells by its own texts, and by the database what these leave out', async () => {
  const landing = await loadLanding(asked(), lantern);
  const items = [
    { code: 'set', name: '燈謎盒', lead: '十五條' },
    { code: 'here', name: '本地', lead: null },
    { code: 'fetched', name: '自取', lead: null },
  ];
  expect(landing.data).toMatchObject({ title: '元宵燈謎盒', description: '一盒十五條燈謎。', progress: { items } });
  expect(await loadPayment(asked(), lantern)).toMatchObject({ title: '元宵燈謎', fault: null, progress: { items } });
  expect((await loadTold(asked(), lantern)).data).toMatchObject({
    title: '元宵燈謎',
    thanks: '猜中喇',
    failure: '再猜',
    order: null,
  });
});

it('knows of an order that was not paid whether what it reserved is still kept', async () => {
  const buyer = await shop.member();
  const order = await shop.buy(buyer, [{ id: ids['set']! }, { id: ids['fetched']! }], '2');
  const path = shop.sales.payments.fulfilments['campaign']!.pathOf('failure', order);
  const told = async () => (await loadTold(asked(path.slice(path.indexOf('?'))), lantern)).data.order;
  expect(await told()).toMatchObject({ supporterNo: null, isOver: false });
  await cancelOrder(shop.sales.payments, buyer, order.id);
  expect(await told()).toMatchObject({ supporterNo: null, isOver: true });
});

it('shows the terms in force first, and then those that earlier buyers accepted', async () => {
  const { data } = await loadTerms(asked(), lantern);
  expect(data.versions.map(({ version }) => version)).toEqual(['2', '1']);
});

it('purges its own pages when its numbers change, and no other campaign’s', async () => {
  for (const load of [loadLanding, loadTerms]) {
    const { init } = await load(asked(), lantern);
    // The line of breaking news is on every page.
    expect(new Headers(init?.headers).get('cache-tag')?.split(',')).toEqual([
      campaignTag(made.name),
      BREAKING_NEWS_TAG,
    ]);
  }
});

it('is not there before its row is in the database', async () => {
  const planned = { ...lantern, name: 'not-made-yet' };
  for (const load of [loadLanding, loadTerms, loadPayment])
    await expect(load(asked(), planned)).rejects.toMatchObject({ init: { status: 404 } });
});
