import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { listenAds } from '#server/ads/ads-origin.ts';
import { readConfig } from '#server/config.ts';
import type { BidsMessage, SlotMessage } from '#shared/ads/ad-frames.ts';
import { ALL_PURPOSES, ConsentPurpose } from '#shared/ads/consent.ts';
import { launchBrowser, siteUrl } from '#tests/setup/browser.ts';
import { freePort } from '#tests/setup/site.ts';
import { ofThisWorker } from '#tests/setup/workers.ts';
import { adWorld, sitePage, stranger, type StandIn } from './ad-stand-ins.ts';

// The built frames on their own origin with their real policies, with a page of another origin, and bidders and an ad
// server of a third.

declare global {
  interface Window {
    heard: SlotMessage[];
    openBidding(ads: string): Promise<void>;
    auction(message: object): Promise<BidsMessage>;
    fill(ads: string, message: object): Promise<void>;
  }
}

let browser: Browser;
let context: BrowserContext;
let page: Page;
let site: StandIn;
let other: StandIn;
let world: Awaited<ReturnType<typeof adWorld>>;
let frames: { stop(): Promise<void> };
let ads = '';
let faults: string[] = [];
const hosts = new Set<string>();
let next = 1;

beforeAll(async () => {
  [browser, site, other, world] = await Promise.all([
    launchBrowser({ pictures: true }),
    sitePage(),
    stranger(),
    adWorld(),
  ]);
  const port = await freePort();
  const config = readConfig({
    SITE_URL: site.url,
    ADS_PORT: String(port),
    SANDBOX_ADS_PORT: new URL(world.url).port,
    AD_PREBID_SERVER_URL: world.url,
  });
  frames = await listenAds(config.ads!, { host: '127.0.0.1', log: console });
  ads = config.ads!.origin;
});
afterAll(async () => {
  await browser.close();
  await Promise.all([frames.stop(), site.close(), other.close(), world.close()]);
});
afterEach(async () => {
  await context?.close();
  Object.assign(world.offers, { server: null, client: null });
});

/** A page of the site with its bidding frame. */
async function open({ query = '' } = {}): Promise<void> {
  context = await browser.newContext();
  faults = [];
  context.on('request', (request) => hosts.add(new URL(request.url()).host));
  page = await context.newPage();
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => faults.push(message.text()));
  await page.goto(site.url + query);
  world.asked.length = 0;
  other.asked.length = 0;
  await page.evaluate((origin) => window.openBidding(origin), ads);
}

const SLOT = { name: 'home-rectangle-1', type: 'rectangle', sizes: [[300, 250]], floorHkd: 0.4 };
const asked = (part: string) => world.asked.filter(({ path }) => path.startsWith(part));

const auction = (consent = ALL_PURPOSES, slots: object[] = [SLOT]) =>
  page.evaluate((message) => window.auction(message), {
    type: 'auction',
    id: `a${next++}`,
    slots,
    page: { group: 'home', variant: '', url: `${site.url}/?ad=1`, isReview: false },
    consent,
    timeoutMs: 3_000,
  });

async function fill(targeting: Record<string, string> = {}, { iu = 'home/rectangle', consent = ALL_PURPOSES } = {}) {
  const message = { type: 'fill', name: SLOT.name, sizes: SLOT.sizes, iu, targeting, consent };
  await page.evaluate(([origin, said]) => window.fill(origin, said), [ads, message] as const);
}
const heard = () => page.evaluate(() => window.heard);
const creative = () => page.frames().find((frame) => frame.url() === `${ads}/creative`);

/** An auction with one bid, rendered. */
async function draw(adm: string): Promise<void> {
  world.offers.client = { price: 9, cur: 'HKD', adm };
  const { slots } = await auction();
  await fill(slots[0]!.targeting);
}
/** The final state of the slot. */
const lastWord = () => expect.poll(async () => (await heard()).at(-1)?.type);

it('asks bidders in Hong Kong dollars with the floor of the ad slot, and the highest offer wins', async () => {
  await open();
  world.offers.server = { price: 1, cur: 'USD' };
  world.offers.client = { price: 7.79, cur: 'HKD' };
  const { slots, timedOut } = await auction();
  expect(timedOut).toEqual([]);
  expect(slots).toMatchObject([
    {
      name: SLOT.name,
      bidder: 'demoExchange',
      cpmHkd: 7.8,
      size: [300, 250],
      advertiser: 'demoexchange.example',
      targeting: { hb_pb: '7.80', hb_bidder: 'demoExchange', hb_size: '300x250', hb_format: 'banner' },
    },
  ]);
  for (const call of [...asked('/openrtb2/auction'), ...asked('/client-bidder/bid')]) {
    const said = JSON.parse(call.body) as { imp: object[]; cur: string[]; site: object; user: object };
    expect(said).toMatchObject({
      imp: [{ bidfloor: 0.4, bidfloorcur: 'HKD' }],
      cur: ['HKD'],
      site: { page: `${site.url}/?ad=1` },
    });
    // No member data and no cookie of the site: only an id of this origin's own.
    expect(Object.keys(said.user)).toEqual(['ext']);
  }
  const rows = [asked('/openrtb2/auction').length, asked('/client-bidder/bid').length];
  expect(rows).toEqual([1, 1]);
});

it('takes no offer below the floor, of another size or of a currency nobody has a rate for', async () => {
  await open();
  const wrong = [
    { price: 0.05, cur: 'USD' },
    { price: 9, cur: 'HKD', w: 970, h: 250 },
    { price: 9, cur: 'XAU' },
  ];
  for (const offer of wrong) {
    world.offers.client = offer;
    expect((await auction()).slots).toMatchObject([{ bidder: null, adId: null, targeting: {} }]);
  }
});

it('waits three seconds and no longer: who is late is named, and who was in time wins', async () => {
  await open();
  world.offers.server = { price: 0.9, cur: 'HKD' };
  world.offers.client = { price: 90, cur: 'HKD', lateMs: 4_500 };
  const bids = await auction();
  expect(bids).toMatchObject({ timedOut: ['airwaveDemo'], slots: [{ bidder: 'demoExchange', cpmHkd: 0.9 }] });
  Object.assign(world.offers, { server: null, client: null });
  // In the same wait server-side bidders sync their users, once per page.
  await expect.poll(() => asked('/sync').length).toBe(1);
  await auction();
  expect(asked('/cookie_sync')).toHaveLength(1);
});

it('asks nobody and loads no code of bidders without consent to advertising', async () => {
  await open();
  world.offers.client = { price: 9, cur: 'HKD' };
  const scripts: string[] = [];
  context.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  for (const consent of [0, ConsentPurpose.STATISTICS]) {
    expect((await auction(consent)).slots).toMatchObject([{ bidder: null, adId: null }]);
    await fill({}, { iu: 'home/direct', consent });
  }
  await lastWord().toBe('empty');
  expect(world.asked).toEqual([]);
  expect(scripts.filter((path) => path.includes('auction'))).toEqual([]);
  expect(await context.cookies()).toEqual([]);
});

it('keeps its number of a visitor sixty days, for this site alone, and forgets it at a refusal', async () => {
  await open();
  await auction();
  const [kept, ...more] = await context.cookies();
  expect(more).toEqual([]);
  expect(kept).toMatchObject({ name: 'ad_visitor', path: '/bidding', secure: true });
  expect(Math.round((kept!.expires - Date.now() / 1_000) / 86_400)).toBe(60);
  await auction(0);
  expect(await context.cookies()).toEqual([]);
});

it('draws the offer that won in a frame of its own, and tells who pays for it', async () => {
  await open();
  world.offers.client = { price: 2, cur: 'USD' };
  const { slots } = await auction();
  expect(slots).toMatchObject([{ cpmHkd: 15.6 }]);
  await fill(slots[0]!.targeting);
  await lastWord().toBe('rendered');
  expect(await heard()).toEqual([
    {
      type: 'rendered',
      name: SLOT.name,
      size: [300, 250],
      bidder: 'airwaveDemo',
      advertiser: 'airwavedemo.example',
      creative: 'creative-airwaveDemo',
      why: 'auction',
    },
  ]);
  await expect.poll(() => creative()?.locator('p').textContent()).toBe('offer of airwaveDemo at 2');
  expect(asked('/gampad/ads')[0]?.path).toContain(encodeURIComponent('/1234567/airwave/home/rectangle'));
  expect(asked('/privacy')[0]?.path).toContain('limitedAds=false');
  await creative()!.locator('p').click();
  await lastWord().toBe('clicked');
  expect(faults).toEqual([]);
});

it('holds a campaign of the ad server to the box of the ad slot', async () => {
  await open();
  await fill({}, { iu: 'home/direct' });
  await lastWord().toBe('rendered');
  expect(await heard()).toMatchObject([{ why: 'direct', size: [300, 250], advertiser: '77', creative: '88' }]);
  await fill({}, { iu: 'home/rectangle' });
  await lastWord().toBe('empty');
});

it('gives a frame no markup of an offer but the one that won its own ad slot', async () => {
  await open();
  world.offers.client = { price: 9, cur: 'HKD' };
  const { slots } = await auction(ALL_PURPOSES, [SLOT, { ...SLOT, name: 'home-rectangle-2' }]);
  await fill(slots[1]!.targeting);
  await lastWord().toBe('dropped');
  expect(await heard()).toMatchObject([{ reason: 'broken' }]);
});

it('lets a creative reach neither page, cookies, storage nor navigation, and nobody who is not named', async () => {
  await open();
  await page.evaluate(() => (document.cookie = 'member=secret'));
  await draw(`<p id="out"></p><script>
    const tries = {
      cookie: () => document.cookie,
      storage: () => localStorage.length,
      place: () => parent.document.title,
      top: () => top.document.title,
      leave: () => { top.location.href = '${other.url}/left'; },
    };
    const held = Object.entries(tries).map(([name, go]) => { try { go(); return name; } catch { return 0; } }).filter(Boolean);
    document.querySelector('#out').textContent = 'reached: ' + held.join();
    fetch('${other.url}/fetched').catch(() => {});
    new Image().src = '${other.url}/pixel';
    const script = document.createElement('script');
    script.src = '${other.url}/script';
    document.body.append(script);
  </script>`);
  await expect.poll(() => creative()?.locator('#out').textContent()).toBe('reached: ');
  expect(page.url()).toBe(`${site.url}/`);
  await expect.poll(() => faults.filter((text) => text.includes('Content Security Policy')).length).toBeGreaterThan(2);
  expect(other.asked).toEqual([]);
  await lastWord().toBe('rendered');
  expect(await heard()).toHaveLength(1);
});

it.each([
  ['bytes', () => `<p>heavy</p><img src="${world.url}/huge.svg">`],
  [
    'cpu',
    () =>
      `<p>hot</p><script>setTimeout(() => { const from = Date.now(); while (Date.now() - from < 900); }, 50)</script>`,
  ],
  ['escape', () => `<p>out</p><script>top.location = '${other.url}/left'</script>`],
  ['escape', () => `<p>away</p><script>setTimeout(() => { location.href = '${world.url}/direct' }, 50)</script>`],
  ['broken', () => `<img src="${world.url}/nothing.png" width="300" height="250">`],
])('drops a creative and names its advertiser: %s', async (reason, adm) => {
  await open();
  await draw(adm());
  await lastWord().toBe('dropped');
  expect((await heard()).at(-1)).toEqual({
    type: 'dropped',
    name: SLOT.name,
    reason,
    advertiser: 'airwavedemo.example',
    creative: 'creative-airwaveDemo',
  });
  await expect.poll(() => creative() === undefined).toBe(true);
});

it('leaves an ad slot empty where the ad server cannot be reached', async () => {
  await open();
  await context.route(`${world.url}/tag/**`, (route) => route.abort());
  await fill({}, { iu: 'home/direct' });
  await lastWord().toBe('empty');
});

it('speaks to pages of the site alone: a stranger can frame nothing', async () => {
  await open();
  await page.goto(other.url);
  await page.evaluate((origin) => void window.openBidding(origin), ads);
  await expect.poll(() => faults.filter((text) => text.includes('frame-ancestors')).length).toBeGreaterThan(0);
  expect(page.frames().filter((frame) => frame.url().startsWith(ads))).toEqual([]);
});

it('asks nobody who is not named, and no network of files', () => {
  const named = [site.url, ads, world.url, other.url].map((url) => new URL(url).host);
  expect([...hosts].filter((host) => !named.includes(host))).toEqual([]);
});

it('says with each document what it may do, and refuses what it is not for', async () => {
  const [bidding, slot, drawn] = await Promise.all(
    ['bidding', 'slot', 'creative'].map((name) => fetch(`${ads}/${name}`)),
  );
  for (const reply of [bidding!, slot!, drawn!]) {
    expect(reply.status).toBe(200);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'origin-agent-cluster': reply === drawn ? '?0' : '?1',
      'referrer-policy': 'strict-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=60',
    });
    const policy = reply.headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`default-src 'none'`);
    expect(policy).toMatch(new RegExp(`frame-ancestors [^;]*${site.url}`));
    expect(policy).toContain('sandbox allow-scripts');
    expect(reply.headers.has('set-cookie')).toBe(false);
  }
  expect(drawn!.headers.get('content-security-policy')).not.toContain('allow-same-origin');
  expect(bidding!.headers.get('content-security-policy')).toMatch(/script-src 'self';/);
  const [, script = ''] = /src="([^"]+)"/.exec(await slot!.text()) ?? [];
  const asset = await fetch(ads + script, { headers: { 'accept-encoding': 'br' } });
  expect(Object.fromEntries(asset.headers)).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
  });
  const etag = asset.headers.get('etag') ?? '';
  expect((await fetch(ads + script, { headers: { 'if-none-match': etag } })).status).toBe(304);
  expect((await fetch(`${ads}/../server/main.ts`)).status).toBe(404);
  const posted = await fetch(`${ads}/slot`, { method: 'POST', body: 'x' });
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});

it('is named in the policy of ordinary pages, and in nothing else of them', async () => {
  const origin = ofThisWorker('E2E_ADS_URLS') ?? '';
  expect((await fetch(`${origin}/slot`)).status).toBe(200);
  const policy = (await fetch(siteUrl())).headers.get('content-security-policy') ?? '';
  const rules = policy.split('; ').filter((rule) => rule.includes(origin));
  expect(rules).toEqual([expect.stringMatching(/^frame-src /)]);
});
