import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { campaignItems, campaigns, campaignTerms } from '#db/tables/campaigns.ts';
import { pictures, pictureUses } from '#db/tables/pictures.ts';
import { quotas } from '#db/tables/quotas.ts';
import { staffRoleGrants, staffRoles } from '#db/tables/staff.ts';
import type { OpenDesk } from '#tests/factories/desk.ts';
import { CAMPAIGN_PAGE, CAMPAIGN_TIER } from '#tests/factories/desk-event-examples.ts';
import { openCampaignDesk, openShopAtDesk } from '#tests/factories/money/campaign-desk.ts';
import { openNew, pledge, type CampaignShop } from '#tests/factories/money/campaign-shop.ts';
import { findOwnPage, getCampaignProgress, previewCampaign } from '../campaigns.ts';

// Campaigns made and edited at the desk: what nobody outside sees, and what an order relies on.

let desk: OpenDesk;
let shop: CampaignShop;
let cookie: string;
let serial = 0;
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
const now = () => shop.now();
const act = async (name: string, input: object, as = cookie) => {
  const { status, response } = await desk.act(`campaigns.${name}`, input, { cookie: as });
  const reply = response as Reply;
  return { status, response: reply?.detail ?? reply };
};
/** The reason of a refusal. */
const whyNot = async (name: string, input: object) => {
  const { status, response } = await act(name, input);
  return status === 409 ? (response?.why ?? response) : status;
};
const editor = async (campaign: string, as = cookie): Promise<Reply> =>
  (await desk.call(`/api/staff/campaigns/${campaign}/editor`, { cookie: as })).response;

async function approve(asked: Reply): Promise<number> {
  return (await desk.approve(asked.approval_id, await desk.enter('finance-chief'))).status;
}

/** A draft with a tier of three, which is complete but for its publication. */
async function draft(tier: object = { total: 3 }) {
  const campaign = `drawn${++serial}`;
  await act('create', { campaign, kind: 'pledge', copy_of: null });
  const { item_id: itemId } = (await act('add-item', { campaign, fields: { ...CAMPAIGN_TIER, ...tier } })).response
    .result;
  const { page, terms, goal } = await editor(campaign);
  await act('save-page', { campaign, base: page.revision, fields: CAMPAIGN_PAGE });
  await act('save-terms', { campaign, base: terms.revision, fields: { clauses: ['不設退換。'] } });
  const open = { ...goal.fields, opensTs: now().getTime() / 1000 - 60 };
  expect((await act('edit', { campaign, base: goal.revision, fields: open })).status).toBe(200);
  return { campaign, itemId: Number(itemId) };
}

async function published(tier?: object) {
  const made = await draft(tier);
  const asked = await act('publish', { campaign: made.campaign });
  expect(await approve(asked.response)).toBe(200);
  return made;
}

const saveItem = async (campaign: string, itemId: number, change: object) => {
  const { fields, revision } = (await editor(campaign)).items.find(({ item_id: id }: Reply) => id === itemId);
  return { item_id: itemId, base: revision, fields: { ...fields, ...change } };
};
const saveGoal = async (campaign: string, change: object) => {
  const { fields, revision } = (await editor(campaign)).goal;
  return { campaign, base: revision, fields: { ...fields, ...change } };
};
const buy = async (itemId: number, terms = '1') => shop.buy(await shop.member(), [{ id: itemId }], terms);

it('hides a draft from every call outside, as if it did not exist, and sells it to nobody', async () => {
  const { campaign, itemId } = await draft();
  const noSuch = { errorName: 'dataNotFound' };
  await expect(getCampaignProgress({ db: desk.db, now: now() }, campaign)).rejects.toMatchObject(noSuch);
  expect(await findOwnPage(desk.db, campaign)).toBeNull();
  const refusal = (id: number) =>
    buy(id).then(
      () => null,
      ({ errorName, detail }: Reply) => ({ errorName, detail }),
    );
  const missing: Reply = await refusal(999_999);
  expect(await refusal(itemId)).toEqual({ ...missing, detail: missing.detail.replace('999999', String(itemId)) });
  // A bug that forgot to ask would meet the database.
  const order = sql`insert into campaign_orders (order_id, campaign_id, terms_version, accepted_at, delivery_state)
    select 1, id, '1', now(), 'none' from campaigns where name = ${campaign}`;
  await expect(desk.db.execute(order)).rejects.toMatchObject({ cause: { code: '23514' } });
  // Nor does the clock end it, or a member of staff open it past its publication.
  expect(await whyNot('open', { campaign })).toBe('campaign-draft');
  expect(await whyNot('fail', { campaign })).not.toBe(200);
});

it('publishes what an approver of money has seen, and not what was changed meanwhile', async () => {
  const { campaign, itemId } = await draft();
  const asked = await act('publish', { campaign });
  expect(asked.response).toMatchObject({
    outcome: 'asked',
    rows: [{ after: { kind: 'pledge', items: ['一張枱 HK$1,200.00 × 3'], title: '盆菜宴' } }],
  });
  await act('save-item', await saveItem(campaign, itemId, { cents: 100 }));
  expect(await approve(asked.response)).toBe(409);
  expect((await editor(campaign)).is_public).toBe(false);
  const again = await act('publish', { campaign });
  expect(await approve(again.response)).toBe(200);
  expect(await getCampaignProgress({ db: desk.db, now: now() }, campaign)).toMatchObject({
    items: [{ cents: 100, left: 3 }],
  });
  expect(await findOwnPage(desk.db, campaign)).toMatchObject({
    kind: 'pledge',
    fields: CAMPAIGN_PAGE,
    terms: [{ version: 1, clauses: ['不設退換。'] }],
  });
  await shop.pay(await buy(itemId));
  expect((await editor(campaign)).items).toMatchObject([{ sold: 1, is_ordered: true }]);
});

it('names all that a draft lacks, and refuses to publish it', async () => {
  const campaign = `bare${++serial}`;
  await act('create', { campaign, kind: 'sale', copy_of: null });
  const goods = { ...CAMPAIGN_TIER, kind: 'goods', isSent: true, picture: 'station-default' };
  await act('add-item', { campaign, fields: goods });
  await act('add-item', { campaign, fields: { ...CAMPAIGN_TIER, choosesDay: true } });
  expect((await editor(campaign)).blocks.toSorted()).toEqual(['alt', 'days', 'delivery', 'lead', 'terms', 'title']);
  expect(await whyNot('publish', { campaign })).toBe('blocked');
  desk.clock.now = new Date(desk.clock.now.getTime() + 90 * 86_400_000);
  const { cookie: later } = await desk.enter('sales');
  expect((await editor(campaign, later)).blocks).toContain('closes');
});

it('keeps the price of what was sold or held, at the desk and in the database, and lets it be retired for another', async () => {
  const { campaign, itemId } = await published();
  const order = await buy(itemId);
  for (const change of [{ cents: 1 }, { kind: 'extra' }, { isSent: true }, { total: null }])
    expect(await whyNot('save-item', await saveItem(campaign, itemId, change))).toBe('item-ordered');
  const write = desk.db.update(campaignItems).set({ cents: 1 }).where(eq(campaignItems.id, itemId));
  await expect(write).rejects.toMatchObject({ cause: { code: '23514' } });
  // Without an order it is free, but another person of finance sees it.
  const dearer = await act('add-item', { campaign, fields: { ...CAMPAIGN_TIER, name: '兩張枱' } });
  expect(dearer.response.outcome).toBe('asked');
  expect(await whyNot('retire-item', { item_id: itemId })).toBe('needs-items');
  expect(await approve(dearer.response)).toBe(200);
  expect((await act('retire-item', { item_id: itemId })).status).toBe(200);
  await expect(buy(itemId)).rejects.toMatchObject({ errorName: 'productNotFound' });
  // Whoever had it in the checkout still gets it, at its price.
  await shop.pay(order);
  const progress = await getCampaignProgress({ db: desk.db, now: now() }, campaign);
  expect(progress).toMatchObject({ campaign: { collectedCents: 120_000 }, items: [{ name: '兩張枱' }] });
});

it('never makes a stock smaller than what is sold and held', async () => {
  const { campaign, itemId } = await published();
  await shop.pay(await buy(itemId));
  await buy(itemId);
  expect(await whyNot('save-item', await saveItem(campaign, itemId, { total: 1 }))).toBe('stock');
  expect((await act('save-item', await saveItem(campaign, itemId, { total: 2 }))).status).toBe(200);
  await expect(buy(itemId)).rejects.toMatchObject({ errorName: 'quotaFull' });
  expect((await act('save-item', await saveItem(campaign, itemId, { total: 5 }))).status).toBe(200);
  await buy(itemId);
});

it('keeps what supporters paid for: target, opening, days and a last day that does not move away', async () => {
  const { campaign, itemId } = await published();
  const seconds = now().getTime() / 1000;
  expect((await act('edit', await saveGoal(campaign, { targetCents: 500_000 }))).status).toBe(200);
  await buy(itemId);
  const { closesTs } = (await editor(campaign)).goal.fields;
  for (const change of [
    { targetCents: 1 },
    { kind: 'sale', targetCents: null },
    { opensTs: seconds - 120 },
    { firstDay: '2027-01-01', days: 3 },
  ])
    expect(await whyNot('edit', await saveGoal(campaign, change))).toBe('ordered');
  expect(await whyNot('edit', await saveGoal(campaign, { closesTs: closesTs + 1 }))).toBe('later');
  expect(await whyNot('edit', await saveGoal(campaign, { closesTs: seconds - 1 }))).toBe('past');
  expect((await act('edit', await saveGoal(campaign, { closesTs: closesTs - 3_600, maxPerBuyer: null }))).status).toBe(
    200,
  );
  for (const set of [{ targetCents: 1 }, { closesAt: new Date((closesTs + 1) * 1000) }, { isPublic: false }])
    await expect(desk.db.update(campaigns).set(set).where(eq(campaigns.name, campaign))).rejects.toMatchObject({
      cause: { code: '23514' },
    });
});

it('answers a second editor with both values, and takes an edit back', async () => {
  const { campaign } = await draft();
  const { page, terms } = await editor(campaign);
  const mine = { ...CAMPAIGN_PAGE, title: '我個標題' };
  const first = await act('save-page', { campaign, base: page.revision, fields: mine });
  const stale = await act('save-page', {
    campaign,
    base: page.revision,
    fields: { ...CAMPAIGN_PAGE, title: '你個標題' },
  });
  expect(stale).toMatchObject({
    status: 409,
    response: { fields: { title: '我個標題' }, changed_by: expect.any(String) as string },
  });
  const theirs = await act('save-terms', { campaign, base: 'old', fields: { clauses: ['二'] } });
  expect(theirs).toMatchObject({ status: 409, response: { fields: terms.fields } });
  const { undo } = first.response;
  expect((await desk.undo(undo, { cookie })).status).toBe(200);
  expect((await editor(campaign)).page.fields).toEqual(CAMPAIGN_PAGE);
});

it('keeps a published version of the terms, and puts the next in force for those who buy from then on', async () => {
  const { campaign, itemId } = await published();
  const order = await buy(itemId);
  const { terms } = await editor(campaign);
  expect(terms).toMatchObject({ version: 2, is_draft: false });
  await act('save-terms', { campaign, base: terms.revision, fields: { clauses: ['可以退換。'] } });
  // Written, and not in force.
  await buy(itemId);
  const asked = await act('publish-terms', { campaign });
  expect(await approve(asked.response)).toBe(200);
  await expect(buy(itemId)).rejects.toMatchObject({ errorName: 'conflict', detail: { fault: 'terms' } });
  await buy(itemId, '2');
  await shop.pay(order);
  expect((await findOwnPage(desk.db, campaign))?.terms.map(({ version }) => version)).toEqual([2, 1]);
  const rewrite = desk.db.update(campaignTerms).set({ clauses: ['別的'] });
  await expect(rewrite).rejects.toMatchObject({ cause: { code: '23514' } });
});

it('copies what another campaign says and sells as a draft with stock of its own, and deletes it without a trace', async () => {
  const { campaign, itemId } = await published();
  await shop.pay(await buy(itemId));
  const before = (await desk.db.select({ id: quotas.id }).from(quotas)).length;
  const copy = `copy${++serial}`;
  expect((await act('create', { campaign: copy, kind: 'sale', copy_of: campaign })).status).toBe(200);
  expect(await editor(copy)).toMatchObject({
    is_public: false,
    is_ordered: false,
    goal: { fields: { kind: 'pledge' } },
    items: [{ fields: { ...CAMPAIGN_TIER, total: 3 }, sold: 0 }],
    page: { fields: CAMPAIGN_PAGE },
    terms: { version: 1, fields: { clauses: ['不設退換。'] }, published: [] },
    blocks: [],
  });
  expect(await whyNot('create', { campaign: copy, kind: 'sale', copy_of: null })).toBe('taken');
  expect(await whyNot('create', { campaign: '18c_postcard', kind: 'sale', copy_of: null })).toBe('reserved');
  expect(await whyNot('delete', { campaign })).toBe('public');
  expect((await act('delete', { campaign: copy })).status).toBe(200);
  expect((await desk.db.select({ id: quotas.id }).from(quotas)).length).toBe(before);
});

it('edits dates and items of a campaign whose words are in code, and says where these are', async () => {
  // Opened by a press, at no full second.
  const made = { ...pledge(now()), opensAt: new Date(now().getTime() - 1_234) };
  const { limited = 0 } = await openNew(desk.db, made);
  const campaign = made.name;
  await buy(limited);
  expect((await act('edit', await saveGoal(campaign, { maxPerBuyer: null }))).status).toBe(200);
  const { page, items } = await editor(campaign);
  expect(page).toBeNull();
  expect(await whyNot('save-page', { campaign, base: '', fields: CAMPAIGN_PAGE })).toBe('coded');
  expect(await whyNot('save-terms', { campaign, base: '', fields: { clauses: [] } })).toBe('coded');
  const ids = items.map(({ item_id: id }: Reply) => id).toReversed();
  expect((await act('order-items', { campaign, item_ids: ids })).status).toBe(200);
  expect(await whyNot('order-items', { campaign, item_ids: ids.slice(1) })).toBe('stale');
  expect((await act('save-item', await saveItem(campaign, ids.at(-1), { total: 60 }))).status).toBe(200);
  const progress = await getCampaignProgress({ db: desk.db, now: new Date(now().getTime() + 5_000) }, campaign);
  expect(progress.items.at(-1)).toMatchObject({ code: 'limited', total: 60, left: 59 });
});

it('refuses faulty fields by name, and never fails at them', async () => {
  const { campaign, itemId } = await draft();
  const faulty = async (name: string, input: object) => {
    const { status, response } = await act(name, input);
    expect(status).toBe(400);
    return Object.keys(response.fieldErrors);
  };
  expect(await faulty('edit', await saveGoal(campaign, { closesTs: 1 }))).toEqual(['closesTs']);
  expect(await faulty('edit', await saveGoal(campaign, { kind: 'sale' }))).toEqual(['targetCents']);
  expect(await faulty('edit', await saveGoal(campaign, { days: 3 }))).toEqual(['days']);
  expect(await faulty('save-item', await saveItem(campaign, itemId, { reach: 'here' }))).toEqual(['reach']);
  expect(await faulty('save-item', await saveItem(campaign, itemId, { kind: 'goods' }))).toEqual(['isSent']);
  expect(await faulty('save-item', await saveItem(campaign, itemId, { cents: -1 }))).toEqual(['fields']);
});

it('shows a draft to who has its link, until the link ends', async () => {
  const { campaign } = await draft();
  const { response } = await desk.call(`/api/staff/campaigns/${campaign}/preview`, { cookie, body: {} });
  const { url, expires_ts: until } = response as Reply;
  const token = String(url).split('/').at(-1)!;
  const show = (given: string, at = now()) =>
    previewCampaign({ db: desk.db, secretKey: 'the secret key of desk tests, 32+', now: at }, given);
  expect(await show(token)).toMatchObject({
    fields: CAMPAIGN_PAGE,
    clauses: ['不設退換。'],
    progress: { items: [{ left: 3 }] },
  });
  await expect(show(token, new Date(until * 1000))).rejects.toMatchObject({ errorName: 'dataNotFound' });
  await expect(show(`1${token}`)).rejects.toMatchObject({ errorName: 'dataNotFound' });
});

it('keeps a picture of the library that a page or an item shows', async () => {
  const hash = 'a'.repeat(64);
  const [picture] = await desk.db
    .insert(pictures)
    .values({ sha256: hash, fileSha256: hash, width: 10, height: 10, alt: '盆菜' })
    .returning({ id: pictures.id });
  const name = `library-${picture!.id}-16x9`;
  const { campaign, itemId } = await draft();
  const { page } = await editor(campaign);
  await act('save-page', {
    campaign,
    base: page.revision,
    fields: { ...CAMPAIGN_PAGE, picture: name, pictureAlt: '盆菜' },
  });
  await act('save-item', await saveItem(campaign, itemId, { picture: name, pictureAlt: '盆菜' }));
  const uses = await desk.db.select().from(pictureUses).where(eq(pictureUses.pictureId, picture!.id));
  expect(Object.fromEntries(uses.map(({ tableName, title }) => [tableName, title]))).toEqual({
    campaign_items: '一張枱',
    campaign_pages: '盆菜宴',
  });
  await expect(desk.db.delete(pictures).where(eq(pictures.id, picture!.id))).rejects.toThrow(/./);
});

it('limits a role that is held for one campaign to that campaign, and lets it create none', async () => {
  const mine = await draft();
  const other = await draft();
  const bound = await desk.enter(null);
  const role = { name: 'campaigner', permissions: ['campaigns.edit' as const] };
  await desk.db.insert(staffRoles).values(role).onConflictDoNothing();
  const grant = { accountId: bound.id, role: role.name, scopeKind: 'campaign' as const, scopeId: mine.campaign };
  await desk.db.insert(staffRoleGrants).values({ ...grant, grantedBy: 'a test', createdAt: desk.clock.now });
  const status = async (name: string, input: object) => (await act(name, input, bound.cookie)).status;
  expect(await status('save-item', await saveItem(mine.campaign, mine.itemId, { total: 9 }))).toBe(200);
  expect(await status('save-item', await saveItem(other.campaign, other.itemId, { total: 9 }))).toBe(403);
  expect(await status('delete', { campaign: other.campaign })).toBe(403);
  expect(await status('delete', { campaign: 'no_such' })).toBe(403);
  expect(await status('create', { campaign: 'by_bound', kind: 'sale', copy_of: null })).toBe(403);
  const read = async (campaign: string) =>
    (await desk.call(`/api/staff/campaigns/${campaign}/editor`, { cookie: bound.cookie })).status;
  expect([await read(mine.campaign), await read(other.campaign), await read('no_such')]).toEqual([200, 403, 403]);
});
