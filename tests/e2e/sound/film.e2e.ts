import { createHash } from 'node:crypto';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { DEMO_PASSWORD, memberFixtures } from '#fixtures/members.ts';
import { launchBrowser } from '#tests/setup/browser.ts';
import { startSite, type Site } from '#tests/setup/site.ts';
import { PLAYING, waitFor } from './listener.ts';

// Watching films of the demo: trailers as a guest, and a rented film.

interface OwnFilm {
  item_id: number;
  title: string;
  url: string;
  state: 'not_started' | 'in_use' | 'over';
  duration: number | null;
}
interface Viewer {
  email: string;
  id: number;
  film: OwnFilm;
}

let site: Site;
let browser: Browser;
let viewer: Viewer;
let contexts: BrowserContext[] = [];
const faults: string[] = [];

beforeAll(async () => {
  // One device slot, so that a second browser exceeds the limit.
  site = await startSite({ seeded: true, env: { PLAYBACK_DEVICES: '1' } });
  browser = await launchBrowser();
  viewer = await someViewer();
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});
afterEach(async () => {
  await Promise.all(contexts.map((context) => context.close()));
  contexts = [];
  expect(faults.splice(0)).toEqual([]);
});

async function contextOf(email: string | null, width: number): Promise<BrowserContext> {
  const { url } = site;
  const context = await browser.newContext({ baseURL: url, viewport: { width, height: width < 900 ? 844 : 900 } });
  contexts.push(context);
  const answered = { cookie_consent: '2.0', archive_offer: '1' };
  await context.addCookies(Object.entries(answered).map(([name, value]) => ({ name, value, url })));
  if (email !== null) {
    const data = { email, password: DEMO_PASSWORD, rememberMe: false };
    expect((await context.request.post(`${url}/api/user/login`, { data })).status()).toBe(200);
  }
  return context;
}

/** A demo member with a film that can be watched now. */
async function someViewer(): Promise<Viewer> {
  for (const { id, email } of memberFixtures) {
    const context = await contextOf(email, 1440);
    const reply = await context.request.get('/api/premium/my');
    const { response } = (await reply.json()) as { response: { items?: OwnFilm[] } };
    const film = response.items?.find(({ state, duration }) => state !== 'over' && duration !== null);
    await context.close();
    if (film !== undefined) return { id, email, film };
  }
  throw new Error('no member of the demo has a film');
}

async function openAs(email: string | null, path: string, width = 1440): Promise<Page> {
  const context = await contextOf(email, width);
  await context.addInitScript((told) => sessionStorage.setItem('airwave.prompted_for', told), String(viewer.id));
  const page = await context.newPage();
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      faults.push(message.text());
  });
  await page.goto(path, { waitUntil: 'load' });
  await page.waitForFunction(() => window.airwavePlayer !== undefined);
  return page;
}

const player = (page: Page) => page.locator('[data-screen]');
const slider = (page: Page) => player(page).getByRole('slider', { name: '播放位置' });
const startButton = (page: Page) => player(page).getByRole('button', { name: '播放', exact: true });
const positionOf = async (page: Page) => Number(await slider(page).getAttribute('aria-valuenow'));

/** A moving picture: it has a size, and its clock advances. */
async function expectPicture(page: Page): Promise<void> {
  await waitFor(page, PLAYING);
  await page.waitForFunction(() => {
    const media = document.querySelector<HTMLVideoElement>('[data-screen] video');
    return media !== null && media.videoWidth > 0 && media.currentTime > 0 && !media.paused;
  });
}

async function watchFilm(page: Page): Promise<void> {
  // The page learns by a call whether the film is rented.
  await player(page).getByText('播放影片', { exact: true }).waitFor();
  await startButton(page).click();
  // The previous test keeps its device slot for a minute.
  await page.locator('[data-screen][data-player=playing], [data-screen] [role=alert]').first().waitFor();
  const here = player(page).getByRole('button', { name: '轉到呢度睇' });
  if (await here.isVisible()) await here.click();
  await expectPicture(page);
}

it('shows a guest the trailer where the film would be, and moves nothing when it begins', async () => {
  const page = await openAs(null, viewer.film.url);
  const before = await player(page).boundingBox();
  await startButton(page).click();
  await expectPicture(page);
  expect(await player(page).boundingBox()).toEqual(before);
  await expect.poll(() => page.locator('[data-screen]').getAttribute('data-player')).toBe('playing');
});

it('gives the words of a film to who may watch it, and to nobody else at any address', async () => {
  const { request } = await contextOf(viewer.email, 1440);
  const asked = `/api/premium/${viewer.film.item_id}/playback?device_key=device-one`;
  const { response } = (await (await request.get(asked)).json()) as {
    response: { captions: { src: string }[]; lease: { id: string } };
  };
  const { src } = response.captions[0]!;
  const words = await request.get(src);
  expect([words.status(), words.headers()['cache-control']]).toEqual([200, 'private, no-store']);
  const text = await words.text();
  expect(text).toContain('-->');
  const others = await contextOf(memberFixtures.find(({ email }) => email !== viewer.email)!.email, 1440);
  const nobody = await contextOf(null, 1440);
  for (const { request: another } of [others, nobody]) expect((await another.get(src)).status()).toBe(403);
  // Its former public address, by the hash of the file.
  const file = text.replace(/^X-TIMESTAMP-MAP.*\n/m, '');
  const sha256 = createHash('sha256').update(file).digest('hex');
  expect((await request.get(`/media/film-files/${sha256}.vtt`)).status()).toBe(404);
  await request.delete(`/api/playback/lease/${response.lease.id}`);
  await expect.poll(async () => (await request.get(src)).status()).toBe(403);
});

it('says to a screen reader once where it stands, with the chapter, and is driven by the keys that people know', async () => {
  const page = await openAs(viewer.email, viewer.film.url);
  await watchFilm(page);
  const lastsS = viewer.film.duration ?? 0;
  expect(await player(page).getByRole('slider', { name: '播放位置' }).count()).toBe(1);
  expect(await slider(page).getAttribute('aria-valuetext')).toContain('全長');

  // Clicking the picture gives it keyboard control.
  await page.keyboard.press('5');
  await expect.poll(() => positionOf(page)).toBeGreaterThanOrEqual(Math.floor(lastsS / 2));
  const half = await positionOf(page);
  await page.keyboard.press('j');
  await expect.poll(() => positionOf(page)).toBeLessThan(half);
  await page.keyboard.press(' ');
  await player(page).and(page.locator('[data-player=paused]')).waitFor();
  await page.keyboard.press('k');
  await player(page).and(page.locator('[data-player=playing]')).waitFor();
  await page.keyboard.press('m');
  await player(page).getByRole('button', { name: '取消靜音' }).waitFor();
  await page.keyboard.press('c');
  const showing = () =>
    page.evaluate(() => [...document.querySelectorAll('track')].filter(({ track }) => track.mode === 'showing').length);
  await expect.poll(showing).toBe(1);
  const cues = () => page.evaluate(() => document.querySelector('track')?.track.cues?.length ?? 0);
  await expect.poll(cues).toBeGreaterThan(0);
  await page.keyboard.press('c');
  await expect.poll(showing).toBe(0);

  // All words beside the picture, by the arrow keys of its tabs; a line leads to where it is said.
  await page.getByRole('tab', { name: '章節' }).focus();
  await page.keyboard.press('ArrowRight');
  const lines = page.getByRole('tabpanel', { name: '字幕全文' }).getByRole('button');
  await lines.first().click();
  await expect.poll(() => positionOf(page)).toBeLessThan(half / 2);
  await page.getByRole('tab', { name: '字幕全文' }).focus();
  await page.keyboard.press('End');
  await page.getByRole('tabpanel', { name: '資料' }).getByText('片長').waitFor();
  expect(await page.getByRole('tabpanel').count()).toBe(1);
  await player(page).focus();
  await page.keyboard.press('f');
  await page.waitForFunction(() => document.fullscreenElement?.hasAttribute('data-screen'));
  await page.keyboard.press('f');
  await page.waitForFunction(() => document.fullscreenElement === null);
});

it('says that the words of a film did not come, offers them again, and fits its tabs on the narrowest phone', async () => {
  const page = await openAs(viewer.email, viewer.film.url, 390);
  let faultOf: number | 'cut' | null = 'cut';
  await page.route('**/captions/*.vtt', (route) => {
    if (faultOf === null) return route.continue();
    return faultOf === 'cut' ? route.abort() : route.fulfill({ status: faultOf });
  });
  await watchFilm(page);
  await page.getByRole('tab', { name: '字幕全文' }).click();
  const panel = page.getByRole('tabpanel', { name: '字幕全文' });
  const again = panel.getByRole('alert').getByRole('button', { name: '再試一次' });
  for (const next of [404, 500, null] as const) {
    await panel.getByText('字幕載入唔到，請再試一次。').waitFor();
    faultOf = next;
    await again.focus();
    await page.keyboard.press('Enter');
  }
  await panel.getByRole('listitem').first().waitFor();
  expect(await panel.getByRole('alert').count()).toBe(0);
  // Screen readers continue where the text appeared.
  expect(await panel.evaluate((element) => element === document.activeElement)).toBe(true);

  await page.setViewportSize({ width: 320, height: 568 });
  const tabs = page.getByRole('tab');
  for (const tab of await tabs.all()) {
    await tab.focus();
    await tab.press('Enter');
    const isCut = await tab.evaluate((element) => {
      const { left, right } = element.getBoundingClientRect();
      return element.scrollWidth > element.clientWidth || left < 0 || right > document.documentElement.clientWidth;
    });
    expect([await tab.textContent(), isCut]).toEqual([await tab.textContent(), false]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
  await page.keyboard.press('Home');
  expect(await tabs.first().getAttribute('aria-selected')).toBe('true');
});

it('keeps its menu open while nothing moves, asks for the picture that was chosen by hand, and keeps the choice', async () => {
  const page = await openAs(viewer.email, viewer.film.url);
  await watchFilm(page);
  const small = page.waitForResponse((response) => /\/v25\/\d+\.m4s/.test(response.url()) && response.ok());
  // Without a pointer over it, the player soon hides its controls, but not while a menu is open.
  await player(page).getByRole('button', { name: '設定' }).dispatchEvent('click');
  await page.locator('[data-quiet]').waitFor();
  await page.getByRole('menuitemradio', { name: /^360p/ }).click();
  await small;
  await page.reload({ waitUntil: 'load' });
  const others: string[] = [];
  page.on('request', (request) => {
    if (/\/v2[14]\/\d+\.m4s/.test(request.url())) others.push(request.url());
  });
  await watchFilm(page);
  expect(others).toEqual([]);
});

it('goes on where it was left, and from one device to another in words', async () => {
  const page = await openAs(viewer.email, viewer.film.url);
  await watchFilm(page);
  await player(page).focus();
  await page.keyboard.press('5');
  const half = Math.floor((viewer.film.duration ?? 0) / 2);
  await expect.poll(() => positionOf(page)).toBeGreaterThanOrEqual(half);
  // Positions are reported with the lease, once ten seconds were watched.
  await page.waitForResponse(
    (response) =>
      response.url().endsWith('/api/playback/lease') &&
      response.request().method() === 'POST' &&
      (response.request().postDataJSON() as { places: { moved_s: number }[] }).places.some(
        ({ moved_s }) => moved_s >= 10,
      ),
  );

  const other = await openAs(viewer.email, viewer.film.url, 390);
  await player(other).getByText('播放影片', { exact: true }).waitFor();
  await startButton(other).click();
  await player(other).getByRole('heading', { name: /睇緊$/ }).waitFor();
  await player(other).getByRole('button', { name: '轉到呢度睇' }).click();
  await expectPicture(other);
  expect(await positionOf(other)).toBeGreaterThanOrEqual(half);
  await player(page).getByRole('heading', { name: '轉咗去另一部裝置睇' }).waitFor();
});

it('loads nothing of films on a page of radio', async () => {
  const page = await openAs(null, '/live/903');
  const loaded = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  );
  expect(loaded.filter((path) => /style-screen|film-(stage|player)|event-(stage|player)/.test(path))).toEqual([]);
});
