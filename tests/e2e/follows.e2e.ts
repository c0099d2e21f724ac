import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '#fixtures/members.ts';
import { axeFaults, launchBrowser, siteUrl, visit, visitIn } from '#tests/setup/browser.ts';

// What a guest follows is on the home page without moving it, and after the log-in on every device of the member.

const MEMBER = 'siuming@demo.radio.example';
const FOLLOWED = { kind: 'program', subject: '1035' };

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const logIn = async ({ request }: BrowserContext) => {
  const data = { email: MEMBER, password: DEMO_PASSWORD, rememberMe: false };
  expect((await request.post(`${siteUrl()}/api/user/login`, { data })).status()).toBe(200);
};
const buttonOf = (page: Page) => page.locator('main button[aria-pressed][aria-label^="跟"]').first();

it('follows as a guest, shows it on the home page, and has it on the account from another device', async () => {
  const { page, close } = await visit(browser, '/program/1035');
  await buttonOf(page).click();
  await page.locator('main button[aria-pressed="true"][aria-label^="跟"]').waitFor();

  // The row waits for the visitor's state, which is delayed until the page is idle: later shifts are caused by the row.
  let answer = () => {};
  const atRest = new Promise<void>((done) => (answer = done));
  await page.route('**/api/user/state', async (route) => {
    await atRest;
    await route.continue();
  });
  await page.goto(siteUrl(), { waitUntil: 'load' });
  await page.locator('header').getByRole('img', { name: 'CR電台主頁' }).locator('use').waitFor({ state: 'attached' });
  const row = page.locator('section[aria-labelledby="followed"]');
  expect(await row.count()).toBe(0);
  await page.evaluate(() => {
    Object.assign(window, { shifts: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.shifts += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift' });
  });
  answer();
  await row.waitFor();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await page.evaluate(() => window.shifts)).toBe(0);
  await page.unroute('**/api/user/state');

  await logIn(page.context());
  await page.goto(`${siteUrl()}/following`);
  await buttonOf(page).waitFor();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('airwave.follows'))).toBeNull();
  await close();

  const other = await visit(browser, '/robots.txt');
  await logIn(other.page.context());
  const { page: list } = await visitIn(other.page.context(), '/following');
  await list.locator('a[href^="/program/1035/"]').first().waitFor();
  expect(await axeFaults(list)).toEqual([]);
  // Unfollowed and followed again in place; the account ends as it began.
  await buttonOf(list).click();
  await list.locator('main button[aria-pressed="false"]').waitFor();
  await buttonOf(list).click();
  await list.locator('main button[aria-pressed="true"]').waitFor();
  await list.request.delete(`${siteUrl()}/api/follows`, { data: FOLLOWED });
  await other.close();
});

declare global {
  interface Window {
    shifts: number;
  }
}
