import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFaults, launchBrowser, siteUrl, visit } from '#tests/setup/browser.ts';
import { adsOrigin } from './ads-stand-in.ts';
import { focusWith } from './focus-with.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const ready = (page: Page) => page.waitForFunction(() => sessionStorage.getItem('airwave.ready') === '1');
/**
 * The wordmark's bars are drawn by the page's own script, so their presence shows that a reloaded page is
 * interactive.
 */
const drawn = (page: Page) =>
  page.locator('header').getByRole('img', { name: 'CR電台主頁' }).locator('use').waitFor({ state: 'attached' });
const accept = (context: BrowserContext) =>
  context.addCookies([{ name: 'cookie_consent', value: '2.3', url: siteUrl() }]);
const navigation = (page: Page) => page.getByRole('navigation', { name: '主導覽' });

it('asks for consent again on the next page view after a skip (R-256)', async () => {
  const { page, close } = await visit(browser, '/');
  const bar = page.getByRole('region', { name: 'Cookie 通知' });
  await bar.getByRole('button', { name: '暫不接受' }).click();
  await bar.waitFor({ state: 'hidden' });
  await navigation(page).getByRole('link', { name: '所有節目' }).click();
  await bar.waitFor();
  await close();
});

it('offers the archive once, never over a live page or a film: its cookie is there as soon as it opens (R-195, R-265)', async () => {
  const { page, close } = await visit(browser, '/host');
  // Consent would start advertising, and axe would wait for its frames.
  await page.route(`${await adsOrigin()}/**`, (route) => route.abort('blockedbyclient'));
  await accept(page.context());
  const known = page.waitForResponse('**/api/user/state');
  await page.goto(new URL('/live/903', page.url()).href);
  await known;
  await drawn(page);
  expect(await page.getByRole('dialog').count()).toBe(0);
  const films = page.waitForResponse('**/api/user/state');
  await page.goto(new URL('/crgovideo', page.url()).href);
  await films;
  await drawn(page);
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.goto(new URL('/host', page.url()).href);
  const offer = page.getByRole('dialog', { name: '重溫優惠' });
  await offer.waitFor();
  const cookie = (await page.context().cookies()).find((c) => c.name === 'archive_offer');
  expect(cookie?.value).toBe('1');
  expect(cookie?.expires).toBeGreaterThan(Date.now() / 1000 + 360 * 86_400);
  expect(await offer.innerText()).toMatch(/HK\$\s*388[\s\S]*250/);
  expect(await offer.getByRole('link', { name: '睇計劃' }).getAttribute('href')).toBe(
    '/member/userinfo/newSubscription?offer=1',
  );
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await offer.waitFor({ state: 'detached' });
  await page.reload();
  await drawn(page);
  expect(await offer.count()).toBe(0);
  await close();
});

it('does not offer the archive over a menu that was opened meanwhile, but on a later page', async () => {
  const { page, close } = await visit(browser, '/host');
  await accept(page.context());
  let letGo: () => void = () => undefined;
  const isFree = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/api/payment/archiveOffer', async (route) => {
    await isFree;
    await route.continue();
  });
  const asked = page.waitForRequest('**/api/payment/archiveOffer');
  await page.goto(new URL('/host', page.url()).href);
  await asked;
  await page.getByRole('button', { name: '開啟選單' }).click();
  const panel = page.getByRole('dialog', { name: '會員選單' });
  await panel.waitFor();
  const told = page.waitForEvent('requestfinished', (request) => request.url().endsWith('/api/payment/archiveOffer'));
  letGo();
  await told;
  const offer = page.getByRole('dialog', { name: '重溫優惠' });
  expect(await page.evaluate(() => document.cookie)).not.toContain('archive_offer');
  expect(await offer.count()).toBe(0);
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await navigation(page).getByRole('link', { name: '所有節目' }).click();
  await offer.waitFor();
  await close();
});

describe('the member menu', () => {
  const open = async (width: number) => {
    const { page, close } = await visit(browser, '/timetable/903', { width });
    await ready(page);
    await page.getByRole('button', { name: '開啟選單' }).click();
    const panel = page.getByRole('dialog', { name: '會員選單' });
    await panel.waitFor();
    return { page, panel, close };
  };

  it('is the user menu alone on a desktop, and a press outside closes it (R-168, R-258)', async () => {
    const { page, panel, close } = await open(1440);
    // The masthead has both buttons beside this menu.
    expect(await panel.getByRole('link', { name: /^(重溫|影視)$/ }).count()).toBe(0);
    const banner = page.locator('header');
    for (const [name, path] of [
      ['重溫', '/program/archives'],
      ['影視', '/crgovideo'],
    ] as const)
      expect(await banner.getByRole('link', { name, exact: true, includeHidden: true }).getAttribute('href')).toBe(
        path,
      );
    expect(await panel.getByRole('navigation').count()).toBe(0);
    await page.mouse.click(200, 500);
    await panel.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('開啟選單');
    await close();
  });

  it('holds the navigation on a phone, shows where the visitor is, and leaves with the link (R-169)', async () => {
    const { page, panel, close } = await open(390);
    const menu = panel.getByRole('navigation', { name: '主導覽' });
    const submenu = menu.getByRole('button', { name: '節目表' });
    expect(await submenu.getAttribute('aria-expanded')).toBe('true');
    await submenu.click();
    expect(await menu.getByRole('link', { name: 'AM864', exact: true }).isVisible()).toBe(false);
    await submenu.click();
    await menu.getByRole('link', { name: 'AM864', exact: true }).click();
    await page.waitForURL('**/timetable/864');
    await panel.waitFor({ state: 'detached' });
    await close();
  });

  it('holds replays, premium videos, the search and the foot of the page on a phone (R-169)', async () => {
    const { page, panel, close } = await open(390);
    for (const [name, path] of [
      ['重溫', '/program/archives'],
      ['影視', '/crgovideo'],
    ] as const) {
      const link = panel.getByRole('link', { name, exact: true });
      expect([await link.getAttribute('href'), await link.isVisible()]).toEqual([path, true]);
    }
    expect(await panel.getByRole('link', { name: '聯絡我們' }).count()).toBe(1);
    expect(await axeFaults(page)).toEqual([]);
    await panel.getByRole('combobox').fill('放學');
    await panel.getByRole('combobox').press('Enter');
    await page.waitForURL('**/search?q=**');
    await panel.waitFor({ state: 'detached' });
    await close();
  });

  it('ends with its last item on a desktop, not in empty space', async () => {
    const { panel, close } = await open(1440);
    await panel.getByRole('link', { name: '登入' }).waitFor();
    const box = await panel.boundingBox();
    const last = await panel.locator(':is(a, button):visible').last().boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0) - ((last?.y ?? 0) + (last?.height ?? 0))).toBeLessThanOrEqual(32);
    await close();
  });

  it('holds the page behind it still', async () => {
    const { page, panel, close } = await open(1440);
    await page.mouse.move(200, 500);
    await page.mouse.wheel(0, 600);
    // After a frame any scrolling would have happened.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await panel.getByRole('button', { name: '關閉選單' }).click();
    await close();
  });
});

it('takes who reads by ear to the new page', async () => {
  const { page, close } = await visit(browser, '/chart');
  await ready(page);
  // Together with the page: a key or text for one of its fields would be lost if the focus moved later.
  const focused = focusWith(page, 'DJ 主持', 'main h1');
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), { href: '/host', textContent: 'to the hosts' });
    document.querySelector('main')?.prepend(link);
    link.focus();
    link.click();
  });
  expect(await focused).toContain('id="main"');
  await page.waitForURL('**/host');
  await close();
});

it('applies the language of an address before it goes there (R-026)', async () => {
  const { page, close } = await visit(browser, '/');
  await ready(page);
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), { href: '/program?lang=en', textContent: 'English' });
    document.querySelector('main')?.prepend(link);
  });
  let atRequest: string | undefined;
  await page.route('**/program.data**', async (route) => {
    atRequest = (await page.context().cookies()).find((c) => c.name === 'lang')?.value;
    await route.continue();
  });
  await page.getByRole('link', { name: 'English' }).click();
  await page.waitForURL('**/program?lang=en');
  expect(atRequest).toBe('en');
  await close();
});

it.each(['/nobody/knows', '/error/503', '/program/0'])('shows %s in the blank layout (R-100, R-101)', async (path) => {
  const { page, status, close } = await visit(browser, path);
  expect(status).toBe(404);
  expect(await page.title()).toBe('收唔到呢個頻率｜CR電台');
  expect(await page.getByRole('region', { name: '直播中' }).count()).toBe(0);
  expect(await navigation(page).count()).toBe(0);
  await page.getByRole('main').getByRole('link', { name: '返主頁' }).click();
  await page.waitForURL(`${siteUrl()}/`);
  await close();
});

it('leads home from a page that is not there after 5 s, unless the reader stays (R-447)', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(`${siteUrl()}/nobody/knows`);
  await page.getByText('5 秒後返主頁').first().waitFor();
  await page.getByRole('button', { name: '留喺呢版' }).click();
  await page.getByRole('button', { name: '留喺呢版' }).waitFor({ state: 'detached' });
  await page.clock.runFor(6_000);
  expect(new URL(page.url()).pathname).toBe('/nobody/knows');
  await page.reload();
  await page.getByText('5 秒後返主頁').first().waitFor();
  await page.clock.runFor(6_000);
  await page.waitForURL(`${siteUrl()}/`);
  await context.close();
});

it('lets a press through a passing note', async () => {
  const { page, close } = await visit(browser, '/', { width: 390 });
  await ready(page);
  await page.route(/member-panel-[^/]*\.js$/, (route) => route.abort());
  await page.getByRole('button', { name: '開啟選單' }).click();
  const note = await page.getByText(/選單.*再試一次/).boundingBox();
  expect(note).not.toBeNull();
  const hit = await page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.closest('[role=status]') === null, {
    x: (note?.x ?? 0) + 5,
    y: (note?.y ?? 0) + 5,
  });
  expect(hit).toBe(true);
  await close();
});
