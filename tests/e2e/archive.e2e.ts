import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COOKIES } from '#app/cookies.ts';
import { addDaysHk } from '#shared/hk-time.ts';
import { stationDayOf } from '#shared/station-day.ts';
import { axeFaults, launchBrowser, siteUrl, visit } from '#tests/setup/browser.ts';
import { openShareSheetFor, sharePresses } from './share-sheet.ts';

let browser: Browser;
/** A past broadcast and its page. */
let replay: { path: string; startsAtMs: number };

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(siteUrl() + path, { redirect: 'manual', headers });
const html = async (path: string) => (await ask(path)).text();
const call = async <T>(path: string): Promise<T> => ((await (await ask(path)).json()) as { response: T }).response;

interface Part {
  item_id: number;
  program_archive_id: number;
  program_id: number;
  program_name: string;
  start_ts: number;
  end_ts: number;
  stream_id: number;
  broadcast_day: string;
}
let part: Part;

beforeAll(async () => {
  browser = await launchBrowser();
  // A broadcast on air may have several parts, which this file is not about.
  const today = stationDayOf(new Date());
  const { items } = await call<{ items: Part[] }>('/api/programarchives/1035?limit=20');
  part = items.find(({ broadcast_day }) => broadcast_day < today)!;
  replay = { path: `/program/archives/${part.program_archive_id}`, startsAtMs: part.start_ts * 1000 };
});
afterAll(() => browser.close());

const laneOf = (page: Page, channel: number) => page.locator(`section[aria-labelledby="lane-${channel}"]`);
const momentOf = (minutes: number) => `${replay.path}?at=${part.start_ts + minutes * 60}`;
const asMember = async (page: Page, email: string) => {
  const body = { email, password: 'airwave-demo-881', rememberMe: false };
  const reply = await page.request.post(`${siteUrl()}/api/user/login`, { data: body });
  if (!reply.ok()) throw new Error(`log-in answered ${reply.status()}`);
};

/** Opens a page and waits until it knows that nobody is logged in: in the same step it removes a subscriber's cookie. */
async function openAsGuest(page: Page, path: string): Promise<void> {
  await page.context().addCookies([{ name: COOKIES.adFree, value: '1', url: siteUrl() }]);
  await page.goto(siteUrl() + path);
  await page.waitForFunction((name) => !document.cookie.includes(`${name}=`), COOKIES.adFree);
}

/** Opens a page and observes it once idle: layout shifts after the visitor's state arrives are caused by it. */
async function atRest(page: Page, path: string): Promise<void> {
  let answer = () => {};
  const rest = new Promise<void>((done) => (answer = done));
  const whenAtRest = async (route: Route) => {
    await rest;
    await route.continue();
  };
  await page.route('**/api/user/state', whenAtRest, { times: 1 });
  await page.goto(siteUrl() + path);
  await page.locator('header').getByRole('img', { name: 'CR電台主頁' }).locator('use').waitFor({ state: 'attached' });
  await page.evaluate(() => {
    const seen = Object.assign(window, { shifts: [] as string[] });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { sources: { node: Node | null }[] })[])
        for (const { node } of entry.sources)
          // Excludes the header, where a name appears, which other tests cover; text replaces text in a box of fixed
          // size, with the icon in front.
          if (node instanceof HTMLElement && node.closest('main')) seen.shifts.push(node.outerHTML.slice(0, 200));
    }).observe({ type: 'layout-shift' });
  });
  answer();
}
const shiftsOf = async (page: Page) => {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  return page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);
};

/** Every hour of it is available, whatever the time is now. */
const YESTERDAY = addDaysHk(stationDayOf(new Date()), -1);

describe('the archive', () => {
  it('is read without scripts: a day of three channels, other days, programmes, and what is heard', async () => {
    const { page, close } = await visit(browser, `/program/archives?day=${YESTERDAY}`, { javaScriptEnabled: false });
    for (const channel of [881, 903, 864])
      expect(await laneOf(page, channel).locator('a[href^="/program/archives/"]').count()).toBeGreaterThan(0);
    await page.getByRole('navigation', { name: '日期' }).getByRole('link', { name: /星期/ }).first().click();
    await page.waitForURL(({ searchParams }) => {
      const day = searchParams.get('day') ?? '';
      return /^\d{4}-\d\d-\d\d$/.test(day) && day !== YESTERDAY;
    });
    expect(await page.locator('[aria-current="date"]').count()).toBe(1);
    await laneOf(page, 881).locator('b a').first().click();
    await page.waitForURL(/\/program\/archives\/\d+(?:[?#]|$)/);
    expect(await page.getByRole('link', { name: /播放第 1 節/ }).count()).toBe(1);
    await close();
  });

  it('lists the chosen channel on a phone, and all three where there is room', async () => {
    const { page, close } = await visit(browser, '/program/archives?channel=864', { width: 390 });
    const shown = () =>
      page
        .locator('section[data-channel][aria-labelledby^="lane-"]')
        .evaluateAll((all) =>
          all.filter((lane) => lane.getClientRects().length > 0).map((lane) => lane.getAttribute('data-channel')),
        );
    expect(await shown()).toEqual(['864']);
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await shown()).toEqual(['881', '903', '864']);
    await close();
  });

  it('plays a moment of the day from any channel, by a needle that keys move', async () => {
    const { page, close } = await visit(browser, `/program/archives?day=${YESTERDAY}`, { width: 1440 });
    const needle = page.getByRole('slider', { name: '由邊個時間聽起' });
    const before = await needle.getAttribute('aria-valuetext');
    await needle.press('ArrowLeft');
    const clock = new Date(Date.parse(`2026-01-01T${before}:00Z`) - 300_000).toISOString().slice(11, 16);
    expect(await needle.getAttribute('aria-valuetext')).toBe(clock);
    const starts = page.getByRole('link', { name: new RegExp(`^由 ${clock} 播放：`) });
    expect(await starts.count()).toBe(3);
    expect(await starts.first().getAttribute('data-at')).toMatch(/^\d{13}$/);
    await close();
  });

  it('magnifies the hour under the focus or the pointer, so that five minutes can be pressed, and arrows go along a lane', async () => {
    const { page, close } = await visit(browser, `/program/archives?day=${YESTERDAY}`, { width: 1440 });
    // The keys come with the deferred work of the page.
    await page.waitForFunction(() => document.querySelector('breaking-news') !== null);
    const lane = laneOf(page, 881);
    const widths = await lane.locator('li').evaluateAll((all) => all.map((each) => each.getBoundingClientRect().width));
    const at = widths.indexOf(Math.min(...widths.slice(1)));
    const [block, link] = [lane.locator('li').nth(at), lane.locator('b a').nth(at)];
    expect(widths[at]).toBeLessThan(24);
    await lane
      .locator('b a')
      .nth(at - 1)
      .press('ArrowRight');
    expect(await link.evaluate((each) => each === document.activeElement)).toBe(true);
    expect((await block.boundingBox())!.width).toBeGreaterThanOrEqual(24);
    await link.blur();
    expect((await block.boundingBox())!.width).toBeLessThan(24);
    const { x, y } = (await block.boundingBox())!;
    await page.mouse.move(x + 1, y + 20);
    const wide = (await block.boundingBox())!;
    expect(wide.width).toBeGreaterThanOrEqual(24);
    await page.mouse.click(wide.x + wide.width / 2, y + 20);
    await page.waitForURL(`**${await link.getAttribute('href')}`);
    await close();
  });

  it('is the same for everybody, also while replays are being made', async () => {
    const text = async (answer: Response) => (await answer.text()).replaceAll(/nonce="[^"]*"/g, '');
    for (const path of ['/program/archives', replay.path]) {
      const guest = await ask(path);
      const member = await text(await ask(path, { cookie: '__Host-session=somebody' }));
      expect(guest.headers.get('cache-control')).toContain('public');
      expect(guest.headers.get('set-cookie')).toBeNull();
      // The site keeps making replays, which purges the page: a member may be the first to see the next one.
      const seenByGuests = [await text(guest), await text(await ask(path))];
      expect(seenByGuests.includes(member), `${path} as a member is one of the pages of guests`).toBe(true);
    }
  });

  it('searches within what was said', async () => {
    const { page, close } = await visit(browser, '/program/archives');
    await page.getByRole('searchbox', { name: '搜尋重溫' }).fill('隧道');
    await page.getByRole('searchbox', { name: '搜尋重溫' }).press('Enter');
    await page.waitForURL(/\/search\?/);
    const { searchParams } = new URL(page.url());
    expect([searchParams.get('type'), searchParams.get('q')]).toEqual(['replay', '隧道']);
    await close();
  });
});

describe('a replay', () => {
  it('says to machines what it is', async () => {
    const text = await html(replay.path);
    const things = [...text.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/g)].map(
      ([, json = '']) => JSON.parse(json) as Record<string, unknown>,
    );
    expect(things.find((thing) => thing['@type'] === 'RadioEpisode')).toMatchObject({
      datePublished: new Date(replay.startsAtMs).toISOString(),
      timeRequired: `PT${part.end_ts - part.start_ts}S`,
      isAccessibleForFree: false,
      hasPart: [{ '@type': 'Clip', startOffset: 0 }],
    });
  });

  it('has a link to a moment, which shows itself as one', async () => {
    const text = await html(momentOf(20));
    const clock = new Date(replay.startsAtMs + 20 * 60_000 + 8 * 3_600_000).toISOString().slice(11, 16);
    expect(/property="og:title" content="([^"]*)"/.exec(text)?.[1]).toContain(`由 ${clock} 聽起`);
    expect(/property="og:url" content="([^"]*)"/.exec(text)?.[1]).toContain(momentOf(20));
    expect(/property="og:image" content="([^"]*)"/.exec(text)?.[1]).toMatch(/\/social\/moments\/903\/\d+\.jpg$/);
    expect(text).toMatch(/name="robots" content="noindex/);
  });

  it('has a link to a clip, which shows itself as one, is of the replay to robots, and has a longest length', async () => {
    const clip = `${momentOf(2)}&to=${part.start_ts + 150}`;
    const text = await html(clip);
    expect(/property="og:title" content="([^"]*)"/.exec(text)?.[1]).toMatch(/片段 \d\d:\d\d/);
    expect(/property="og:url" content="([^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&')).toContain(clip);
    expect(text).toContain(`rel="canonical" href="${siteUrl()}${replay.path}"`);
    expect(text).toMatch(/name="robots" content="noindex/);
    for (const to of [part.start_ts + 119, part.start_ts + 120, part.start_ts + 120 + 3_000])
      expect((await ask(`${momentOf(2)}&to=${to}`)).headers.get('location'), `${to}`).toBe(momentOf(2));
    expect((await ask(`${momentOf(2)}&to=soon`)).status).toBe(404);
    expect((await ask(`${replay.path}?to=${part.start_ts + 150}`)).headers.get('location')).toBe(replay.path);
  });

  it('makes such a link from two clocks, by keys alone, and says what is wrong with them', async () => {
    const { page, faults, close } = await visit(browser, replay.path);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: '分享一段' }).press('Enter');
    const box = page.getByRole('dialog', { name: '分享一段' });
    const clock = (seconds: number) =>
      new Date(replay.startsAtMs + seconds * 1000 + 8 * 3_600_000).toISOString().slice(11, 19);
    await box.getByLabel('由', { exact: true }).fill(clock(60));
    await box.getByLabel('到', { exact: true }).fill(clock(30));
    await page.keyboard.press('Enter');
    await box.getByRole('alert').filter({ hasText: '「到」要喺「由」之後。' }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await box.getByLabel('到', { exact: true }).fill(clock(90));
    await page.keyboard.press('Enter');
    await box.waitFor({ state: 'detached' });
    await page.getByText('已複製連結').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${siteUrl()}${momentOf(1)}&to=${part.start_ts + 90}`,
    );
    // A second press while the share sheet is open copies nothing.
    await openShareSheetFor(page);
    await page.evaluate(() => navigator.clipboard.writeText('as before'));
    for (const presses of [1, 2]) {
      await page.getByRole('button', { name: '分享一段' }).press('Enter');
      await box.getByRole('button', { name: '分享', exact: true }).click();
      await box.waitFor({ state: 'detached' });
      await expect.poll(() => sharePresses(page)).toBe(presses);
    }
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('as before');
    expect(faults).toEqual([]);
    await close();
  });

  it('plays a clip in the free beginning to everybody, pauses at its end, and goes on when asked', async () => {
    const { page, faults, close } = await visit(browser, `${momentOf(1)}&to=${part.start_ts + 63}`);
    await page.getByRole('link', { name: '播放片段' }).click();
    await page.getByText('片段播完，撳播放就聽落去').first().waitFor();
    const heardAt = () =>
      page.locator('video, audio').evaluateAll((all) => all.map((each) => (each as HTMLMediaElement).paused));
    expect(await heardAt()).not.toContain(false);
    await page.getByRole('button', { name: '播放', exact: true }).first().click();
    await page.getByRole('button', { name: '暫停', exact: true }).first().waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('asks a guest to log in for a clip that is not free', async () => {
    const { page, close } = await visit(browser, '/robots.txt');
    await openAsGuest(page, `${momentOf(4)}&to=${part.start_ts + 301}`);
    await page.getByRole('link', { name: '播放片段' }).click();
    await page.getByRole('alertdialog', { name: '請先登入' }).waitFor();
    await close();
  });

  it('leads to the broadcast in which a moment lies now', async () => {
    const reply = await ask(`${replay.path}?at=${part.end_ts + 60}`);
    expect(reply.status).toBe(302);
    expect(reply.headers.get('location')).toMatch(/^\/program\/archives\/\d+\?at=\d+$/);
    expect(reply.headers.get('location')).not.toContain(`${replay.path}?`);
    expect((await ask(`${replay.path}?at=1000000000`)).headers.get('location')).toBe(replay.path);
  });

  it('asks a guest beyond the free beginning to log in, and leads back there (10004, R-433 to R-435)', async () => {
    const { page, faults, close } = await visit(browser, '/robots.txt');
    await openAsGuest(page, momentOf(20));
    await page.getByRole('link', { name: /聽起$/ }).click();
    const box = page.getByRole('alertdialog', { name: '請先登入' });
    await box.waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await box.getByRole('button', { name: '登入' }).click();
    await page.waitForURL('**/member/user/login');
    const kept = (await page.context().cookies()).find(({ name }) => name === 'redirect');
    expect(decodeURIComponent(kept?.value ?? '')).toBe(momentOf(20));
    expect(faults).toEqual([]);
    await close();
  });
});

describe('what a subscriber has comes after load', () => {
  it('sells no plan to who has one, from the first paint on, and takes little room where nothing was begun', async () => {
    const { page, close } = await visit(browser, '/robots.txt', { width: 390 });
    await asMember(page, 'chikeung@demo.radio.example');
    await page.addInitScript(() => sessionStorage.setItem('airwave.prompted_for', '3'));
    await page.route('**/api/programarchives/begun*', (route) =>
      route.fulfill({ json: { response_code: 200, response_message: 'OK', response: { items: [] } } }),
    );
    let answer = () => {};
    const rest = new Promise<void>((done) => (answer = done));
    await page.route('**/api/user/state', async (route) => {
      await rest;
      await route.continue();
    });
    await page.goto(`${siteUrl()}/program/archives`);
    expect(await page.getByRole('heading', { name: '錯過咗？由頭聽返。' }).isVisible()).toBe(false);
    expect(await page.getByRole('heading', { name: '繼續聽' }).isVisible()).toBe(true);
    answer();
    const shelf = page.getByRole('region', { name: '繼續聽' });
    await shelf.getByText(/未聽完嘅節目/).waitFor();
    expect((await shelf.boundingBox())!.height).toBeLessThan(180);
    await atRest(page, '/program/archives');
    await shelf.getByText(/未聽完嘅節目/).waitFor();
    expect(await shiftsOf(page)).toEqual([]);
    // Where the code of the shelf does not come, the page stays.
    await page.route(/\/assets\/begun-shelf-/, (route) => route.abort());
    await page.reload();
    await shelf.getByText('暫時攞唔到你聽到邊度').waitFor();
    await page.getByRole('navigation', { name: '日期' }).waitFor();
    await close();
  });

  it.each([1440, 390])('goes on where they were, and nothing moves for it, at %i px', async (width) => {
    const visited = await visit(browser, '/robots.txt', { width });
    const { page } = visited;
    await asMember(page, 'chikeung@demo.radio.example');
    // The once-per-tab prompts of members belong to other tests.
    await page.addInitScript(() => sessionStorage.setItem('airwave.prompted_for', '3'));
    const now = Date.now() / 1000;
    const at_ts = part.start_ts + 30 * 60;
    const report = {
      device_key: `test-${width}-${Math.floor(now)}`,
      sent_ts: now,
      places: [{ sequence: 1, stream_id: part.stream_id, at_ts, age_s: 1, clock_ts: now - 1, moved_s: 60, heard: [] }],
    };
    expect((await page.request.post(`${siteUrl()}/api/playback/places`, { data: report })).status()).toBe(200);
    await atRest(page, '/program/archives');
    const shelf = page.getByRole('region', { name: '繼續聽' });
    await shelf
      .getByRole('link', { name: /^繼續聽：/ })
      .first()
      .waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect(await shiftsOf(page)).toEqual([]);
    await atRest(page, replay.path);
    await page.getByRole('link', { name: /^由 \d\d:\d\d 繼續$/ }).waitFor();
    await page
      .getByText(/^聽到 \d\d:\d\d$/)
      .first()
      .waitFor();
    expect(await shiftsOf(page)).toEqual([]);
    await visited.close();
  });
});

it('offers what has gone by on the page of its programme, in the timetable, and at home', async () => {
  const program = await html((await ask(`/program/${part.program_id}`)).headers.get('location') ?? '');
  expect(program).toContain(`href="${replay.path}"`);
  const yesterday = new Date(Date.now() + 8 * 3_600_000 - 86_400_000).toISOString().slice(0, 10);
  for (const path of [`/timetable/881?day=${yesterday}`, `/timetable/881/list?day=${yesterday}`, '/'])
    expect(await html(path), path).toMatch(/href="\/program\/archives\/\d+"[^>]*data-replay="\d+"/);
});
