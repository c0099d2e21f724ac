import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { inSiteDatabase } from '#tests/setup/site-database.ts';
import { launchBrowser, siteUrl } from '#tests/setup/browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

interface Item {
  program_archive_id: number;
  duration: number;
}

const heard = (page: Page): Promise<number> =>
  page.evaluate(() => document.querySelector<HTMLVideoElement>('[data-player-media]')?.currentTime ?? 0);
const plays = async (page: Page): Promise<void> => {
  const before = await heard(page);
  await page.waitForFunction(
    (from) => (document.querySelector<HTMLVideoElement>('[data-player-media]')?.currentTime ?? 0) > from + 1,
    before,
  );
};

it('a stored replay opens and plays without network, tells its position later, and is deleted when it ended', async () => {
  const context = await browser.newContext({ serviceWorkers: 'allow', viewport: { width: 390, height: 844 } });
  const data = { email: 'chikeung@demo.radio.example', password: 'airwave-demo-881', rememberMe: false };
  expect((await context.request.post(`${siteUrl()}/api/user/login`, { data })).ok()).toBe(true);
  const listed = await context.request.get(`${siteUrl()}/api/programarchives/classicarchivelist?limit=20`);
  const { response } = (await listed.json()) as { response: { items: Item[] } };
  const [shortest] = response.items.toSorted((a, b) => a.duration - b.duration);
  const { program_archive_id: id } = shortest!;

  const page = await context.newPage();
  await page.goto(`${siteUrl()}/program/archives/${id}`);
  await page.waitForFunction(() => 'ready' in document.documentElement.dataset);
  await page.getByRole('button', { name: '留低喺電話' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox').selectOption('sd');
  await dialog
    .getByRole('button', { name: /^留低第/ })
    .first()
    .click();
  await dialog.getByText('開始留低').waitFor();
  await dialog.getByRole('link', { name: '睇留低咗嘅重溫' }).click();
  await page.waitForURL('**/kept');
  const stored = page.locator('[data-download]').first();
  await page.locator('[data-download][data-complete]').waitFor();
  await page.waitForFunction(async () => (await caches.match('/kept')) !== undefined);

  // A tunnel, and a browser that was started in it.
  await context.setOffline(true);
  await page.reload();
  await stored.getByRole('button', { name: /^播放/ }).click();
  await plays(page);
  const positions = () => page.evaluate(() => localStorage.getItem('airwave.places') ?? '');
  await page.waitForFunction(() => /"places":\[\{/.test(localStorage.getItem('airwave.places') ?? ''));

  // Told once there is a network.
  await context.setOffline(false);
  await page.waitForFunction(() => /"places":\[\]/.test(localStorage.getItem('airwave.places') ?? ''));
  expect(await positions()).toContain('"places":[]');

  const sectionId = Number(await stored.getAttribute('data-download'));
  await inSiteDatabase('delete from downloads where section_id = $1', [sectionId]);
  await page.reload();
  await page.getByText('未留低任何重溫').waitFor();
  const left = await page.evaluate(async () => {
    const names: string[] = [];
    const root = await (await navigator.storage.getDirectory()).getDirectoryHandle('kept');
    for await (const name of (root as unknown as { keys: () => AsyncIterable<string> }).keys()) names.push(name);
    return names;
  });
  expect(left).toEqual([]);
  await context.close();
});
