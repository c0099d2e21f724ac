import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFaults, faultsAtBothWidths, launchBrowser, siteUrl, useSite, visit } from '#tests/setup/browser.ts';
import { startSite, type Site } from '#tests/setup/site.ts';
import { payAtBank } from './buying.ts';
import { isAt, logIn, newMember } from './members-site.ts';

// A live event from the ticket through the waiting room to its picture, and the device test.

const PASSWORD = 'kennedy-town-5';
const BUYER = 'ticket-guest@members.example.com';
const CLOCK = '通宵時鐘台';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
  await newMember(BUYER, PASSWORD, '55304941');
});
afterAll(() => browser.close());

async function logInAs(page: Page, email: string): Promise<void> {
  const data = { email, password: PASSWORD, rememberMe: false };
  expect((await page.context().request.post(`${siteUrl()}/api/user/login`, { data })).status()).toBe(200);
}

/** Waits until the picture moves. */
const moves = (page: Page) =>
  page.waitForFunction(() => {
    const video = document.querySelector('[data-screen] video');
    return video instanceof HTMLVideoElement && video.videoWidth > 0 && video.currentTime > 0 && !video.paused;
  });

/** The clock of the event is captioned by the second: turns captions on, and compares them with the picture. */
async function readsCaptions(page: Page): Promise<void> {
  const press = page.locator('[data-screen]').getByRole('button', { name: '字幕', exact: true });
  // Captions of an event that has just begun are offered later. By keyboard: controls that hid meanwhile cannot be clicked.
  await page.waitForFunction(() => document.querySelector('[data-screen] button[aria-label="字幕"]:enabled'));
  if ((await press.getAttribute('aria-pressed')) === 'false') await press.press('Enter');
  // Five seconds are said in one line, which comes when they are over and stays as long. A line from before a seek has a later time.
  await page.waitForFunction(() => {
    const heard = new Date(window.airwavePlayer?.getHeardAt() ?? NaN);
    const line = document.querySelector('[data-caption-strip] p')?.textContent ?? '';
    const [, minute, second] = /:(\d\d):(\d\d)/.exec(line) ?? [];
    // Within the hour, which begins in Hong Kong when any other does.
    const behind = (heard.getUTCMinutes() - Number(minute)) * 60 + heard.getUTCSeconds() - Number(second);
    return (behind + 3_600) % 3_600 < 14;
  });
}

/** A site of its own, for this test alone: encoding four renditions takes more work than all the others. */
describe('an event whose picture is on the air', () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite({ seeded: true, env: { DEMO_EVENT: 'on', DEMO_CAPTIONS: 'on' } });
    useSite(site.url);
  });
  afterAll(async () => {
    useSite();
    await site.close();
  });

  it('sells a ticket, lets its holder in by the waiting room, and shows the picture', async () => {
    const { page, faults, close } = await visit(browser, '/robots.txt', { width: 390 });
    await newMember(BUYER, PASSWORD, '55304941');
    await logInAs(page, BUYER);
    await page.goto(`${siteUrl()}/live-event/1`, { waitUntil: 'load' });
    await page.getByRole('heading', { level: 1, name: CLOCK }).waitFor();
    expect(await faultsAtBothWidths(page)).toEqual([]);
    await page.getByRole('button', { name: '買門票', exact: true }).click();
    await page.waitForURL(isAt('/member/ticket/purchase'));
    await page.getByRole('heading', { level: 1, name: '買門票' }).waitFor();
    expect(await page.getByRole('button', { name: '取消訂單' }).count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    expect(await faultsAtBothWidths(page)).toEqual([]);
    await page.getByRole('radio', { name: /JETCO/ }).check();
    await page.getByRole('button', { name: /^付款 HK\$18/ }).click();
    await payAtBank(page);
    await page.waitForURL(isAt('/member/userinfo/live'));
    await page.getByText('付款完成，門票喺下面。').waitFor();
    expect(await faultsAtBothWidths(page)).toEqual([]);

    await page.getByRole('link', { name: '入場', exact: true }).click();
    await page.waitForURL(/\/live-event\/1\//);
    await page.getByText('你有 1 張門票').waitFor();
    await page.getByRole('button', { name: '入場', exact: true }).click();
    const asksForCues: string[] = [];
    page.on('request', (request) => {
      const hasCues = new URL(request.url()).pathname.includes('/cues');
      if (hasCues) asksForCues.push(request.url());
    });
    const screen = page.locator('[data-screen]');
    await screen.getByRole('button').first().waitFor();
    expect(asksForCues).toEqual([]);
    await screen.getByRole('button').first().click();
    await moves(page);
    await readsCaptions(page);
    await screen.getByRole('button', { name: '由頭睇過' }).press('Enter');
    await page.waitForFunction(() => document.querySelector('[data-screen]')?.getAttribute('data-player') === 'behind');
    await readsCaptions(page);
    // By its key, and the choice is remembered.
    await screen.focus();
    await page.keyboard.press('c');
    await page.locator('[data-caption-strip]').waitFor({ state: 'detached' });
    await page.keyboard.press('c');
    await page.locator('[data-caption-strip]').waitFor();
    // Captions are paid for: the URL works for nobody else.
    const stolen = asksForCues.at(-1)!;
    expect((await page.context().request.get(stolen)).status()).toBe(200);
    expect((await fetch(stolen)).status).toBe(403);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    expect(await faultsAtBothWidths(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });
});

/** The last ticket is sold while the event is viewed; a page reloads its state when it is shown again. */
async function sellOut(page: Page): Promise<void> {
  const strip = '**/api/live-event/*/strip';
  await page.route(strip, async (route) => {
    const reply = await route.fetch();
    const json = (await reply.json()) as { response: object };
    await route.fulfill({ response: reply, json: { ...json, response: { ...json.response, tickets_left: 0 } } });
  });
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.getByText('門票售罄').waitFor();
  await page.unroute(strip);
}

interface Shift {
  value: number;
  /** The elements that moved, each with its old and new position. */
  moved: string[];
}

type Observed = { layoutShifts: Shift[] };

/** Reports the layout shifts of each page of a tab. With its routes nothing is cached, as on a first visit. */
async function observeShifts(page: Page): Promise<void> {
  // Replies are delayed until the page is idle, so that later shifts are caused by them.
  await page.route(/\/api\/(user\/state|live-event)/, async (route) => {
    await page.waitForFunction(() => 'ready' in document.documentElement.dataset);
    await route.continue();
  });
  await page.addInitScript(() => {
    type Entry = PerformanceEntry & {
      value: number;
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
    };
    const shifts: Shift[] = [];
    (window as unknown as Observed).layoutShifts = shifts;
    const opened = location.pathname;
    new PerformanceObserver((list) => {
      // A page that is not there goes home after five seconds, which is another page.
      if (opened.startsWith('/no-such') && location.pathname !== opened) return;
      for (const { value, sources } of list.getEntries() as Entry[]) {
        const moved = sources.map(({ node, previousRect: from, currentRect: to }) => {
          const words = (node?.textContent ?? '').trim().slice(0, 30);
          return `${node?.nodeName} 「${words}」 ${[from.x, from.y, from.width, from.height].join()} to ${[to.x, to.y, to.width, to.height].join()}`;
        });
        shifts.push({ value, moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Layout shifts of a page from its first paint until its visitor is known. */
async function shiftsOf(page: Page, cdp: CDPSession, path: string, hasTicket: boolean): Promise<Shift[]> {
  // On a slow device, half of a page could be painted before the rest is parsed.
  const isSlow = path === '/live-event/2';
  if (isSlow) await cdp.send('Emulation.setCPUThrottlingRate', { rate: 8 });
  const known = page.waitForResponse('**/api/user/state').catch(() => null);
  await page.goto(siteUrl() + path, { waitUntil: 'load' });
  if (isSlow) await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  if (!path.startsWith('/no-such')) await known;
  if (path.startsWith('/live-event'))
    await page.getByRole('link', { name: hasTicket ? '有兌換碼' : '登入入場' }).waitFor();
  // Those on sale.
  if (!hasTicket && /[12]$/.test(path)) await sellOut(page);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  return page.evaluate(() => (window as unknown as Observed).layoutShifts);
}

// On air, upcoming, sold out and over; the demo's subscriber has tickets of the last two.
it.each([390, 1440] as const)('is moved by nothing that comes after load, at %i px', async (width) => {
  const moved: string[] = [];
  for (const ticket of [false, true]) {
    const { page, close } = await visit(browser, '/robots.txt', { width });
    if (ticket) {
      const data = { email: 'chikeung@demo.radio.example', password: 'airwave-demo-881', rememberMe: false };
      expect((await page.context().request.post(`${siteUrl()}/api/user/login`, { data })).status()).toBe(200);
      await page.addInitScript(() => sessionStorage.setItem('airwave.prompted_for', '3'));
    }
    await observeShifts(page);
    const cdp = await page.context().newCDPSession(page);
    for (const path of ['/live-event/1', '/live-event/2', '/live-event/3', '/article/latest', '/no-such-page']) {
      const shifts = await shiftsOf(page, cdp, path, ticket);
      const sum = shifts.reduce((all, { value }) => all + value, 0);
      const what = shifts.flatMap((shift) => shift.moved).join('; ');
      if (sum >= 0.01) moved.push(`${path} ${ticket ? 'with' : 'without'} a ticket: ${sum} of ${what}`);
    }
    await close();
  }
  expect(moved).toEqual([]);
});

it('gives an entry of the running order its place before the entries after it are there', async () => {
  const { page, close } = await visit(browser, '/live-event/2', { javaScriptEnabled: false });
  const entries = page.locator('section[aria-labelledby="set-list"] li');
  const before = await entries.first().boundingBox();
  expect(await entries.count()).toBeGreaterThan(3);
  await entries.last().evaluate((entry) => entry.remove());
  expect(await entries.first().boundingBox()).toEqual(before);
  await close();
});

it('counts down by a timer that says nothing by itself, reminds by mail, and is a file for a calendar', async () => {
  const { page, close } = await visit(browser, '/robots.txt', { width: 1440 });
  await logInAs(page, BUYER);
  await page.goto(`${siteUrl()}/live-event/2`, { waitUntil: 'load' });
  const timer = page.getByRole('timer').first();
  const before = await timer.textContent();
  await page.waitForFunction(([was]) => document.querySelector('[role=timer]')?.textContent !== was, [before] as const);
  expect(await timer.getAttribute('aria-live')).toBeNull();
  await page.getByRole('button', { name: '開場前電郵通知我' }).click();
  await page.getByRole('button', { name: '取消通知' }).waitFor();
  await close();

  const file = await fetch(`${siteUrl()}/calendar/event-2.ics`);
  expect(file.headers.get('content-type')).toContain('text/calendar');
  expect(await file.text()).toMatch(/BEGIN:VEVENT[\s\S]*SUMMARY:海旁一號台冬夜場[\s\S]*END:VEVENT/);
});

it('can be read without scripts: when, where, for how much and in which order', async () => {
  const { page, close } = await visit(browser, '/live-event/2', { javaScriptEnabled: false });
  expect(new URL(page.url()).pathname).toBe(`/live-event/2/${encodeURIComponent('海旁一號台冬夜場')}`);
  await page.getByText('中環一號碼頭').first().waitFor();
  await page.getByText('HK$128').waitFor();
  await page.getByText('下課鐘', { exact: true }).waitFor();
  expect(await page.locator('html').getAttribute('data-theme')).toBe('black');
  const structured = await page.locator('script[type="application/ld+json"]').allTextContents();
  expect(structured.map((json) => (JSON.parse(json) as { '@type': string })['@type'])).toContain('Event');
  await close();
});

it('sends a guest who wants a ticket to the log-in and back', async () => {
  const { page, close } = await visit(browser, '/live-event/2', { width: 390 });
  await page.getByRole('button', { name: '買門票', exact: true }).click();
  await page.waitForURL(isAt('/member/user/login'));
  await logIn(page, BUYER, PASSWORD);
  await page.waitForURL(/\/live-event\/2\//);
  await close();
});

it('checks a device with real segments and a film that sounds, and gives a code only where it is asked for', async () => {
  const { page, faults, close } = await visit(browser, '/live-event/diagnostic?event=2', { width: 390 });
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/live-event/diagnostic')) sent.push(request.url());
  });
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: '開始檢查' }).click();
  await page.getByText('聽唔聽到聲？').waitFor();
  await page.getByRole('button', { name: '聽到', exact: true }).click();
  const results = await page
    .locator('li[data-result]')
    .evaluateAll((rows) => rows.map((row) => (row instanceof HTMLElement ? row.dataset['result'] : '')));
  expect(results).toHaveLength(8);
  expect(results).not.toContain('fail');
  expect(sent).toEqual([]);
  await page.getByRole('button', { name: '攞參考碼' }).click();
  await page.getByText(/^D-[2-9A-Z]{4}-[2-9A-Z]{4}$/).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  expect(faults).toEqual([]);
  await close();
});
