import { createHash } from 'node:crypto';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { faultsAtBothWidths, launchBrowser, siteUrl, visit } from '#tests/setup/browser.ts';
import { inSiteDatabase } from '#tests/setup/site-database.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const PLAYING = 1;
const answered = {
  storageState: {
    cookies: Object.entries({ cookie_consent: '2.0', archive_offer: '1' }).map(([name, value]) => ({
      name,
      value,
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

it('is clean to axe while it plays, with the sleep menu open, and in the small player', async () => {
  const { page, faults, close } = await visit(browser, '/live/881', { width: 390, ...answered });
  const controls = page.getByRole('group', { name: '播放控制' });
  await controls.getByRole('button', { name: '播放' }).click();
  await page.waitForFunction((state) => window.airwavePlayer?.getPlayerState() === state, PLAYING);
  expect(await faultsAtBothWidths(page)).toEqual([]);
  await controls.getByRole('button', { name: '瞓覺計時' }).click();
  await page.getByRole('menu').waitFor();
  expect(await faultsAtBothWidths(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href="/"]')?.click());
  await page.waitForURL(`${siteUrl()}/`);
  await page.getByRole('region', { name: '播放器' }).waitFor();
  expect(await faultsAtBothWidths(page)).toEqual([]);
  expect(faults).toEqual([]);
  await close();
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

it('keeps the time above the needle on the page from the first minute of a programme to its last', async () => {
  const { page, close } = await visit(browser, '/live/903', { width: 390 });
  const dial = page.getByRole('slider', { name: '節目進度' });
  for (const at of ['0%', '50%', '100%']) {
    await dial.evaluate((element, left) => element.style.setProperty('--at', left), at);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), at).toBe(0);
    const flag = await dial.getByText(/^\d\d:\d\d$/).boundingBox();
    expect(flag?.x, at).toBeGreaterThanOrEqual(0);
    expect((flag?.x ?? 0) + (flag?.width ?? 999), at).toBeLessThanOrEqual(390);
  }
  await close();
});

it('has play beside the title on the first screen of a first visit, and what is said of it beside the ruler', async () => {
  const { page, close } = await visit(browser, '/live/903', { width: 390 });
  const hero = page.getByRole('group', { name: '播放控制' });
  const bar = page.getByRole('region', { name: 'Cookie 通知' });
  await bar.waitFor();
  const boxOf = async (name: string, of: Locator) => {
    const box = await of.boundingBox();
    if (box === null) throw new Error(`${name} is not on the page`);
    return box;
  };
  for (const [width, height] of [
    [390, 664],
    [390, 844],
    [1280, 720],
    [1366, 768],
    [1440, 900],
    // Pages of 1280 and 1440 at 200 % zoom.
    [640, 360],
    [720, 450],
  ] as const) {
    await page.setViewportSize({ width, height });
    const seen = `${width}×${height}`;
    const button = hero.getByRole('button', { name: '播放' });
    const play = await boxOf('play', button);
    const title = await boxOf('title', page.getByRole('heading', { level: 1 }));
    expect(Math.abs(play.y + play.height / 2 - (title.y + title.height / 2)), seen).toBeLessThan(8);
    expect(play.x + play.width, seen).toBeLessThanOrEqual(width);
    // Nothing covers any of its four sides.
    const isFree = await button.evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const middle = [(left + right) / 2, (top + bottom) / 2] as const;
      return [
        [left + 2, middle[1]],
        [right - 2, middle[1]],
        [middle[0], top + 2],
        [middle[0], bottom - 2],
      ].every(([x = 0, y = 0]) => element.contains(document.elementFromPoint(x, y)));
    });
    expect(isFree, seen).toBe(true);
    if (height < 600) continue;
    const dial = await boxOf('ruler', hero.getByRole('slider', { name: '節目進度' }));
    expect(dial.y + dial.height, seen).toBeLessThanOrEqual((await boxOf('bar', bar)).y);
    const note = await boxOf('note', hero.locator('[data-note]'));
    expect(note.y - dial.y - dial.height, seen).toBeLessThan(32);
    expect(note.y, seen).toBeLessThan(height - 72);
  }
  await close();
});

it('offers to hear again only what is kept, hatches the rest of the ruler, and nothing moves when that is known', async () => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...answered });
  const page = await context.newPage();
  const nowMs = Date.now();
  const reply = await fetch(`${siteUrl()}/api/live/903`);
  const { response } = (await reply.json()) as { response: { timetableList: { start_ts: number; end_ts: number }[] } };
  const past = response.timetableList.filter((item) => item.end_ts * 1000 < nowMs);
  const [before, last] = past.slice(-2);
  if (before === undefined || last === undefined) throw new Error('the day has only begun');
  // Only the last 30 s of the show before the last are available, adjacent to the last show.
  const spans = [[last.start_ts * 1000 - 30_000, (last.end_ts - 60) * 1000]];
  let answer = () => {};
  const isAsked = new Promise<void>((asked) => {
    void page.route('**/media/903/audio.json', async (route) => {
      asked();
      await new Promise<void>((resolve) => (answer = resolve));
      await route.fulfill({ json: { at: nowMs, spans } });
    });
  });
  await page.goto(`${siteUrl()}/live/903`, { waitUntil: 'load' });
  const rows = page.getByRole('region', { name: '今日節目表' }).getByRole('listitem');
  const rowOf = (item: { start_ts: number }) =>
    rows.filter({ has: page.locator(`time[datetime="${new Date(item.start_ts * 1000).toISOString()}"]`) });
  await isAsked;
  expect(await rows.getByRole('button', { name: /^重聽/ }).count()).toBe(0);
  const places = () => rows.evaluateAll((all) => all.map((row) => JSON.stringify(row.getBoundingClientRect())));
  const placesBefore = await places();
  answer();
  await rowOf(last).getByRole('button', { name: /^重聽/ }).waitFor();
  expect(await rows.getByRole('button', { name: /^重聽/ }).count()).toBe(1);
  // What has left the window is offered from the archive.
  expect(await rowOf(before).getByRole('link', { name: /^重溫/ }).count()).toBe(1);
  expect(await places()).toEqual(placesBefore);
  // Nothing of the current show is available: its elapsed part is hatched, and start-over is disabled.
  const hero = page.getByRole('group', { name: '播放控制' });
  expect(await hero.locator('[data-hole]').count()).toBe(1);
  expect(await hero.getByRole('button', { name: '由頭聽過' }).isDisabled()).toBe(true);
  expect(await rows.and(page.locator('[aria-current="true"]')).count()).toBe(1);
  await context.close();
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

it('captions what is heard at a press, live and behind it, in two lines of a narrow phone, and by keys alone', async () => {
  const token = 'token-of-the-captioner-of-the-tests';
  const hash = createHash('sha256').update(token).digest('hex');
  await inSiteDatabase(
    `insert into captioners (stream_id, name, token_hash) values (864, 'e2e', $1)
     on conflict (name) do update set status = 1`,
    [hash],
  );
  /** Each two seconds are captioned by their own number, for a minute until just before what is heard. */
  const caption = async () => {
    const from = Math.floor(Date.now() / 2_000) * 2 - 60;
    const cues = Array.from({ length: 34 }, (_, i) => from + 2 * i).map((second) => ({
      start_ts: second,
      end_ts: second + 2,
      text: `第 ${second} 秒`,
    }));
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ cues });
    const answer = await fetch(`${siteUrl()}/api/live/864/captions`, { method: 'POST', headers, body });
    expect(answer.status).toBe(200);
  };
  await caption();
  const { page, faults, close } = await visit(browser, '/live/864', { width: 390, ...answered });
  const controls = page.getByRole('group', { name: '播放控制' });
  await controls.getByRole('button', { name: '播放' }).click();
  const press = controls.getByRole('button', { name: '字幕', exact: true });
  await press.focus();
  expect(await page.getByRole('log', { name: '字幕' }).count()).toBe(0);
  await page.keyboard.press('Enter');

  /** Playback position minus caption time, in ms, once there is a caption from before an instant. */
  const difference = async (beforeMs: number) => {
    await caption();
    const found = await page.waitForFunction((before) => {
      const heardMs = window.airwavePlayer?.getHeardAt() ?? NaN;
      const second = /\d+/.exec(document.querySelector('[data-caption-strip] p')?.textContent ?? '')?.[0];
      const saidMs = Number(second ?? NaN) * 1_000;
      return saidMs < before ? { heardMs, behindMs: heardMs - saidMs } : null;
    }, beforeMs);
    return (await found.jsonValue())!;
  };
  const live = await difference(Infinity);
  await controls.getByRole('slider', { name: '節目進度' }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.locator('[data-player="behind"]').waitFor();
  const behind = await difference(live.heardMs - 4_000);
  for (const { behindMs } of [live, behind]) {
    expect(behindMs).toBeGreaterThan(-500);
    expect(behindMs).toBeLessThan(4_000);
  }

  await page.setViewportSize({ width: 320, height: 568 });
  const log = page.getByRole('log', { name: '字幕' });
  const fits = await log
    .locator('p')
    .evaluate((line) => line.scrollHeight <= line.clientHeight && document.documentElement.scrollWidth <= innerWidth);
  expect(fits).toBe(true);
  expect(await log.getAttribute('aria-live')).toBe('off');
  await page.getByRole('button', { name: '讀出字幕（讀屏程式）' }).focus();
  await page.keyboard.press('Enter');
  expect(await log.getAttribute('aria-live')).toBe('polite');
  await press.focus();
  await page.keyboard.press('Enter');
  await log.waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
  await close();
  await inSiteDatabase(`update captioners set status = 0 where name = 'e2e'`);
  await inSiteDatabase(`delete from transcript_cues t using live_cues l
    where l.stream_id = 864 and t.stream_id = 864 and t.starts_at = l.starts_at`);
  await inSiteDatabase('delete from live_cues where stream_id = 864');
});
