import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFaults, launchBrowser, siteUrl, visit } from '#tests/setup/browser.ts';

// The lite pages: reading and one-press sound without scripts, in 30 kB a page.

const MAX_BYTES = 30_000;
const ask = (path: string, cookie = '') => fetch(siteUrl() + path, { redirect: 'manual', headers: { cookie } });

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

it.each([
  '/lite',
  '/lite/live/881',
  '/lite/live/903',
  '/lite/timetable/864',
  '/lite/news',
  '/lite/news?page=2',
  '/lite/traffic',
  '/lite/article/5001',
  '/lite/article/1000',
])('%s is 30 kB with all that it loads, without a script or a picture', async (path) => {
  const reply = await ask(path);
  const html = await reply.text();
  expect(reply.status).toBe(200);
  expect(html).not.toMatch(/<script|<img|rel="preload"/);
  const sheets = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href = '']) => href);
  expect(sheets).toHaveLength(1);
  const style = await (await ask(sheets[0]!)).text();
  expect(gzipSync(html).length + gzipSync(style).length).toBeLessThan(MAX_BYTES);
  expect(reply.headers.get('content-security-policy')).toContain("style-src 'self'");
  expect(html).toContain(`<link rel="canonical" href="${siteUrl()}`);
});

it('has a home for a crowd, which is one file of 20 kB that loads nothing before a press', async () => {
  const reply = await ask('/lite/emergency.html');
  const html = await reply.text();
  expect(reply.status).toBe(200);
  expect(Buffer.byteLength(html)).toBeLessThan(20_000);
  expect(html).not.toMatch(/<script|<img|<link rel="(?!canonical)/);
  expect(html.match(/<source src="\/media\/(?:881|903|864)\/a64\/live\.m3u8"/g)).toHaveLength(3);
  expect(reply.headers.get('content-security-policy')).toContain("style-src 'sha256-");
});

it.each([
  '/lite/live/999',
  '/lite/nothing',
  '/lite/article/99999999',
  '/lite/timetable/881?day=1999-01-01',
  '/lite/news?page=x',
])('%s is told as missing, in words', async (path) => {
  const reply = await ask(path);
  expect([reply.status, await reply.text()]).toEqual([404, expect.stringContaining('搵唔到')]);
});

it('is kept by a cookie, for pages that it has, and left for the same content', async () => {
  const kept = await ask('/lite/live/903?keep=1');
  expect([kept.status, kept.headers.get('location'), kept.headers.get('cache-control')]).toEqual([
    302,
    '/lite/live/903',
    'no-store',
  ]);
  const [cookie = ''] = kept.headers.getSetCookie()[0]!.split(';');
  for (const [path, to] of [
    ['/', '/lite'],
    ['/live/903', '/lite/live/903'],
    ['/news/local/5001', '/lite/article/5001'],
  ] as const) {
    // A first and a cached reply.
    for (let i = 0; i < 2; i++) {
      const reply = await ask(path, cookie);
      expect([reply.status, reply.headers.get('location'), reply.headers.get('cache-control')]).toEqual([
        302,
        to,
        'private, no-store',
      ]);
    }
    expect((await ask(path)).headers.get('location')).not.toBe(to);
  }
  expect((await ask('/program', cookie)).status).toBe(200);
  const left = await ask('/lite/news?keep=0', cookie);
  expect([left.headers.get('location'), left.headers.getSetCookie()[0]]).toEqual([
    '/news/recent',
    expect.stringContaining('Max-Age=0'),
  ]);
});

it('plays live sound by one press without scripts, with no fault that axe finds', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${siteUrl()}/lite/live/881`);
  const sound = page.locator('audio');
  await sound.focus();
  await page.keyboard.press('Space');
  await expect
    .poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.currentTime), { timeout: 30_000 })
    .toBeGreaterThan(0.5);
  await context.close();
  const { page: seen, close } = await visit(browser, '/lite/live/881');
  expect(await axeFaults(seen)).toEqual([]);
  await close();
});

it('is offered to a browser that saves data, until it refuses', async () => {
  const context = await browser.newContext();
  await context.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  const page = await context.newPage();
  await page.goto(`${siteUrl()}/live/881`);
  const take = page.getByRole('link', { name: '轉用慳數據版' });
  await take.waitFor();
  expect(await take.getAttribute('href')).toBe('/lite/live/881?keep=1');
  await page.getByRole('button', { name: '唔使' }).click();
  await take.waitFor({ state: 'detached' });
  expect(await page.evaluate(() => localStorage.getItem('airwave.lite_refused'))).toBe('1');
  await context.close();
});
