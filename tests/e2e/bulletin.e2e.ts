import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFaults, launchBrowser, siteUrl, visit } from '#tests/setup/browser.ts';
import { inSiteDatabase } from '#tests/setup/site-database.ts';

// The short replay of news, traffic and weather, what was missed of a programme, and the drawn map of tunnels: each by
// one press.

const PLAYING = 1;
/** Live is heard at most this far behind. */
const LIVE_MS = 60_000;

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

it('opens what was missed from a channel of the home page, goes back to live, and plays the bulletin there', async () => {
  const { page, faults, close } = await visit(browser, '/', { width: 390 });
  const missed = page.getByRole('link', { name: /^一覽補聽/ });
  expect(await missed.count()).toBe(3);
  // Until the deferred work of the page has begun, the link leads to the live page.
  await page.waitForFunction(() => document.querySelector('breaking-news') !== null);
  await missed.first().press('Enter');
  const box = page.getByRole('dialog', { name: /一覽補聽$/ });
  const live = box.getByRole('link', { name: '返到直播' });
  await live.waitFor();
  expect(await box.getByRole('listitem').count()).toBeLessThanOrEqual(6);
  expect(await axeFaults(page)).toEqual([]);
  await live.press('Enter');
  await page.waitForFunction(
    ([state, behindMs]) =>
      window.airwavePlayer?.getPlayerState() === state &&
      (window.airwavePlayer?.getHeardAt() ?? 0) > Date.now() - Number(behindMs),
    [PLAYING, LIVE_MS],
  );
  await page.keyboard.press('Escape');
  await box.waitFor({ state: 'detached' });
  const file = page.waitForResponse((reply) => new URL(reply.url()).pathname.startsWith('/podcasts/bulletin/'));
  await page.locator('main').getByRole('link', { name: '即時簡報', exact: true }).press('Enter');
  expect((await file).status()).toBeLessThan(300);
  expect(new URL(page.url()).pathname).toBe('/');
  expect(faults).toEqual([]);
  await close();
});

it('leads from each tunnel of the map to its row, by keyboard', async () => {
  // The desk's tests, before on the same site, may have left one with a time too old to be shown.
  await inSiteDatabase('update traffic_tunnels set is_closed = false, held_until = null, measured_at = now()');
  const shown = async () => (await (await fetch(`${siteUrl()}/traffic`)).text()).match(/href="#tunnel-/g)?.length;
  await expect.poll(shown).toBe(6);
  const { page, close } = await visit(browser, '/traffic', { width: 390 });
  const map = page.getByRole('group', { name: '隧道地圖' });
  expect(await map.getByRole('link').count()).toBe(6);
  await map.getByRole('link', { name: /^紅隧：/ }).press('Enter');
  await page.locator('#tunnel-cross-harbour:target').waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await close();
});
