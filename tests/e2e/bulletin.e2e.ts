import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFaults, launchBrowser, visit } from '#tests/setup/browser.ts';

// The short replay of news, traffic and weather, and the drawn map of tunnels.

const PLAYING = 1;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

it('plays the newest bulletin by one press of a key, in the one player', async () => {
  const { page, faults, close } = await visit(browser, '/bulletin', { width: 390 });
  expect(await axeFaults(page)).toEqual([]);
  const file = page.waitForResponse((reply) => new URL(reply.url()).pathname.startsWith('/podcasts/bulletin/'));
  await page.getByRole('button', { name: '播放即時簡報', exact: true }).press('Enter');
  expect((await file).status()).toBeLessThan(300);
  await page.waitForFunction((state) => window.airwavePlayer?.getPlayerState() === state, PLAYING);
  await page.getByRole('button', { name: '暫停即時簡報', exact: true }).press('Enter');
  await page.getByRole('button', { name: '播放即時簡報', exact: true }).waitFor();
  expect(faults).toEqual([]);
  await close();
});

it('leads from each tunnel of the map to its row, by keyboard', async () => {
  const { page, close } = await visit(browser, '/traffic', { width: 390 });
  const map = page.getByRole('group', { name: '隧道地圖' });
  expect(await map.getByRole('link').count()).toBe(6);
  await map.getByRole('link', { name: /^紅隧：/ }).press('Enter');
  await page.locator('#tunnel-cross-harbour:target').waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await close();
});
