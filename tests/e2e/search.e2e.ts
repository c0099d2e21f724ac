import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFaults, launchBrowser, siteUrl, visit } from '#tests/setup/browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const ready = (page: Page) => page.waitForFunction(() => sessionStorage.getItem('airwave.ready') === '1');
const asked = (page: Page) => new URL(page.url()).searchParams.get('q');
const find = (q: string) => `/search?q=${encodeURIComponent(q)}`;

it('R-068 R-203 shows results, marks the keyword in them and sorts and filters by links, without scripts', async () => {
  const { page, close } = await visit(browser, find('叱吒'), { javaScriptEnabled: false });
  const results = page.locator('ol > li h2');
  expect(await results.first().textContent()).toContain('叱咤');
  expect(await page.locator('ol mark').first().textContent()).toBe('叱咤');
  await page.getByRole('link', { name: '最新', exact: true }).click();
  await page.waitForURL(({ searchParams }) => searchParams.get('sort') === 'latest');
  await page.getByRole('navigation', { name: '種類' }).getByRole('link', { name: '節目', exact: true }).click();
  await page.waitForURL(({ searchParams }) => searchParams.has('type'));
  const address = new URL(page.url()).searchParams;
  expect([address.get('q'), address.get('sort'), address.get('type')]).toEqual(['叱吒', 'latest', 'program']);
  await page.getByRole('combobox', { name: '搜尋節目、新聞、主持' }).last().fill('午夜黑膠');
  await page.getByRole('button', { name: '搜尋', exact: true }).last().click();
  await page.waitForURL(({ searchParams }) => searchParams.get('q') === '午夜黑膠');
  expect(await results.first().textContent()).toBe('午夜黑膠');
  await close();
});

it('R-200 goes from the box of the navigation to the search, and sound would go on', async () => {
  const { page, faults, close } = await visit(browser, '/');
  await ready(page);
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  await page.locator('#nav-search').fill('  法庭走廊 ');
  await page.locator('#nav-search').press('Enter');
  await page.waitForURL(/\/search\?q=/);
  expect(asked(page)).toBe('法庭走廊');
  await page.getByRole('heading', { name: '法庭走廊' }).waitFor();
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true);
  expect(faults).toEqual([]);
  await close();
});

it('suggests while one types, by keys alone, and says so to who listens', async () => {
  const { page, faults, close } = await visit(browser, '/search');
  await ready(page);
  const box = page.locator('#search');
  await box.fill('午夜');
  const option = page.getByRole('option', { name: '午夜黑膠' }).first();
  await option.waitFor();
  expect(await box.getAttribute('aria-expanded')).toBe('true');
  expect(await axeFaults(page)).toEqual([]);
  await box.press('ArrowDown');
  const active = await box.getAttribute('aria-activedescendant');
  expect(await page.locator(`#${active}`).getAttribute('aria-selected')).toBe('true');
  await box.press('Escape');
  expect(await box.getAttribute('aria-expanded')).toBe('false');
  expect(await box.inputValue()).toBe('午夜');
  await box.press('ArrowDown');
  await option.waitFor();
  await box.press('ArrowDown');
  await box.press('Enter');
  await page.waitForURL(/\/program\/1040/);
  expect(faults).toEqual([]);
  await close();
});

it('opens at its field where a phone goes to the search to write, whether by a press or by its address', async () => {
  const { page, close } = await visit(browser, '/host', { width: 390 });
  await ready(page);
  await page.locator('header').getByRole('link', { name: '搜尋', exact: true }).click();
  await page.waitForFunction(() => document.activeElement?.id === 'search');
  await page.reload();
  await page.waitForFunction(() => document.activeElement?.id === 'search');
  await close();
});

it('offers programmes by any letter of their names, and breaks no word of a title', async () => {
  const { page, close } = await visit(browser, '/search', { width: 390 });
  await ready(page);
  await page.locator('#search').fill('電');
  const options = page.locator('#search-list [role="option"]');
  await options.filter({ hasText: '放學後電台' }).first().waitFor();
  expect(await options.first().locator('wbr').count()).toBeGreaterThan(0);
  await close();
});

it('R-204 asks for a keyword where there is none, and takes no blank one', async () => {
  const { page, close } = await visit(browser, '/search?q=%20%20');
  await ready(page);
  expect(await page.locator('main').textContent()).toContain('請輸入關鍵字');
  await page.locator('#search').fill('   ');
  await page.locator('#search').press('Enter');
  await page.getByRole('status').filter({ hasText: '請輸入關鍵字' }).first().waitFor();
  expect(new URL(page.url()).pathname).toBe('/search');
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('search');
  expect(await axeFaults(page)).toEqual([]);
  await close();
});

it('R-205 says that nothing is related, and offers a name that is near', async () => {
  const { page, close } = await visit(browser, find('午夜黑較'));
  await page.getByRole('heading', { name: '冇相關搜尋結果' }).waitFor();
  await page.getByRole('main').getByRole('link', { name: '午夜黑膠' }).first().click();
  await page.waitForURL(/\/program\/1040/);
  await close();
});

it('R-201 R-233 keeps ten keywords for a day, newest first, a repeat as the newest', async () => {
  const { page, close } = await visit(browser, find('海濱'));
  await ready(page);
  const recent = page.getByRole('list', { name: '最近搜尋' }).getByRole('link');
  await recent.first().waitFor();
  for (let i = 0; i < 10; i++) {
    await page.goto(siteUrl() + find(`字${i}`));
    await ready(page);
    await page.waitForFunction((word) => document.querySelector('#recent + ul a')?.textContent === word, `字${i}`);
  }
  expect(await recent.allTextContents()).toEqual(Array.from({ length: 10 }, (_, i) => `字${9 - i}`));
  await recent.nth(3).click();
  await page.waitForFunction(() => document.querySelector('#recent + ul a')?.textContent === '字6');
  expect(await recent.count()).toBe(10);
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'search');
  expect(Math.round(((cookie?.expires ?? 0) * 1000 - Date.now()) / 3_600_000)).toBe(24);
  await page.getByRole('button', { name: '清除最近搜尋' }).click();
  expect(await recent.count()).toBe(0);
  await close();
});

it('R-202 shows recent keywords on a phone only while the box is active', async () => {
  const { page, close } = await visit(browser, find('海濱'), { width: 390 });
  await ready(page);
  expect(await page.evaluate(() => document.activeElement?.id)).not.toBe('search');
  const recent = page.getByRole('list', { name: '最近搜尋', includeHidden: true });
  await recent.waitFor({ state: 'attached' });
  expect(await recent.isVisible()).toBe(false);
  await page.locator('#search').focus();
  await recent.waitFor({ state: 'visible' });
  expect(await axeFaults(page)).toEqual([]);
  await close();
});

it('turns over results by links that say where one is', async () => {
  const { page, close } = await visit(browser, find('新聞'), { width: 390 });
  const pager = page.getByRole('navigation', { name: '分頁' });
  expect(await pager.locator('[aria-current]').textContent()).toBe('1');
  const first = await page.locator('ol > li h2').first().textContent();
  await pager.getByRole('link', { name: '下一頁' }).click();
  await page.waitForURL(/page=2/);
  await page.waitForFunction((title) => document.querySelector('ol > li h2')?.textContent !== title, first);
  expect(await page.locator('ol > li h2').count()).toBe(10);
  await close();
});

it('stays out of the indexes of others', async () => {
  for (const path of ['/search', find('海濱'), '/search/google_review?q=a']) {
    const html = await (await fetch(siteUrl() + path)).text();
    expect(html).toContain('<meta name="robots" content="noindex, follow"/>');
    // Only the review variant has the advertising block.
    expect(html.includes('data-ad-for-search')).toBe(path.includes('google_review'));
  }
});

it('answers queries of any content', async () => {
  for (const q of [
    "'; drop table articles; --",
    '\0',
    '😀'.repeat(50),
    '"&|!<->:*()',
    '海'.repeat(10_000),
    '%',
    '\\',
  ]) {
    expect((await fetch(siteUrl() + find(q))).status, q).toBe(200);
  }
  expect((await fetch(`${siteUrl()}/search?q=%ff%fe`)).status).toBe(200);
});
