import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFaults, launchBrowser, siteUrl, visit } from '#tests/setup/browser.ts';
import { liveMomentPath } from '#shared/paths/live-moment.ts';

// One press from a sentence that was found, and from a link to a moment, to its sound.

const PLAYING = 1;
/** Sound begins with a segment. */
const SEGMENT_MS = 8_000;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const heardMs = async (page: Page): Promise<number> => {
  await page.waitForFunction(
    (state) => window.airwavePlayer?.getPlayerState() === state && window.airwavePlayer.getHeardAt() !== null,
    PLAYING,
  );
  return page.evaluate(() => window.airwavePlayer?.getHeardAt() ?? 0);
};

it('plays a sentence from its result, and its transcript follows until its reader scrolls', async () => {
  const { page, faults, close } = await visit(browser, '/search?q=' + encodeURIComponent('恒生指數半日升'));
  const found = page.getByRole('region', { name: '聽返嗰句' }).getByRole('link', { name: '恒生指數半日升' }).first();
  const [atMs, href] = [Number(await found.getAttribute('data-at')), (await found.getAttribute('href')) ?? ''];
  await found.click();
  expect(Math.abs((await heardMs(page)) - atMs)).toBeLessThan(SEGMENT_MS);
  expect(new URL(page.url()).pathname).toBe('/search');

  // Within the same document, so that it plays on.
  await page.evaluate((path) => {
    const link = document.createElement('a');
    link.href = path;
    link.textContent = 'to its page';
    document.querySelector('main')?.append(link);
    link.click();
  }, href);
  const words = page.getByRole('region', { name: '講咗啲乜' });
  const follow = words.locator('button', { hasText: '跟返聽到嗰句' });
  // Once it is there, the lines follow the sound; before, they are those of the server.
  await follow.waitFor({ state: 'attached' });
  expect(await follow.isVisible()).toBe(false);
  await words.locator('[aria-current="true"]').waitFor();
  await words.locator('ol').hover();
  await page.mouse.wheel(0, 2_000);
  await follow.click();
  await follow.waitFor({ state: 'hidden' });
  expect(await axeFaults(page)).toEqual([]);
  expect(faults).toEqual([]);
  await close();
});

it('plays live from a shared moment, also while the channel plays', async () => {
  const audio = async () =>
    (await (await fetch(`${siteUrl()}/media/903/audio.json`)).json()) as { at: number; spans: [number, number][] };
  // Far enough behind live to return to it.
  await expect
    .poll(async () => ((one) => one.at - (one.spans.at(-1)?.[0] ?? one.at))(await audio()), { timeout: 60_000 })
    .toBeGreaterThan(30_000);
  const atMs = Math.ceil(((await audio()).spans.at(-1)?.[0] ?? 0) / 1_000) * 1_000 + 2_000;
  const { page, faults, close } = await visit(browser, liveMomentPath(903, atMs));
  await page.getByRole('region', { name: '有人分享咗呢一刻' }).getByRole('link').click();
  expect(Math.abs((await heardMs(page)) - atMs)).toBeLessThan(SEGMENT_MS);

  // The same press while the channel plays goes back, and does not pause.
  await page.getByRole('button', { name: '返到直播' }).click();
  await page.waitForFunction(
    (earlierMs) => (window.airwavePlayer?.getHeardAt() ?? 0) > earlierMs + 2_000,
    await heardMs(page),
  );
  await page.getByRole('region', { name: '有人分享咗呢一刻' }).getByRole('link').click();
  await page.waitForFunction((ms) => (window.airwavePlayer?.getHeardAt() ?? Infinity) < ms, atMs + SEGMENT_MS);
  expect(await heardMs(page)).toBeLessThan(atMs + SEGMENT_MS);
  expect(faults).toEqual([]);
  await close();
});
