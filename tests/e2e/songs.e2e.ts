import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '#fixtures/members.ts';
import { soundsBetween, type DemoSound } from '#sandbox/stations/hour-schedule.ts';
import { axeFaults, launchBrowser, siteUrl, visit } from '#tests/setup/browser.ts';
import { wasPrompted } from './members-site.ts';

// The displayed song matches the sound: at the live edge, behind it and in a replay. Played songs are listed, and can
// be saved.

const SUBSCRIBER = { id: 3, email: 'chikeung@demo.radio.example' };
const PLAYING = 1;
const HOUR_MS = 3_600_000;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** The automation's item at an instant on 903, as displayed; empty between songs. */
function soundAt(atMs: number): string {
  const [sound] = soundsBetween(903, atMs, atMs + 1);
  if (sound === undefined) return '';
  return sound.kind === 'song' ? `${sound.title} · ${sound.artist}` : sound.title;
}

/**
 * A song of 903 of a programme that is over, and so has a replay: before the latest 8:30 or 20:30 in Hong Kong of at least four
 * hours ago. At other hours a programme may last longer, or there is none.
 */
function oldSong(nowMs: number): DemoSound {
  const before = Math.floor((nowMs - 4.5 * HOUR_MS) / (12 * HOUR_MS)) * 12 * HOUR_MS + HOUR_MS / 2;
  const songs = soundsBetween(903, before - 2 * HOUR_MS, before).filter(
    ({ kind, endsAtMs }) => kind === 'song' && endsAtMs < before,
  );
  return songs.at(-1)!;
}

/** Playback position and displayed text, read together. */
const look = (page: Page) =>
  page.evaluate(() => {
    const place = document.querySelector('[data-now-playing]');
    return {
      heardAtMs: window.airwavePlayer?.getHeardAt() ?? 0,
      kind: place?.getAttribute('data-now-playing') ?? '',
      words: place?.querySelector('span')?.textContent ?? '',
    };
  });

async function expectTrueWords(page: Page): Promise<number> {
  let heardAtMs = 0;
  await expect
    .poll(
      async () => {
        const seen = await look(page);
        ({ heardAtMs } = seen);
        const wanted = soundAt(seen.heardAtMs);
        return wanted === '' ? seen.kind === '' : seen.words === `正在播 ${wanted}`;
      },
      { interval: 100 },
    )
    .toBe(true);
  return heardAtMs;
}

it('says what sounds at the edge, and behind it what sounded then', async () => {
  const { page, faults, close } = await visit(browser, '/live/903');
  const controls = page.getByRole('group', { name: '播放控制' });
  await controls.getByRole('button', { name: '播放' }).click();
  await page.waitForFunction((state) => window.airwavePlayer?.getPlayerState() === state, PLAYING);
  await page.waitForFunction(() => window.airwavePlayer?.getHeardAt());
  const edgeMs = await expectTrueWords(page);
  // Song changes are not announced to screen readers.
  expect(
    await page.locator('[data-now-playing]').evaluate((place) => place.closest('[aria-live],[role=status]')),
  ).toBeNull();
  await controls.getByRole('slider', { name: '節目進度' }).focus();
  for (let i = 0; i < 6; i++) await page.keyboard.press('ArrowLeft');
  await page.locator('[data-player="behind"]').waitFor();
  await page.waitForFunction((state) => window.airwavePlayer?.getPlayerState() === state, PLAYING);
  expect(await expectTrueWords(page)).toBeLessThan(edgeMs);
  // A stream abandoned while opening may be gone before the element requests it.
  expect(faults.filter((fault) => !fault.includes('ERR_FILE_NOT_FOUND'))).toEqual([]);
  await close();
});

it('holds its place on the page, with a song and without', async () => {
  const { page, close } = await visit(browser, '/live/903', { width: 390 });
  const heights = await page.locator('[data-now-playing]').evaluate((place) => {
    const before = place.getBoundingClientRect().height;
    place.querySelector('span')!.textContent = '正在播 一首歌名好長好長好長好長好長好長好長好長好長好長好長嘅歌';
    return [before, place.getBoundingClientRect().height];
  });
  expect(heights[0]).toBe(heights[1]);
  await close();
});

it.each([1440, 390])('lists by day and hour what was played, at %i px', async (width) => {
  const song = oldSong(Date.now());
  const hour = (Math.floor(song.startsAtMs / HOUR_MS) + 8) % 24;
  const { page, faults, close } = await visit(browser, '/songs/903', { width });
  await page.getByRole('heading', { level: 1, name: '叱咤903 播過嘅歌' }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  // Songs between midnight and 05:00 are on the previous day's page.
  const shift = new Date(song.startsAtMs + 3 * HOUR_MS).toISOString().slice(0, 10);
  await page.goto(`${siteUrl()}/songs/903?day=${shift}&hour=${hour < 5 ? hour + 24 : hour}`);
  const row = page.getByRole('listitem').filter({ hasText: song.title });
  expect(await row.getByText(song.artist).count()).toBe(1);
  await page.getByRole('searchbox', { name: '搵呢日嘅歌' }).last().fill(song.title);
  await page.keyboard.press('Enter');
  await page.getByText(`「${song.title}」：`).waitFor();
  expect(await page.locator('main li b').allTextContents()).toContain(song.title);
  expect(faults).toEqual([]);
  await close();
});

it('answers without scripts, and calls what cannot be a day or an hour not found', async () => {
  const get = async (query: string) => {
    const reply = await fetch(`${siteUrl()}/songs/903${query}`);
    return { status: reply.status, html: await reply.text(), tags: reply.headers.get('cache-tag') };
  };
  const { status, html } = await get('');
  expect(status).toBe(200);
  expect(html).toContain('播過嘅歌');
  for (const query of ['?hour=4', '?hour=29', '?hour=x', '?day=2020-13-01', '?day=2999-01-01', '?day=1999-01-01'])
    expect((await get(query)).status, query).toBe(404);
  for (const query of ['?q=%00%FF%ED%A0%80', `?q=${'長'.repeat(100)}`, '?q=%25_'])
    expect((await get(query)).status, query).toBe(200);
  expect((await fetch(`${siteUrl()}/songs/900`)).status).toBe(404);
});

it('plays a moment again, says in the bar what sounds there, and keeps the song for its member', async () => {
  const song = oldSong(Date.now());
  const visited = await visit(browser, '/robots.txt');
  const { page, faults, close } = visited;
  const context = page.context();
  await wasPrompted(page, SUBSCRIBER.id);
  const call = async (method: string, path: string, data?: object) =>
    (await context.request.fetch(siteUrl() + path, { method, ...(data && { data }) })).json() as Promise<{
      response: { items: { title: string; how: string }[] };
    }>;
  await call('POST', '/api/user/login', { email: SUBSCRIBER.email, password: DEMO_PASSWORD, rememberMe: false });
  await call('DELETE', '/api/member/songs', { all: true });

  const day = new Date(song.startsAtMs + 3 * HOUR_MS).toISOString().slice(0, 10);
  await page.goto(`${siteUrl()}/songs/903?day=${day}&q=${encodeURIComponent(song.title)}`);
  const clock = new Date(song.startsAtMs + 8 * HOUR_MS).toISOString().slice(11, 16);
  await page.getByRole('link', { name: `聽呢段：${clock}《${song.title}》` }).click();
  const bar = page.getByRole('region', { name: '播放器' });
  await bar.getByRole('link', { name: `正在播 ${song.title} · ${song.artist}` }).waitFor();
  await page
    .getByRole('button', { name: `記低呢首：《${song.title}》` })
    .first()
    .click();
  await page.getByText('記低咗，喺「我的歌曲」睇返').waitFor();
  const kept = (await call('GET', '/api/member/songs')).response.items;
  expect(kept.map(({ title, how }) => [title, how])).toEqual([[song.title, 'kept']]);

  await page.goto(`${siteUrl()}/member/userinfo/songs`);
  await page.getByRole('heading', { level: 1, name: '我的歌曲' }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: `移除《${song.title}》` }).click();
  await page.getByText('已經移除').waitFor();
  await page.getByText('未有歌曲').waitFor();
  expect((await call('GET', '/api/member/songs')).response.items).toEqual([]);
  expect(faults).toEqual([]);
  await close();
});

it('asks a guest who keeps a song to log in', async () => {
  const { page, close } = await visit(browser, '/songs/903');
  await page
    .getByRole('button', { name: /^記低呢首：/ })
    .first()
    .click();
  await page.getByRole('alertdialog').getByText('登入之後，可以將聽到嘅歌記低。').waitFor();
  await close();
});
