import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFaults, launchBrowser, siteUrl } from '#tests/setup/browser.ts';
import { inSiteDatabase } from '#tests/setup/site-database.ts';
import { visitDesk } from './desk-site.ts';

// The station's own advertisements: uploaded, booked, seen on a page, and taken off it.

const NAME = 'desk-advertising';
const PATH = '/host';
let browser: Browser;
const clean = async () => {
  await inSiteDatabase(
    `delete from house_bookings where creative_id in (select id from house_creatives where name = '${NAME}')`,
  );
  await inSiteDatabase(`delete from house_creatives where name = '${NAME}'`);
};
beforeAll(async () => {
  browser = await launchBrowser({ pictures: true });
});
afterAll(async () => {
  await clean();
  await browser.close();
});

const html = async (path: string) => (await fetch(siteUrl() + path)).text();
/** The slot as it is in the HTML. */
const slotOf = (page: string) => /<div [^>]*data-ad-slot="djList-leaderboard-1".*?<\/div><\/div>/s.exec(page)?.[0];
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0a5' } })
    .png()
    .toBuffer();

it('refuses a creative in words, books another, shows it on its pages by link and by navigation, and takes it off', async () => {
  const before = slotOf(await html(PATH));
  const { page: desk, faults, close } = await visitDesk(browser, '溫綺霞', '/advertising/creatives', { width: 390 });
  const send = async (width: number, height: number) => {
    await desk
      .getByLabel('圖片檔案')
      .setInputFiles({ name: 'ad.png', mimeType: 'image/png', buffer: await picture(width, height) });
    await desk.getByLabel('名', { exact: true }).fill(NAME);
    await desk.getByLabel('替代文字').fill('識主持');
    await desk.getByLabel('撳咗去邊').fill('/chart');
    await desk.getByRole('button', { name: '上載' }).click();
  };
  await send(321, 100);
  await desk.getByText('呢張圖係 321×100').waitFor();
  await send(320, 100);
  const card = desk.getByRole('listitem').filter({ hasText: NAME });
  await card.getByRole('link', { name: '訂位' }).click();
  await desk.getByLabel('主持名單').check();
  await desk.getByText('最少 100%').waitFor();
  const start = new Date(Date.now() + 8 * 3_600_000 - 60_000).toISOString().slice(0, 16);
  await desk.getByLabel('由', { exact: true }).fill(start);
  expect(await axeFaults(desk)).toEqual([]);
  expect(await desk.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  // An unsaved booking is left only on purpose.
  const stays = desk.waitForEvent('dialog').then((dialog) => dialog.dismiss());
  await desk.getByRole('link', { name: '返檔期' }).click();
  await stays;
  expect(await desk.getByLabel('由', { exact: true }).inputValue()).toBe(start);
  await desk.getByRole('button', { name: '訂位' }).click();
  await desk.getByRole('link', { name: NAME }).waitFor();

  await expect.poll(() => html(PATH)).toContain(`data-ad-name="${NAME}"`);
  // A page without a booking has nothing of it.
  expect(await html('/chart')).not.toMatch(/data-ad-booked|booked-ad/);
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto(siteUrl() + PATH);
  const slot = page.locator('[data-ad-slot="djList-leaderboard-1"]');
  await slot.scrollIntoViewIfNeeded();
  const ad = slot.getByRole('img', { name: '識主持' });
  await expect.poll(() => ad.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320);
  expect(await slot.locator('[data-ad-house]').isVisible()).toBe(false);
  const height = (await slot.boundingBox())!.height;
  // A window in which the slot has other sizes shows the usual one, in the same space.
  await page.setViewportSize({ width: 1440, height: 900 });
  await slot.locator('[data-ad-house]').waitFor();
  expect(await ad.isVisible()).toBe(false);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${siteUrl()}/chart`);
  await page.waitForFunction(() => 'ready' in document.documentElement.dataset);
  await page.evaluate((path) => {
    const link = Object.assign(document.createElement('a'), { href: path, id: 'go', textContent: 'go' });
    document.querySelector('main')!.prepend(link);
  }, PATH);
  await page.locator('#go').click();
  await slot.scrollIntoViewIfNeeded();
  await ad.waitFor();

  const row = desk.getByRole('row').filter({ hasText: NAME });
  await row.getByRole('button', { name: '取消' }).click();
  await row.getByText('取消咗').waitFor();
  await expect.poll(async () => slotOf(await html(PATH))).toBe(before);
  await page.goto(siteUrl() + PATH);
  await slot.locator('[data-ad-house]').waitFor();
  expect((await slot.boundingBox())!.height).toBe(height);
  expect(faults).toEqual([]);
  await context.close();
  await close();
});

it('draws each kind of page with its slots, of which each tells its sizes and is booked', async () => {
  const { page, faults, close } = await visitDesk(browser, '何曉澄', '/advertising/slots');
  const drawing = page.getByRole('group', { name: '主頁：桌面' });
  await drawing.getByRole('link', { name: /^大橫額 970/ }).press('Enter');
  await page.getByText('手機：320 × 100').waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByLabel('邊種頁').selectOption('hotTopics');
  await page
    .getByRole('group', { name: '熱話：手機' })
    .getByRole('link', { name: /^列中方塊/ })
    .click();
  await page.getByRole('link', { name: '訂呢個位' }).click();
  await page.waitForURL(/advertising\/new\?slot=hotTopics-native$/);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(faults).toEqual([]);
  await close();
});
