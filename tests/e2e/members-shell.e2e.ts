import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFaults, launchBrowser, siteUrl, visit } from '#tests/setup/browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const PLAIN = { email: 'siuming@demo.radio.example', name: '小明' };
const CARD_ENDS = { email: 'kayan@demo.radio.example' };
const PASSWORD = 'airwave-demo-881';

/** Logs in by the API instead of the form. */
async function logIn(context: BrowserContext, email: string): Promise<void> {
  const reply = await context.request.post(`${siteUrl()}/api/user/login`, {
    data: { email, password: PASSWORD, rememberMe: false },
  });
  expect(reply.status()).toBe(200);
}

const logOutElsewhere = (context: BrowserContext) => context.request.get(`${siteUrl()}/api/user/logout`);
const opener = (page: Page) => page.getByRole('button', { name: '開啟選單' });
const panelOf = (page: Page) => page.getByRole('dialog', { name: '會員選單' });
const asksState = (page: Page) => page.waitForResponse((reply) => reply.url().endsWith('/api/user/state'));

async function openMenu(page: Page) {
  await opener(page).click();
  const panel = panelOf(page);
  await panel.waitFor();
  return panel;
}

/** A page of the site, loaded after logging in. */
async function visitAs(email: string, path: string, width = 1440) {
  const visited = await visit(browser, '/robots.txt', { width });
  await logIn(visited.page.context(), email);
  const known = asksState(visited.page);
  await visited.page.goto(siteUrl() + path, { waitUntil: 'load' });
  await known;
  return visited;
}

describe.each([390, 1440])('the member menu at %i px', (width) => {
  it('shows a guest the way in and nothing of members (R-170, R-334)', async () => {
    const { page, faults, close } = await visit(browser, '/timetable/903', { width });
    const panel = await openMenu(page);
    await panel.getByRole('link', { name: '登入', exact: true }).waitFor();
    expect(await panel.getByRole('link', { name: '免費登記' }).getAttribute('href')).toBe('/member/register');
    // In a tab of its own, and said so.
    const prices = panel.getByRole('link', { name: /^節目重溫計劃\s*（在新視窗開啟）$/ });
    expect([await prices.getAttribute('href'), await prices.getAttribute('target')]).toEqual(['/pricing', '_blank']);
    expect(await panel.getByRole('list', { name: '會員功能' }).count()).toBe(0);
    expect(await axeFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  it('shows a member what is theirs and nothing of guests, and logs out (R-171, R-348)', async () => {
    const { page, faults, close } = await visitAs(PLAIN.email, '/timetable/903', width);
    const panel = await openMenu(page);
    const mine = panel.getByRole('list', { name: '會員功能' });
    await mine.waitFor();
    expect(await panel.innerText()).toContain(PLAIN.name);
    if (width > 700) expect(await opener(page).innerText()).toContain(PLAIN.name);
    expect(await panel.getByRole('link', { name: /^登入$|登記|節目重溫計劃/ }).count()).toBe(0);
    expect(await axeFaults(page)).toEqual([]);
    for (const link of await mine.getByRole('link').all()) {
      const path = (await link.getAttribute('href')) ?? '';
      expect([path, (await page.request.get(siteUrl() + path)).status()]).toEqual([path, 200]);
    }
    const asked = page.waitForRequest((request) => request.url().endsWith('/api/user/logout'));
    await mine.getByRole('button', { name: '登出' }).click();
    expect((await asked).method()).toBe('GET');
    await panel.waitFor({ state: 'detached' });
    await page.getByText('已經登出').waitFor();
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('__Host-session');
    await (await openMenu(page)).getByRole('link', { name: '登入', exact: true }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it.each(['/', '/live/903'])('moves nothing on %s when it is known who looks', async (path) => {
    const visited = await visit(browser, '/robots.txt', { width });
    const { page } = visited;
    await logIn(page.context(), PLAIN.email);
    // The response is delayed until the page is idle, so that later shifts are caused by it.
    let answer = () => {};
    const atRest = new Promise<void>((done) => (answer = done));
    await page.route('**/api/user/state', async (route) => {
      await atRest;
      await route.continue();
    });
    await page.goto(siteUrl() + path, { waitUntil: 'load' });
    await page.waitForFunction(() => sessionStorage.getItem('airwave.ready') === '1');
    await page.locator('header').getByRole('img', { name: 'CR電台主頁' }).locator('use').waitFor({ state: 'attached' });
    await page.evaluate(() => {
      const seen = Object.assign(window, { shifts: [] as number[] });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.shifts.push((entry as PerformanceEntry & { value: number }).value);
      }).observe({ type: 'layout-shift' });
    });
    const told = asksState(page);
    answer();
    await told;
    if (width > 700) await opener(page).getByText(PLAIN.name).waitFor();
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([]);
    await visited.close();
  });
});

it('asks once a document who looks, and not again while the visitor walks on', async () => {
  const { page, close } = await visit(browser, '/robots.txt');
  let asked = 0;
  page.on('request', (request) => (asked += Number(request.url().endsWith('/api/user/state'))));
  const first = asksState(page);
  await page.goto(`${siteUrl()}/host`, { waitUntil: 'load' });
  await first;
  await page.getByRole('navigation', { name: '主導覽' }).getByRole('link', { name: '所有節目' }).click();
  await page.waitForURL('**/program');
  await page.waitForFunction(() => document.activeElement?.id === 'main');
  expect(asked).toBe(1);
  await close();
});

it('keeps the page for everybody: a member gets the same bytes as a guest', async () => {
  const { page, close } = await visitAs(PLAIN.email, '/host');
  const asGuest = async () => (await fetch(`${siteUrl()}/host`)).text();
  const before = await asGuest();
  const own = await (await page.request.get(`${siteUrl()}/host`)).text();
  expect(own).not.toContain(PLAIN.name);
  // The page may be rerendered between two requests: a member gets what guests got before or get afterwards.
  expect([before, await asGuest()].includes(own)).toBe(true);
  await close();
});

it('says that a session is over to a page that knew a member, and loads it anew once (HD-01)', async () => {
  // The tour ends with a member call, by which time the session has ended elsewhere. Members without a plan get no
  // tour, so it remains to be shown to subscribers.
  const { page, close } = await visit(browser, '/robots.txt');
  await logIn(page.context(), PLAIN.email);
  await page.route('**/api/user/state', async (route) => {
    const reply = await route.fetch();
    const told = (await reply.json()) as { response: object };
    const response = { ...told.response, show_archive_tutorial: true };
    await route.fulfill({ response: reply, json: { ...told, response } });
  });
  await page.goto(`${siteUrl()}/host`, { waitUntil: 'load' });
  const tour = page.getByRole('dialog').or(page.getByRole('alertdialog')).filter({ hasText: '揀節目' });
  await tour.waitFor();
  await logOutElsewhere(page.context());
  await tour.getByRole('button', { name: '略過' }).click();
  const over = page.getByRole('alertdialog', { name: '登入時間過咗，請再登入' });
  await over.waitFor();
  expect(await axeFaults(page)).toEqual([]);
  const known = asksState(page);
  await Promise.all([page.waitForEvent('load'), over.getByRole('button', { name: '重新載入' }).click()]);
  await known;
  await (await openMenu(page)).getByRole('link', { name: '登入', exact: true }).waitFor();
  expect(await over.count()).toBe(0);
  await close();
});

it('opens what is to be said to a member once a tab (R-267)', async () => {
  const { page, close } = await visitAs(CARD_ENDS.email, '/host');
  const card = page.getByRole('alertdialog', { name: '信用卡即將到期' });
  await card.waitFor();
  expect(await axeFaults(page)).toEqual([]);
  const again = asksState(page);
  await page.reload({ waitUntil: 'load' });
  await again;
  await opener(page).getByText('會員').waitFor({ state: 'detached' });
  expect(await card.count()).toBe(0);
  await close();
});

it('leads back after the log-in to where it was asked for (R-469)', async () => {
  const { page, close } = await visit(browser, '/program?channel=903');
  const panel = await openMenu(page);
  await panel.getByRole('link', { name: '登入', exact: true }).click();
  await page.waitForURL('**/member/user/login');
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'redirect');
  expect(decodeURIComponent(cookie?.value ?? '')).toBe('/program?channel=903');
  expect(cookie?.expires).toBeGreaterThan(Date.now() / 1000 + 1_700);
  expect(cookie?.expires).toBeLessThan(Date.now() / 1000 + 1_810);
  await page.getByLabel('電郵', { exact: false }).first().fill(PLAIN.email);
  await page.locator('input[type="password"]').fill(PASSWORD);
  await page.locator('main button[type="submit"]').first().click();
  await page.waitForURL('**/program?channel=903');
  await opener(page).getByText(PLAIN.name).waitFor();
  await close();
});

describe('message pages (R-149 to R-152)', () => {
  it('give a member the button that fits instead of the log-in', async () => {
    const { page, close } = await visitAs(PLAIN.email, '/member/error/transactionProcessing');
    const main = page.getByRole('main');
    expect(await main.getByRole('link', { name: '會員紀錄' }).getAttribute('href')).toBe(
      '/member/userinfo/memberHistory',
    );
    expect(await main.getByRole('link', { name: '登入' }).count()).toBe(0);
    await page.goto(`${siteUrl()}/member/user/redeemSuccess`);
    expect(await main.getByRole('link').allInnerTexts()).toEqual(['我的帳戶', '返回']);
    await close();
  });

  it('lead back to the page before, without scripts too', async () => {
    const { page, close } = await visit(browser, '/host?channel=881', { javaScriptEnabled: false });
    await page.goto(`${siteUrl()}/member/error/show500`, { referer: `${siteUrl()}/host?channel=881` });
    expect(await page.getByRole('main').getByRole('link', { name: '返回' }).getAttribute('href')).toBe(
      '/host?channel=881',
    );
    await page.goto(`${siteUrl()}/member/error/show500`, { referer: 'https://elsewhere.example/x' });
    expect(await page.getByRole('main').getByRole('link', { name: '返回' }).getAttribute('href')).toBe('/');
    await close();
  });
});
