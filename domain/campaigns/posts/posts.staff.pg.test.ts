import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { CAMPAIGN_POST } from '#tests/factories/desk-event-examples.ts';
import type { OpenDesk } from '#tests/factories/desk.ts';
import { openCampaignDesk, openShopAtDesk } from '#tests/factories/money/campaign-desk.ts';
import { openNew, pledge, type CampaignShop } from '#tests/factories/money/campaign-shop.ts';
import { getCampaignProgress, listPosts, listThanked, saveDetails } from '../campaigns.ts';
import { readName } from '../station.ts';

// What the desk posts of a campaign is public at once, in its latest wording, and gone once withdrawn.

let desk: OpenDesk;
let shop: CampaignShop;
let cookie: string;
beforeAll(async () => {
  desk = await openCampaignDesk();
});
afterAll(() => desk.close());
beforeEach(async () => {
  shop = await openShopAtDesk(desk);
  ({ cookie } = await desk.enter('sales'));
});

/** Replies of any call. */
// oxlint-disable-next-line no-explicit-any
type Reply = any;
const act = async (name: string, input: object): Promise<Reply> => {
  const { status, response } = await desk.act(`campaigns.${name}`, input, { cookie });
  return { status, response };
};
async function open() {
  const made = pledge(shop.now());
  await openNew(desk.db, made);
  const { name } = made;
  const { campaign } = await getCampaignProgress({ db: desk.db, now: shop.now() }, name);
  const shown = async () => {
    const { updates, questions } = await listPosts(desk.db, campaign);
    return { updates: updates.map(({ title }) => title), questions: questions.map(({ title }) => title) };
  };
  const post = async (fields: object): Promise<number> =>
    (await act('post', { campaign: name, fields: { ...CAMPAIGN_POST, ...fields } })).response.result.post_id;
  const edited = async (): Promise<Reply[]> =>
    ((await desk.call(`/api/staff/campaigns/${name}/editor`, { cookie })).response as Reply).posts;
  return { name, shown, post, edited };
}

it('shows updates newest first and questions in their order, changes them, and withdraws them', async () => {
  const { shown, post, edited } = await open();
  await post({ title: '第一' });
  const second = await post({ title: '第二' });
  await post({ kind: 'question', title: '幾時寄？' });
  await post({ kind: 'question', title: '寄去邊？' });
  expect(await shown()).toEqual({ updates: ['第二', '第一'], questions: ['幾時寄？', '寄去邊？'] });

  const [{ fields, revision }] = (await edited()).filter(({ post_id: id }) => id === second);
  const change = { post_id: second, base: revision, fields: { ...fields, title: '第二，改正' } };
  expect((await act('save-post', change)).status).toBe(200);
  expect((await shown()).updates).toEqual(['第二，改正', '第一']);
  // From a former revision.
  expect((await act('save-post', { ...change, fields: { ...fields, title: '另一個' } })).status).toBe(409);

  expect((await act('withdraw-post', { post_id: second })).status).toBe(200);
  expect((await act('withdraw-post', { post_id: second })).status).toBe(409);
  expect((await shown()).updates).toEqual(['第一']);
  expect((await act('restore-post', { post_id: second })).status).toBe(200);
  expect((await shown()).updates).toEqual(['第二，改正', '第一']);
});

it('refuses a post without words, or with a picture that says nothing to who does not see it', async () => {
  const { name, shown } = await open();
  const faulty = async (fields: object) =>
    (await act('post', { campaign: name, fields: { ...CAMPAIGN_POST, ...fields } })).status;
  expect([await faulty({ title: '' }), await faulty({ body: '' })]).toEqual([400, 400]);
  expect(await faulty({ picture: 'scene-mic-2' })).toBe(400);
  expect(await faulty({ body: '字'.repeat(4_001) })).toBe(400);
  expect((await shown()).updates).toEqual([]);
});

it('lists the name of a supporter who agreed to it, once staff approved it, and of nobody else', async () => {
  const made = pledge(shop.now());
  const { open = 0 } = await openNew(desk.db, made);
  const { campaign } = await getCampaignProgress({ db: desk.db, now: shop.now() }, made.name);
  const supported = async (name: string, isNamed: string) => {
    const guest = await shop.guest(`${isNamed || 'silent'}@buyer.example`);
    const order = await shop.buy(guest, [{ id: open }]);
    await shop.pay(order);
    await saveDetails({ db: desk.db, now: shop.now() }, guest, order.id, { air_name: name, is_named: isNamed });
    await desk.db.transaction((tx) =>
      readName(
        tx,
        shop.services,
        { who: 'staff', why: 'a good name' },
        { orderId: order.id, isGood: true },
        shop.now(),
      ),
    );
  };
  await supported('阿怡', 'true');
  await supported('阿輝', '');
  expect(await listThanked(desk.db, campaign, 10)).toEqual(['阿怡']);
});
