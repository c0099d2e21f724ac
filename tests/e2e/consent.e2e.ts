import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD, memberFixtures } from '#fixtures/members.ts';
import { axeFaults, launchBrowser, ready, siteUrl, visit } from '#tests/setup/browser.ts';

// What a visitor is asked before anyone but the site itself gets data, and the effects of the answer.

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser({ pictures: true });
});
afterAll(() => browser.close());

const barOf = (page: Page) => page.getByRole('region', { name: 'Cookie 通知' });
const settingsOf = (page: Page) => page.getByRole('dialog', { name: 'Cookie 設定' });
const chosen = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name === 'cookie_consent')?.value;
const ads = (page: Page) => page.evaluate(() => document.documentElement.dataset.ads);

it.each([
  ['全部接受', '2.3', 'on'],
  ['全部拒絕', '2.0', 'house'],
])('keeps %s for a year, and asks no more (R-255)', async (name, value, marked) => {
  const { page, faults, close } = await visit(browser, '/host');
  expect(await ads(page)).toBe('house');
  await barOf(page).getByRole('button', { name }).click();
  await barOf(page).waitFor({ state: 'hidden' });
  await expect.poll(() => chosen(page.context())).toBe(value);
  const cookie = (await page.context().cookies()).find((one) => one.name === 'cookie_consent');
  expect(cookie?.expires).toBeGreaterThan(Date.now() / 1000 + 360 * 86_400);
  await expect.poll(() => ads(page)).toBe(marked);
  await page.reload();
  expect(await barOf(page).isVisible()).toBe(false);
  expect(await ads(page)).toBe(marked);
  expect(faults).toEqual([]);
  await close();
});

it('refuses as plainly as it accepts, in words, at 1440, 390 and 320 px', async () => {
  const { page, close } = await visit(browser, '/host');
  for (const width of [1440, 390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    const answers = await barOf(page)
      .getByRole('button')
      .evaluateAll((all) => {
        const yellow = getComputedStyle(all[0]!.closest('[data-consent-bar]')!).borderTopColor;
        return all.map((button) => {
          const { backgroundColor, color, fontSize, fontWeight } = getComputedStyle(button);
          const { width: wide, height } = button.getBoundingClientRect();
          return {
            words: (button as HTMLElement).innerText.trim(),
            look: [backgroundColor, color, fontSize, fontWeight, Math.round(wide), height].join(),
            isYellow: backgroundColor === yellow,
          };
        });
      });
    expect(
      answers.map(({ words }) => words),
      `at ${width} px`,
    ).toEqual(['設定', width < 600 ? '暫不' : '暫不接受', '全部拒絕', '全部接受']);
    expect(answers[2]?.look, `at ${width} px`).toBe(answers[3]?.look);
    expect(answers[1]?.look).not.toBe(answers[2]?.look);
    expect(answers.filter(({ isYellow }) => isYellow)).toEqual([]);
    const link = (await barOf(page).getByRole('link').boundingBox())!;
    expect(link.height).toBeGreaterThanOrEqual(24);
    expect(link.width).toBeGreaterThanOrEqual(24);
    const bar = (await barOf(page).boundingBox())!;
    expect(link.y).toBeGreaterThanOrEqual(bar.y);
    expect(bar.height).toBeLessThanOrEqual(width < 360 ? 98 : 60);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  await close();
});

it('asks anew whoever answered when there was one purpose only', async () => {
  const { page, close } = await visit(browser, '/robots.txt');
  await page.context().addCookies([{ name: 'cookie_consent', value: '1', url: siteUrl() }]);
  await page.goto(`${siteUrl()}/host`);
  await barOf(page).waitFor();
  expect(await ads(page)).toBe('house');
  await close();
});

it('has no advertising mark for who pays to be free of it, whatever was agreed to', async () => {
  const { page, close } = await visit(browser, '/robots.txt');
  await page.context().addCookies([
    { name: 'cookie_consent', value: '2.3', url: siteUrl() },
    { name: 'ad_free', value: '1', url: siteUrl() },
  ]);
  await page.goto(`${siteUrl()}/host`);
  expect(await ads(page)).toBe('off');
  await close();
});

it('lets a purpose be chosen by keyboard alone, and changed at the foot of the page', async () => {
  const { page, faults, close } = await visit(browser, '/host');
  await barOf(page).getByRole('button', { name: '設定' }).focus();
  await page.keyboard.press('Enter');
  await settingsOf(page).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  const statistics = settingsOf(page).getByRole('switch', { name: '統計' });
  const advertising = settingsOf(page).getByRole('switch', { name: '廣告' });
  expect(await settingsOf(page).getByRole('switch', { name: '必要' }).isDisabled()).toBe(true);
  expect([await statistics.isChecked(), await advertising.isChecked()]).toEqual([false, false]);
  await statistics.focus();
  await page.keyboard.press('Space');
  await settingsOf(page).getByRole('button', { name: '儲存' }).focus();
  await page.keyboard.press('Enter');
  await settingsOf(page).waitFor({ state: 'detached' });
  await barOf(page).waitFor({ state: 'hidden' });
  expect(await chosen(page.context())).toBe('2.1');
  const footer = page.locator('body > footer').getByRole('button', { name: 'Cookie 設定' });
  await footer.click();
  await settingsOf(page).waitFor();
  expect([await statistics.isChecked(), await advertising.isChecked()]).toEqual([true, false]);
  await page.keyboard.press('Escape');
  await settingsOf(page).waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Cookie 設定');
  // Closing the dialog changes nothing.
  expect(await chosen(page.context())).toBe('2.1');
  await footer.click();
  await settingsOf(page).getByRole('button', { name: '全部拒絕' }).click();
  await expect.poll(() => chosen(page.context())).toBe('2.0');
  expect(faults).toEqual([]);
  await close();
});

it('can be changed where a member looks after their data', async () => {
  const { page, close } = await visit(browser, '/robots.txt');
  const data = { email: memberFixtures[0]!.email, password: DEMO_PASSWORD, rememberMe: false };
  const headers = { origin: siteUrl() };
  expect((await page.context().request.post(`${siteUrl()}/api/user/login`, { data, headers })).status()).toBe(200);
  await page.goto(`${siteUrl()}/member/userinfo/data`);
  await page.locator('main').getByRole('button', { name: '更改 Cookie 設定' }).click();
  await settingsOf(page).getByRole('button', { name: '全部接受' }).click();
  await expect.poll(() => chosen(page.context())).toBe('2.3');
  await close();
});

it('is answered in all tabs at once, and leaves nothing but the cookie', async () => {
  const { page, close } = await visit(browser, '/host');
  const other = await page.context().newPage();
  await other.goto(`${siteUrl()}/program`);
  await ready(other);
  await barOf(other).waitFor();
  await barOf(page).getByRole('button', { name: '全部接受' }).click();
  await barOf(other).waitFor({ state: 'hidden' });
  await expect.poll(() => ads(other)).toBe('on');
  expect(await other.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('consent')))).toEqual([]);
  await close();
});

it('takes the browser’s wish not to be followed for an answer about advertising, until it is given by hand', async () => {
  const { page, close } = await visit(browser, '/robots.txt', { width: 390 });
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { value: true, configurable: true }),
  );
  // Consent given before the browser sent the signal.
  await page.context().addCookies([{ name: 'cookie_consent', value: '2.3', url: siteUrl() }]);
  await page.goto(`${siteUrl()}/host`);
  expect(await ads(page)).toBe('house');
  await page.context().clearCookies();
  await page.reload();
  expect(await barOf(page).innerText()).toContain('按瀏覽器要求，不作廣告追蹤');
  // On a phone it is no higher than for others.
  expect(await barOf(page).evaluate((bar: HTMLElement) => bar.offsetHeight)).toBeLessThanOrEqual(60);
  expect(await barOf(page).getByRole('button', { name: '全部接受' }).count()).toBe(0);
  await barOf(page).getByRole('button', { name: '接受統計' }).click();
  await expect.poll(() => chosen(page.context())).toBe('2.1');
  await page.locator('body > footer').getByRole('button', { name: 'Cookie 設定' }).click();
  await settingsOf(page).getByText('Global Privacy Control').waitFor();
  await settingsOf(page).getByRole('switch', { name: '廣告' }).check();
  await settingsOf(page).getByRole('button', { name: '儲存' }).click();
  await expect.poll(() => ads(page)).toBe('on');
  await page.reload();
  expect(await ads(page)).toBe('on');
  await close();
});

describe('before anybody chose', () => {
  it.each(['/', '/article/1000', '/live/903', '/crgovideo'])(
    '%s asks no other origin for anything, and keeps no name of its visitor',
    async (path) => {
      const { page, close } = await visit(browser, '/robots.txt');
      const strangers: string[] = [];
      page.on('request', (request) => {
        if (/^https?:/.test(request.url()) && new URL(request.url()).origin !== siteUrl())
          strangers.push(request.url());
      });
      const asked = page.waitForRequest('**/api/user/state');
      await page.goto(siteUrl() + path);
      expect((await asked).headers()['x-visitor']).toBeUndefined();
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      await page.waitForLoadState('networkidle').catch(() => undefined);
      expect(strangers).toEqual([]);
      expect(await chosen(page.context())).toBeUndefined();
      expect(
        await page.evaluate(() => Object.keys(localStorage).filter((key) => /visitor|reports|consent/.test(key))),
      ).toEqual([]);
      await close();
    },
  );

  it('a page without scripts shows neither bar nor button, and sets nothing', async () => {
    const { page, close } = await visit(browser, '/host', { javaScriptEnabled: false });
    expect(await page.locator('[data-consent-bar]').isVisible()).toBe(false);
    expect(await page.locator('body > footer [data-cookie-settings]').isVisible()).toBe(false);
    expect(await page.context().cookies()).toEqual([]);
    await close();
  });

  it('the bar is no higher than it may be on any screen, and refusing is as large as accepting', async () => {
    const { page, close } = await visit(browser, '/', { width: 390 });
    for (const [width, height, most] of [
      [390, 664, 65],
      [360, 640, 65],
      [320, 568, 98],
      [1440, 900, 60],
    ] as const) {
      const screen = `${width}×${height}`;
      await page.setViewportSize({ width, height });
      const box = (await barOf(page).boundingBox())!;
      expect(Math.ceil(box.height), screen).toBeLessThanOrEqual(most);
      const [refuse, accept] = await Promise.all(
        ['全部拒絕', '全部接受'].map(async (name) => {
          const button = barOf(page).getByRole('button', { name });
          const look = await button.evaluate((each) => {
            const { backgroundColor, color, fontWeight, fontSize } = getComputedStyle(each);
            return { backgroundColor, color, fontWeight, fontSize };
          });
          return { look, box: (await button.boundingBox())! };
        }),
      );
      expect(refuse!.look, screen).toEqual(accept!.look);
      expect(Math.abs(refuse!.box.width - accept!.box.width), screen).toBeLessThan(1);
      expect(refuse!.box.height, screen).toBeGreaterThanOrEqual(44);
      expect(refuse!.box.x, screen).toBeGreaterThanOrEqual(0);
      expect(accept!.box.x + accept!.box.width, screen).toBeLessThanOrEqual(width);
      expect(await axeFaults(page), screen).toEqual([]);
    }
    await close();
  });
});
