import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { faultsAtBothWidths, launchBrowser, siteUrl } from '#tests/setup/browser.ts';
import { visitDesk } from './desk-site.ts';

// The picture library: upload, describe, choose for a host, and the public sees it.

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const PRODUCER = '區柏言';

async function expectSound({ page, faults }: { page: Page; faults: string[] }): Promise<void> {
  expect(await faultsAtBothWidths(page)).toEqual([]);
  expect(faults).toEqual([]);
}

it('uploads a picture, describes it, puts it on the page of a host, and ends its rights', async () => {
  const visit = await visitDesk(browser, PRODUCER, '/pictures');
  const { page } = visit;
  const file = page.locator('input[type=file]');
  const svg = {
    name: '相.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  };
  await file.setInputFiles(svg);
  await page.getByText('唔收 SVG。請轉做 PNG 再上載。').waitFor();
  const buffer = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#2f6fba' } })
    .png()
    .toBuffer();
  await file.setInputFiles({ name: '相', mimeType: '', buffer });
  await page.waitForURL(/\/pictures\/\d+$/);
  await page.getByLabel('替代文字', { exact: true }).fill('藍色嘅天');
  await page.getByLabel('來源', { exact: true }).fill('本台記者');
  await page.getByLabel('授權', { exact: true }).fill('本台擁有');
  await page.getByLabel('焦點左右 %', { exact: true }).fill('10');
  await page.getByLabel('自己定 1:1 人像').press('Space');
  await expectSound(visit);
  await page.getByLabel('授權', { exact: true }).press('Enter');
  await page.getByText('改圖片資料：做好咗').waitFor();
  const id = /\/pictures\/(\d+)$/.exec(page.url())![1]!;

  await page.goto(new URL('/hosts/1', page.url()).href);
  const former = await page.getByLabel('人像', { exact: true }).inputValue();
  await page.getByRole('button', { name: '揀圖片' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('搜尋圖片').fill('藍色');
  await page.keyboard.press('Enter');
  const choice = dialog.getByRole('button', { name: /藍色嘅天/ });
  await choice.waitFor();
  await expectSound(visit);
  await choice.press('Enter');
  expect(await page.getByLabel('人像', { exact: true }).inputValue()).toBe(`library-${id}-1x1`);
  const path = new URL((await page.getByRole('link', { name: '睇公開嗰頁' }).getAttribute('href'))!).pathname;
  await page.getByRole('button', { name: '儲存並公開' }).click();
  await page.getByText('改主持：做好咗').waitFor();
  const address = `/pictures/library-${id}-1x1/160.webp`;
  expect(await (await fetch(siteUrl() + path)).text()).toContain(address);
  const served = await sharp(await (await fetch(siteUrl() + address)).arrayBuffer()).stats();
  expect(served.dominant.b).toBeGreaterThan(served.dominant.r);

  // In use: cannot be deleted. Rights that ended yesterday: the drawing is served at once.
  await page.goto(new URL(`/pictures/${id}`, page.url()).href);
  await page.getByText('有地方用緊，未可以刪除。').waitFor();
  await page.getByLabel('版權到邊日', { exact: true }).fill('2020-01-01');
  await page.getByRole('button', { name: '儲存並公開' }).click();
  await page.getByText('版權完咗，公開頁已經換做電台圖案。').waitFor();
  const bytesOf = async (one: string) => Buffer.from(await (await fetch(siteUrl() + one)).arrayBuffer());
  const drawing = await bytesOf('/pictures/station-default/160.webp');
  // Every process is told.
  await expect.poll(async () => (await bytesOf(address)).equals(drawing)).toBe(true);

  await page.goto(new URL('/hosts/1', page.url()).href);
  await page.getByLabel('人像', { exact: true }).fill(former);
  await page.getByRole('button', { name: '儲存並公開' }).click();
  await page.getByText('改主持：做好咗').waitFor();
  await page.goto(new URL(`/pictures/${id}`, page.url()).href);
  await page.getByRole('button', { name: '刪除圖片' }).click();
  await dialog.getByLabel('原因').fill('測試完');
  await dialog.getByRole('button', { name: '刪除圖片' }).click();
  await page.waitForURL(/\/pictures$/);
  await page.getByRole('heading', { name: '圖片', level: 1 }).waitFor();
  expect(await page.locator(`a[href="/pictures/${id}"]`).count()).toBe(0);
  await expect.poll(async () => (await fetch(siteUrl() + address)).status).toBe(404);
  await visit.close();
});
