import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '#fixtures/members.ts';
import { stationDayOf } from '#shared/station-day.ts';
import { axeFaults, launchBrowser, siteUrl, visit } from '#tests/setup/browser.ts';
import { focusWith } from './focus-with.ts';
import { anotherTab, wasPrompted } from './members-site.ts';

// A member's lists: reordered by pointer and keyboard, in two tabs, and on a phone without scripts.

const SUBSCRIBER = { id: 3, email: 'chikeung@demo.radio.example' };
const PROGRAM = 1001;
const PLAYLIST = '/member/userinfo/playlist';

let browser: Browser;
let sections: number[];
beforeAll(async () => {
  browser = await launchBrowser();
  const reply = await fetch(`${siteUrl()}/api/programarchives/${PROGRAM}?limit=20`);
  const { response } = (await reply.json()) as { response: { items: { item_id: number; broadcast_day: string }[] } };
  // The parts of a broadcast on air change while it is cut.
  const today = stationDayOf(new Date());
  const past = response.items.filter(({ broadcast_day }) => broadcast_day < today);
  sections = past.slice(0, 4).map((item) => item.item_id);
  expect(sections).toHaveLength(4);
});
afterAll(() => browser.close());

/** A browser with the subscriber logged in; `call` makes a call as the member. */
async function asSubscriber(options: Parameters<typeof visit>[2] = {}) {
  const visited = await visit(browser, '/robots.txt', options);
  const context = visited.page.context();
  await wasPrompted(visited.page, SUBSCRIBER.id);
  const call = async (method: string, path: string, data?: object) => {
    const reply = await context.request.fetch(siteUrl() + path, { method, ...(data && { data }) });
    const { response } = (await reply.json()) as { response: unknown };
    expect(reply.ok(), `${method} ${path}: ${JSON.stringify(response)}`).toBe(true);
    return response;
  };
  await call('POST', '/api/user/login', { email: SUBSCRIBER.email, password: DEMO_PASSWORD, rememberMe: false });
  const empty = async () => {
    for (const list of ['userplaylist', 'favourite', 'history'])
      await call('DELETE', `/api/playlist/${list}`, { all: true });
  };
  await empty();
  // The account is restored.
  const close = async () => {
    await empty();
    await visited.close();
  };
  return { ...visited, call, close };
}

const grips = (page: Page) => page.locator('[data-list] [data-grip]');
/** The playlist's entries as indexes of the sections added: 0 to 3. */
async function order(call: Awaited<ReturnType<typeof asSubscriber>>['call']): Promise<number[]> {
  const { items } = (await call('GET', '/api/playlist/userplaylist')) as {
    items: { program_archive_section_id: number }[];
  };
  return items.map((item) => sections.indexOf(item.program_archive_section_id));
}
async function fill(call: Awaited<ReturnType<typeof asSubscriber>>['call']): Promise<void> {
  for (const id of sections) await call('POST', '/api/playlist/userplaylist', { program_archive_section_id: id });
}

it('is put in order with the mouse and by the keys, and what is taken off comes back', async () => {
  const { page, faults, call, close } = await asSubscriber();
  await fill(call);
  await page.goto(siteUrl() + PLAYLIST, { waitUntil: 'load' });
  const from = (await grips(page).first().boundingBox())!;
  const to = (await grips(page).nth(2).boundingBox())!;
  await page.mouse.move(from.x + 10, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(to.x + 10, to.y + to.height + 12, { steps: 5 });
  await page.locator('[data-drop]').waitFor();
  await page.mouse.up();
  await expect.poll(() => order(call)).toEqual([1, 2, 0, 3]);

  // Keys continue from the previous position; only the final one counts.
  await grips(page).nth(3).focus();
  for (const key of ['ArrowUp', 'ArrowUp', 'Home', 'ArrowDown']) await page.keyboard.press(key);
  await page.getByRole('status').filter({ hasText: '第 2 位，共 4 項' }).waitFor({ state: 'attached' });
  await expect.poll(() => order(call)).toEqual([1, 3, 2, 0]);
  const focused = await page.evaluate(() =>
    [...document.querySelectorAll('[data-list] [data-grip]')].indexOf(document.activeElement!),
  );
  expect(focused).toBe(1);

  await page.locator('[data-list] summary').first().press('Enter');
  const undo = focusWith(page, '已經由播放清單移除 1 節。');
  await page.getByRole('button', { name: '移除', exact: true }).click();
  await expect.poll(() => order(call)).toEqual([3, 2, 0]);
  // The pressed button disappears with its entry: the focus moves to undo.
  expect(await undo).toContain('data-undo');
  await page.keyboard.press('Enter');
  await expect.poll(() => order(call)).toEqual([1, 3, 2, 0]);
  await expect.poll(() => grips(page).count()).toBe(4);

  await page.getByRole('button', { name: '清空' }).click();
  await page.getByText('播放清單未有嘢').waitFor();
  await page.getByRole('button', { name: '復原' }).click();
  await expect.poll(() => order(call)).toEqual([1, 3, 2, 0]);
  expect(faults).toEqual([]);
  await close();
});

it('is the same list in two tabs: what one takes off goes from the other, and a late move says so (R-286)', async () => {
  const { page, call, close } = await asSubscriber();
  await fill(call);
  await page.goto(siteUrl() + PLAYLIST, { waitUntil: 'load' });
  const other = await anotherTab(page);
  await other.goto(siteUrl() + PLAYLIST, { waitUntil: 'load' });
  await expect.poll(() => other.evaluate(() => 'ready' in document.documentElement.dataset)).toBe(true);
  await other.locator('[data-list] summary').first().press('Enter');
  await other.getByRole('button', { name: '移除', exact: true }).click();
  await expect.poll(() => grips(page).count()).toBe(3);

  // Other devices do not notify tabs: the entry moved here was deleted there.
  const { items } = (await call('GET', '/api/playlist/userplaylist')) as { items: { user_playlist_id: number }[] };
  await call('DELETE', '/api/playlist/userplaylist', { user_playlist_id: items[2]!.user_playlist_id });
  await grips(page).nth(2).press('Home');
  await page.getByRole('alert').filter({ hasText: '呢個清單喺另一個分頁或者裝置改過' }).waitFor();
  await expect.poll(() => grips(page).count()).toBe(2);
  await expect.poll(() => order(call)).toEqual([1, 2]);
  await close();
});

it('can be read and changed on a phone without scripts', async () => {
  const { page, call, close } = await asSubscriber({ width: 390, javaScriptEnabled: false });
  await fill(call);
  await page.goto(siteUrl() + PLAYLIST, { waitUntil: 'load' });
  const change = async (row: number, words: string) => {
    await page.locator('[data-list] summary').nth(row).click();
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: words, exact: true }).click()]);
  };
  await change(2, '上移');
  expect(await order(call)).toEqual([0, 2, 1, 3]);
  await change(0, '移除');
  expect(await order(call)).toEqual([2, 1, 3]);
  await page.getByRole('button', { name: '復原' }).click();
  await page.getByText('已經復原 1 項。').waitFor();
  expect(await order(call)).toEqual([0, 2, 1, 3]);
  // Checkboxes are fields of the same form. Enter in one, which activates a form's first button, changes nothing.
  await Promise.all([page.waitForEvent('load'), page.locator('[data-tick]').first().press('Enter')]);
  await page.getByRole('alert').filter({ hasText: '未有改動' }).waitFor();
  expect(await order(call)).toEqual([0, 2, 1, 3]);
  await page.locator('[data-tick]').nth(1).check();
  await page.locator('[data-tick]').nth(3).check();
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: '移除已選' }).click()]);
  expect(await order(call)).toEqual([0, 1]);
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: '復原' }).click()]);
  expect(await order(call)).toEqual([0, 2, 1, 3]);
  await close();
});

it('takes several entries off and into the playlist by the keys alone, and has them back', async () => {
  const { page, faults, call, close } = await asSubscriber();
  for (const id of sections) await call('POST', '/api/playlist/history', { program_archive_section_id: id });
  await page.goto(`${siteUrl()}/member/userinfo/listeningHistory`, { waitUntil: 'load' });
  await expect.poll(() => page.evaluate(() => 'ready' in document.documentElement.dataset)).toBe(true);
  const boxes = page.locator('[data-tick]');
  expect(await boxes.first().isVisible()).toBe(false);
  await page.getByRole('button', { name: '選取', exact: true }).press('Enter');
  await boxes.nth(1).press('Space');
  for (const key of ['Shift+ArrowDown', 'Shift+ArrowUp', 'Shift+ArrowUp']) await page.keyboard.press(key);
  await page.getByRole('status').filter({ hasText: '已選 3 項' }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  const bar = page.getByRole('region', { name: '選取咗嘅項目' });
  await bar.getByRole('button', { name: '加入播放清單' }).press('Enter');
  await page.getByText('已經加入 3 節。').waitFor();
  await expect.poll(() => order(call)).toEqual([3, 2, 1]);
  await boxes.first().focus();
  await page.keyboard.press('Delete');
  await page.getByText('已經移除 3 項收聽紀錄。').waitFor();
  await expect.poll(() => boxes.count()).toBe(1);
  await expect.poll(() => page.evaluate(() => document.activeElement?.hasAttribute('data-undo'))).toBe(true);
  await page.keyboard.press('Enter');
  await expect.poll(() => boxes.count()).toBe(4);
  await boxes.first().focus();
  await page.keyboard.press('Escape');
  await expect.poll(() => boxes.first().isVisible()).toBe(false);
  expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-select'))).toBe(true);
  expect(faults).toEqual([]);
  await close();
});

it('finds something in the history, and records nothing while it is paused', async () => {
  const { page, faults, call, close } = await asSubscriber({ width: 390 });
  const hear = (id: number | undefined) => call('POST', '/api/playlist/history', { program_archive_section_id: id });
  await hear(sections[0]);
  await page.goto(`${siteUrl()}/member/userinfo/listeningHistory`, { waitUntil: 'load' });
  await page.getByRole('button', { name: '暫停記錄' }).click();
  await page.getByText('停喺邊個位照樣記低').waitFor();
  await hear(sections[1]);
  await page.reload({ waitUntil: 'load' });
  expect(await page.locator('[data-list] li:has([data-tick])').count()).toBe(1);
  await page.getByRole('button', { name: '繼續記錄' }).click();
  await page.getByRole('button', { name: '暫停記錄' }).waitFor();
  await hear(sections[2]);
  const field = page.getByRole('searchbox', { name: '搜尋收聽紀錄' });
  for (const [words, found] of [
    ['無此節目', 0],
    ['早安 交通', 2],
  ] as const) {
    await field.fill(words);
    await Promise.all([page.waitForURL((url) => url.searchParams.get('keyword') === words), field.press('Enter')]);
    await page.getByText(`「${words}」`).waitFor();
    expect(await page.locator('[data-list] li:has([data-tick])').count(), words).toBe(found);
  }
  await page.getByRole('link', { name: '睇返全部' }).click();
  await page.waitForURL((url) => url.search === '');
  expect(faults).toEqual([]);
  await close();
});

it('is filled in the app on a phone: the page says so and sends nothing (R-285)', async () => {
  const userAgent = 'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/140 Mobile Safari/537.36';
  const { page, call, close } = await asSubscriber({ width: 390, userAgent });
  await call('POST', '/api/playlist/history', { program_archive_section_id: sections[0] });
  await page.goto(`${siteUrl()}/member/userinfo/listeningHistory`, { waitUntil: 'load' });
  const posts: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
  await page.getByRole('button', { name: '全部加入播放清單' }).click();
  await page.getByRole('alertdialog', { name: '用手機程式加' }).waitFor();
  expect(posts.filter((url) => url.includes('listeningHistory'))).toEqual([]);
  expect(await order(call)).toEqual([]);
  await close();
});

it('makes a programme a favourite by its heart, and asks a guest to log in', async () => {
  const guest = await visit(browser, `/program/${PROGRAM}`);
  await guest.page.locator('[data-favourite]').click();
  await guest.page.getByRole('alertdialog').getByText('登入之後就可以收藏節目。').waitFor();
  await guest.close();

  const { page, faults, close } = await asSubscriber();
  await page.goto(`${siteUrl()}/program/${PROGRAM}`, { waitUntil: 'load' });
  const heart = page.locator('[data-favourite]');
  await heart.click();
  await page.locator('[data-favourite][aria-pressed=true]').waitFor();
  await page.reload({ waitUntil: 'load' });
  await page.locator('[data-favourite][aria-pressed=true]').waitFor();
  await page.goto(`${siteUrl()}/member/userinfo/favourites`, { waitUntil: 'load' });
  await page.locator(`[data-list] a[href^="/program/${PROGRAM}"]`).waitFor();
  expect(faults).toEqual([]);
  await close();
});
