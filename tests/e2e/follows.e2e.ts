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

  // Layout shifts from the first paint on, as browsers measure them.
  await page.addInitScript(() => {
    Object.assign(window, { shifts: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.shifts += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(siteUrl());
  await page.locator('section[aria-labelledby="followed"]').waitFor();
  expect(await page.evaluate(() => window.shifts)).toBe(0);

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
  // Stopped and taken back in place; the account is left as it was found.
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
