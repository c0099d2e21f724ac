import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFaults, launchBrowser, siteUrl, visit } from '#tests/setup/browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const PLAYING = 1;
const answered = {
  storageState: {
    cookies: ['cookie_consent', 'archive_offer'].map((name) => ({
      name,
      value: '1',
      domain: 'localhost',
      path: '/',
      expires: -1,
      httpOnly: false,
      secure: false,
      sameSite: 'Lax' as const,
    })),
    origins: [],
  },
};

describe.each([1440, 390])('at %i px', (width) => {
  it('is clean to axe while it plays, with the sleep menu open, and in the small player', async () => {
    const { page, faults, close } = await visit(browser, '/live/881', { width, ...answered });
    const controls = page.getByRole('group', { name: '播放控制' });
    await controls.getByRole('button', { name: '播放' }).click();
    await page.waitForFunction((state) => window.airwavePlayer?.getPlayerState() === state, PLAYING);
    expect(await axeFaults(page)).toEqual([]);
    await controls.getByRole('button', { name: '瞓覺計時' }).click();
    await page.getByRole('menu').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href="/"]')?.click());
    await page.waitForURL(`${siteUrl()}/`);
    await page.getByRole('region', { name: '播放器' }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });
});

it('can be played, moved and timed with the keyboard alone', async () => {
  const { page, close } = await visit(browser, '/live/864', answered);
  const controls = page.getByRole('group', { name: '播放控制' });
  await controls.getByRole('button', { name: '播放' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction((state) => window.airwavePlayer?.getPlayerState() === state, PLAYING);
  await page.waitForFunction(() => window.airwavePlayer?.getHeardAt());
  await controls.getByRole('slider', { name: '節目進度' }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.locator('[data-player="behind"]').waitFor();
  await page.keyboard.press('End');
  await page.locator('[data-player="live"]').waitFor();
  await controls.getByRole('button', { name: '瞓覺計時' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await controls.getByRole('button', { name: /^瞓覺計時，仲有/ }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.getAttribute('data-sleep'))).toBe('time');
  await close();
});

it('marks the running programme and offers only what the window still holds', async () => {
  const { page, close } = await visit(browser, '/live/903', answered);
  const rows = page.getByRole('region', { name: '今日節目表' }).getByRole('listitem');
  const now = await page.evaluate(() => Date.now());
  expect(await rows.and(page.locator('[aria-current="true"]')).count()).toBe(1);
  const offered = await rows
    .filter({ has: page.getByRole('button', { name: /^重聽/ }) })
    .locator('> time')
    .evaluateAll((times) => times.map((time) => Date.parse(time.getAttribute('datetime') ?? '')));
  for (const startMs of offered) {
    expect(startMs).toBeLessThan(now);
    expect(now - startMs).toBeLessThanOrEqual(8 * 3_600_000);
  }
  await close();
});

it('keeps the review variant out of search and tells machines what is on', async () => {
  const html = async (path: string) => (await fetch(siteUrl() + path)).text();
  const [page, review, video] = await Promise.all(
    ['/live/903', '/live/903/anymind360_review', '/live/903/video'].map(html),
  );
  expect(review).toContain('content="noindex, follow"');
  expect(page).not.toContain('noindex');
  for (const variant of [page, review, video]) expect(variant).toMatch(/rel="canonical" href="[^"]*\/live\/903"/);
  expect(page).toContain('"BroadcastService"');
  expect(page).toContain('"BroadcastEvent"');
});
