import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFaults, launchBrowser, siteUrl } from '#tests/setup/browser.ts';
import { inSiteDatabase } from '#tests/setup/site-database.ts';
import { visitDesk } from './desk-site.ts';

// The screen of a studio, from the link that a producer makes.

const KEY = 'desk-studio';
const SCREEN = 'a studio of a test';
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
  await inSiteDatabase(
    `insert into submissions (form, fields, idempotency_key, studio_channel_id, let_through_at)
     values ('contact', $1, '${KEY}', 903, now())`,
    [{ topic: 'programme', name: '點唱人', email: 'studio@example.com', message: '想聽一首慢歌，送畀我媽咪。' }],
  );
});
afterAll(async () => {
  await inSiteDatabase(
    `delete from studio_marks where link_id in (select id from studio_links where name = '${SCREEN}')`,
  );
  await inSiteDatabase(`delete from studio_links where name = '${SCREEN}'`);
  await inSiteDatabase(`delete from submissions where idempotency_key = '${KEY}'`);
  await browser.close();
});

interface Shown {
  response: { marks: { at_ms: number }[] };
}
const titleAt = async (atMs: number): Promise<string | null> => {
  const reply = await fetch(`${siteUrl()}/api/programarchives/at?stream=903&at=${atMs / 1_000}`);
  return ((await reply.json()) as { response: { item: { title: string | null } | null } }).response.item?.title ?? null;
};

it('opens by a link of the producer, marks a moment of the replay, and sends later what was pressed offline', async () => {
  const desk = await visitDesk(browser, '區柏言', '/on-air/studio-links');
  await desk.page.getByLabel('畫面名').fill(SCREEN);
  await desk.page.getByLabel('頻道').selectOption({ label: '叱咤903' });
  await desk.page.getByRole('button', { name: '開連結' }).press('Enter');
  // Not before the change is shown.
  await desk.page.getByRole('dialog').getByRole('button', { name: '開連結' }).click();
  const link = await desk.page.getByRole('dialog').locator('code').textContent();
  expect(await axeFaults(desk.page)).toEqual([]);

  const screen = await visitDesk(browser, null, new URL(link!).pathname + new URL(link!).hash, { width: 1024 });
  const { page } = screen;
  await page.getByText('想聽一首慢歌').waitFor();
  expect(new URL(page.url()).hash).toBe('');
  expect(await axeFaults(page)).toEqual([]);
  for (const [width, height] of [
    [390, 844],
    [820, 1_180],
    [1_440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width}`).toBe(true);
    for (const name of ['標記呢一刻', '讀咗呢封'])
      expect((await page.getByRole('button', { name }).boundingBox())!.height).toBeGreaterThanOrEqual(88);
  }
  await page.getByLabel('呢一節叫做').fill('訪問');
  await page.getByRole('button', { name: '標記呢一刻' }).press('Enter');
  await page.getByRole('status').filter({ hasText: '標記咗' }).waitFor();
  await page.getByRole('button', { name: '收回 訪問' }).waitFor();
  const state = await page.evaluate(async () => (await fetch('/api/studio/state')).json() as Promise<Shown>);
  await expect.poll(() => titleAt(state.response.marks[0]!.at_ms)).toBe('訪問');

  await page.context().setOffline(true);
  await page.getByRole('button', { name: '讀咗呢封' }).press('Enter');
  await page.getByRole('status').filter({ hasText: '等緊連線' }).waitFor();
  await page.context().setOffline(false);
  await page.getByRole('status').filter({ hasText: '標記咗' }).waitFor();
  await page.getByRole('button', { name: '收回 聽眾來信' }).press('Enter');
  await page.getByRole('button', { name: '收回 訪問' }).press('Enter');
  await page.getByText('未有標記').waitFor();

  await desk.page.getByRole('button', { name: '攞咗' }).press('Enter');
  await desk.page.getByRole('button', { name: `收回「${SCREEN}」` }).press('Enter');
  await desk.page
    .getByRole('dialog')
    .getByRole('button', { name: `收回「${SCREEN}」` })
    .click();
  await page.getByRole('alert').filter({ hasText: '收回咗' }).waitFor();
  expect(await page.getByRole('button').count()).toBe(0);
  expect([...desk.faults, ...screen.faults]).toEqual([]);
  await screen.close();
  await desk.close();
});
