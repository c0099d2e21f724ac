import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFaults, launchBrowser } from '#tests/setup/browser.ts';
import { inSiteDatabase } from '#tests/setup/site-database.ts';
import { addDaysHk, dayHkOf } from '#shared/hk-time.ts';
import { deskUrl, visitDesk } from './desk-site.ts';

// The rooms of replays and films: a producer finds a broadcast, hides it and undoes that.

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const PRODUCER = '區柏言';
/** Its broadcasts are over, and their sound is that of the seeded station. */
const DAY = addDaysHk(dayHkOf(new Date()), -3);

async function expectSound({ page, faults }: { page: Page; faults: string[] }): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await axeFaults(page)).toEqual([]);
  expect(faults).toEqual([]);
}

it('finds a broadcast by its state, says what points into it, hides it by keyboard and takes that back', async () => {
  const visit = await visitDesk(browser, PRODUCER, '/archive');
  const { page } = visit;
  await page.getByRole('combobox', { name: '狀態' }).selectOption('shown');
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: '顯示', exact: true }).press('Enter');
  await page.waitForURL(/state=shown/);
  await expectSound(visit);
  await page.locator('tbody th a').first().press('Enter');
  await page.getByRole('heading', { name: '邊度會指住佢' }).waitFor();
  await expectSound(visit);

  await page.getByRole('button', { name: '收起', exact: true }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('已收起').waitFor();
  await dialog.getByLabel('原因').fill('測試');
  await dialog.getByRole('button', { name: '收起', exact: true }).click();
  await page.getByRole('button', { name: '重開', exact: true }).waitFor();
  await page.getByRole('button', { name: '收回', exact: true }).click();
  await page.getByRole('button', { name: '收起', exact: true }).waitFor();
  await visit.close();
});

it('plays a broadcast forward and back by keys, moves its end by a handle, names a part, and takes both back', async () => {
  const visit = await visitDesk(browser, PRODUCER, '/archive?channel=881&day=' + DAY);
  const { page } = visit;
  await page.locator('tbody th a').first().press('Enter');
  const clock = page.getByText(/^\d\d:\d\d:\d\d\.\d$/);
  const secondsOf = async () => {
    const [hours = 0, minutes = 0, seconds = 0] = (await clock.innerText()).split(':').map(Number);
    return (hours * 60 + minutes) * 60 + seconds;
  };
  const startsS = await secondsOf();
  // The first ten minutes are drawn; the others follow.
  await expect.poll(() => page.locator('svg path[vector-effect]').getAttribute('d')).toMatch(/^M/);
  await page.getByRole('button', { name: '播放' }).press('l');
  await expect.poll(secondsOf).toBeGreaterThan(startsS + 1);
  await page.keyboard.press('k');
  const stoppedS = await secondsOf();
  await page.keyboard.press('j');
  await expect.poll(secondsOf).toBeLessThan(stoppedS);
  await page.keyboard.press('k');

  const end = page.getByRole('slider', { name: '完結' });
  const formerEnd = await end.getAttribute('aria-valuetext');
  await end.focus();
  for (const key of ['PageDown', 'Shift+ArrowLeft', '[']) await page.keyboard.press(key);
  const name = page.getByLabel('第 1 節題目');
  const formerName = await name.inputValue();
  await name.fill('開場');
  await page.getByText('先儲存界線').waitFor();
  await expectSound(visit);
  await page.getByRole('button', { name: '儲存界線' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: '儲存界線' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: '儲存界線' }).waitFor({ state: 'detached' });
  expect(await end.getAttribute('aria-valuetext')).not.toBe(formerEnd);
  expect(await name.inputValue()).toBe('開場');
  await page.getByRole('button', { name: '儲存環節' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: '儲存環節' }).click();
  await page.getByText('有改動未儲存').waitFor({ state: 'detached' });
  for (const former of [() => name.inputValue(), () => end.getAttribute('aria-valuetext')]) {
    const changed = await former();
    await page.getByRole('button', { name: '收回', exact: true }).last().click();
    await expect.poll(former).not.toBe(changed);
  }
  expect(await name.inputValue()).toBe(formerName);
  expect(await end.getAttribute('aria-valuetext')).toBe(formerEnd);
  await visit.close();
});

it('walks to the broadcast before and back, and asks before an edit is left', async () => {
  const visit = await visitDesk(browser, PRODUCER, '/archive?channel=881&day=' + DAY);
  const { page } = visit;
  await page.locator('tbody th a').nth(1).press('Enter');
  const [before, after] = [/^上一個/, /^下一個/].map((name) => page.getByRole('link', { name }));
  await after!.waitFor();
  const first = page.url();
  await before!.press('Enter');
  await page.waitForURL((url) => url.href !== first);
  // The focus is at the beginning of the room: two keys further is the way back.
  const main = page.locator('#main:focus');
  await main.waitFor();
  for (const key of ['Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
  await page.waitForURL(first);
  // The address changes before the room: until then the field is that of the other broadcast.
  await main.waitFor();

  const name = page.getByLabel('第 1 節題目');
  await name.fill('打緊');
  const asked: string[] = [];
  page.once('dialog', (question) => {
    asked.push(question.message());
    void question.dismiss();
  });
  await after!.press('Enter');
  await expect.poll(() => asked).toHaveLength(1);
  expect(page.url()).toBe(first);
  expect(await name.inputValue()).toBe('打緊');
  page.once('dialog', (question) => void question.accept());
  await after!.press('Enter');
  await page.waitForURL((url) => url.href !== first);
  await main.waitFor();
  // From the end of a list, too, a room is entered at its beginning.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('link', { name: '所有重溫' }).press('Enter');
  await page.locator('tbody th a').last().press('Enter');
  await before!.waitFor();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await page.goBack();
  expect(await page.getByLabel('第 1 節題目').inputValue()).not.toBe('打緊');
  await expectSound(visit);
  await visit.close();
});

it('keeps what was typed to correct an import that is dropped meanwhile, and says what cannot be its time', async () => {
  await inSiteDatabase(`insert into classic_imports (state, reason, account_id, who, why, program_id, title, starts_at)
    select 'refused', 'a.m4a has an unknown format;', a.id, a.name, 'a test', (select min(id) from programs), 'e2e 舊聲帶', '2001-05-06T10:00+08'
    from staff_accounts a where name = '何曉澄'`);
  const visit = await visitDesk(browser, '何曉澄', '/archive/classics');
  const { page } = visit;
  const row = page.getByRole('listitem').filter({ hasText: 'e2e 舊聲帶' });
  await row.getByRole('link', { name: '更正再匯入' }).press('Enter');
  await page.getByRole('heading', { name: /^更正匯入/ }).waitFor();
  // The form is elsewhere in the room.
  const program = page.getByRole('combobox', { name: '節目' });
  await expect.poll(() => program.evaluate((field) => field === document.activeElement)).toBe(true);
  const name = page.getByLabel('題目（唔填：用節目名）');
  expect(await name.inputValue()).toBe('e2e 舊聲帶');
  await page.getByLabel('首播時間（香港時間）').fill('1950-01-01T10:00');
  await page.getByRole('alert').filter({ hasText: '1959 年或者之後' }).waitFor();
  await name.fill('e2e 更正緊');
  // A colleague is faster.
  const set = (values: string) => inSiteDatabase(`update classic_imports set ${values} where title = 'e2e 舊聲帶'`);
  await set(`state = 'importing', reason = null, held_by = gen_random_uuid(), held_until = now() + interval '1 hour'`);
  await page.reload();
  await page.getByText('呢次已經有人更正咗').waitFor();
  await set(`state = 'refused', reason = 'a.m4a has an unknown format;', held_by = null, held_until = null`);
  await page.reload();
  await row.getByRole('button', { name: '取消匯入' }).press('Enter');
  await page.getByRole('dialog').getByText('經典匯入').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: '取消匯入' }).press('Enter');
  await page.getByText('呢次匯入已經取消咗').waitFor();
  expect(await name.inputValue()).toBe('e2e 更正緊');
  await page.reload();
  await page.getByText('呢次匯入已經取消咗').waitFor();
  expect(await name.inputValue()).toBe('e2e 更正緊');
  await expectSound(visit);
  await visit.close();
});

/** The newest broadcast with a transcript, and the newest with songs. */
const pathsOf = (page: Page): Promise<{ cues: string; songs: string }> =>
  page.evaluate(async () => {
    const read = async <T>(path: string) => ((await (await fetch(path)).json()) as { response: T }).response;
    const { items } = await read<{ items: { archive_id: number }[] }>('/api/staff/archive?channel=881');
    const found = { cues: '', songs: '' };
    for (const { archive_id: id } of items) {
      const { cues, songs } = await read<{ cues: number; songs: number }>(`/api/staff/archive/${id}`);
      if (found.cues === '' && cues > 0) found.cues = `/archive/${id}`;
      if (found.songs === '' && songs > 0) found.songs = `/archive/${id}`;
      if (found.cues !== '' && found.songs !== '') return found;
    }
    throw new Error('no broadcast has a transcript, or none has songs');
  });

it('finds a second by a word, corrects a sentence and a song by keyboard, and takes that back', async () => {
  const visit = await visitDesk(browser, PRODUCER, '/archive');
  const { page } = visit;
  const paths = await pathsOf(page);
  await page.goto(deskUrl() + paths.cues);
  const transcript = page.locator('section', { has: page.getByRole('heading', { name: '逐字稿' }) });
  const sentence = transcript.locator('li').first().getByRole('button').nth(1);
  const before = await sentence.innerText();
  const sought = page.getByRole('search', { name: '搵一刻' }).getByRole('textbox');
  await sought.fill(before.slice(0, 3));
  await sought.press('Enter');
  await page.getByText(new RegExp(`(句有|有)「${before.slice(0, 3)}」`)).waitFor();
  await page.locator('section', { has: sought }).locator('li button').first().press('Enter');
  await transcript.locator('li[aria-current]').filter({ hasText: before }).waitFor();
  await expectSound(visit);

  // A colleague is faster.
  const field = transcript.getByRole('textbox');
  await sentence.press('Enter');
  await field.fill('我改嘅一句');
  await inSiteDatabase('update transcript_cues set words = $1 where words = $2', ['佢改嘅一句', before]);
  await field.press('Enter');
  await transcript.getByText('佢改嘅一句').waitFor();
  expect(await field.inputValue()).toBe('我改嘅一句');
  expect(await axeFaults(page)).toEqual([]);
  await field.press('Enter');
  await field.waitFor({ state: 'detached' });
  expect(await sentence.innerText()).toBe('我改嘅一句');
  expect(await sentence.evaluate((button) => button === document.activeElement)).toBe(true);
  await sentence.press('Enter');
  await field.press('Escape');
  expect(await sentence.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.getByRole('button', { name: '收回', exact: true }).click();
  await sentence.filter({ hasText: '佢改嘅一句' }).waitFor();
  await inSiteDatabase('update transcript_cues set words = $2 where words = $1', ['佢改嘅一句', before]);

  await page.goto(deskUrl() + paths.songs);
  const song = page.getByRole('button', { name: /^改《/ }).first();
  const name = (await song.getAttribute('aria-label'))!;
  await song.press('Enter');
  await page.getByLabel('歌名').fill('改過嘅歌名');
  await page.getByRole('button', { name: '改呢首歌' }).press('Enter');
  await page.getByRole('dialog').getByText('改過嘅歌名').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: '改呢首歌' }).press('Enter');
  await page.getByRole('button', { name: '改《改過嘅歌名》' }).waitFor();
  await expectSound(visit);
  await page.getByRole('button', { name: '收回', exact: true }).click();
  await page.getByRole('button', { name, exact: true }).first().waitFor();
  await visit.close();
});

it('refuses a caption file with its line before it is sent', async () => {
  const visit = await visitDesk(browser, PRODUCER, '/films');
  const { page } = visit;
  await expectSound(visit);
  await page.locator('tbody th a').first().press('Enter');
  await page.getByRole('heading', { name: '字幕' }).waitFor();
  await expectSound(visit);
  const file = { name: 'bad.vtt', mimeType: 'text/vtt', buffer: Buffer.from('WEBVTT\n\nx') };
  await page.locator('input[type="file"]').first().setInputFiles(file);
  await page.getByText('第 3 行').waitFor();
  await visit.close();
});

it('sends a film in pieces, goes on by itself after a cut, and after a reload with the same file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'upload-'));
  const file = join(folder, '唔係片.mov');
  writeFileSync(file, Buffer.alloc(9_000_000, 7));
  const visit = await visitDesk(browser, PRODUCER, '/films');
  const { page } = visit;
  const row = page.getByRole('listitem').filter({ hasText: '唔係片' });
  const offsets: string[] = [];
  let isCut = true;
  await page.route('**/api/staff/film-uploads/*', async (route) => {
    const request = route.request();
    if (request.method() !== 'PATCH') return route.continue();
    const offset = (await request.headerValue('upload-offset'))!;
    if (offset !== '0' && isCut) return route.abort();
    offsets.push(offset);
    return route.continue();
  });
  await page.locator('input[type="file"]').setInputFiles(file);
  await row.getByText('連唔到，會自己再試').waitFor();
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await row.getByText('未完。揀返同一個檔案就會繼續').waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.locator('input[type="file"]').setInputFiles(file);
  await row.getByText('連唔到，會自己再試').waitFor();
  isCut = false;
  // A worker finds that it is no film.
  const dismiss = row.getByRole('button', { name: '知道' });
  await dismiss.press('Enter');
  await row.waitFor({ state: 'detached' });
  expect(offsets).toEqual(['0', '4194304', '8388608']);
  rmSync(folder, { recursive: true });
  await visit.close();
});

it('leaves the focus with somebody who went elsewhere before an upload was cancelled', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'upload-'));
  const file = join(folder, '未等得切.mov');
  writeFileSync(file, Buffer.alloc(9_000_000, 7));
  const visit = await visitDesk(browser, PRODUCER, '/films');
  const { page } = visit;
  const cancelled = Promise.withResolvers<void>();
  await page.route('**/api/staff/film-uploads/*', async (route) => {
    const request = route.request();
    if (request.method() === 'DELETE') await cancelled.promise;
    const isLater = request.method() === 'PATCH' && (await request.headerValue('upload-offset')) !== '0';
    return isLater ? route.abort() : route.continue();
  });
  await page.locator('input[type="file"]').setInputFiles(file);
  const row = page.getByRole('listitem').filter({ hasText: '未等得切' });
  await row.getByText('連唔到，會自己再試').waitFor();
  await row.getByRole('button', { name: '取消上載' }).press('Enter');
  const search = page.getByRole('main').getByRole('textbox').last();
  await search.focus();
  const reread = page.waitForResponse('**/api/staff/film-uploads');
  cancelled.resolve();
  await row.waitFor({ state: 'detached' });
  // The room is read again after the focus would have moved.
  await reread;
  expect(await search.evaluate((field) => field === document.activeElement)).toBe(true);
  rmSync(folder, { recursive: true });
  await visit.close();
});

it('keeps an upload whose cancellation is not answered, and begins none anew that another tab cancelled', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'upload-'));
  const file = join(folder, '唔要喇.mov');
  writeFileSync(file, Buffer.alloc(9_000_000, 7));
  const visit = await visitDesk(browser, PRODUCER, '/films');
  const { page } = visit;
  const rowIn = (tab: typeof page) => tab.getByRole('listitem').filter({ hasText: '唔要喇' });
  const cancelIn = (tab: typeof page) => rowIn(tab).getByRole('button', { name: '取消上載' }).press('Enter');
  const begun: string[] = [];
  await page.route('**/api/staff/film-uploads/*', async (route) => {
    const request = route.request();
    const isLater = request.method() === 'PATCH' && (await request.headerValue('upload-offset')) !== '0';
    return isLater || request.method() === 'DELETE' ? route.abort() : route.continue();
  });
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/film-uploads')) begun.push(request.url());
  });
  await page.locator('input[type="file"]').setInputFiles(file);
  await rowIn(page).getByText('連唔到，會自己再試').waitFor();
  await cancelIn(page);
  await page.getByRole('alert').filter({ hasText: '取消唔到' }).waitFor();
  await rowIn(page).getByText('停咗').first().waitFor();
  await page.unroute('**/api/staff/film-uploads/*');

  const other = await page.context().newPage();
  await other.goto(page.url());
  await cancelIn(other);
  await rowIn(other).waitFor({ state: 'detached' });
  await expect
    .poll(() => other.getByRole('button', { name: '揀檔案上載' }).evaluate((node) => node === document.activeElement))
    .toBe(true);
  await rowIn(page).getByRole('button', { name: '繼續' }).press('Enter');
  await page.getByRole('status').filter({ hasText: '喺另一個分頁取消咗' }).waitFor();
  await rowIn(page).waitFor({ state: 'detached' });
  expect(begun).toHaveLength(1);
  rmSync(folder, { recursive: true });
  await visit.close();
});

it('gives a page a frame of its film as poster, and the listener sees its new words at once', async () => {
  const visit = await visitDesk(browser, PRODUCER, '/films/pages');
  const { page, faults } = visit;
  await expectSound(visit);
  await page.getByRole('link', { name: '山頂有訊號' }).press('Enter');
  const tagline = page.getByLabel('一句', { exact: true });
  const [before, poster] = [await tagline.inputValue(), await page.getByLabel('海報').inputValue()];
  await expectSound(visit);
  await page.getByLabel('第幾秒').fill('12');
  await page.getByRole('button', { name: '睇呢格' }).press('Enter');
  await page.getByRole('button', { name: '用呢格' }).press('Enter');
  await page.getByText('放咗入圖片庫').waitFor();
  const library = await page.getByLabel('海報').inputValue();
  expect(library).toMatch(/^library-\d+-16x9$/);
  await tagline.fill('改過嘅一句');
  await page.getByRole('button', { name: '儲存並公開' }).press('Enter');
  const undo = page.getByRole('button', { name: '收回', exact: true });
  await undo.waitFor();
  const seen = await page.getByRole('link', { name: '睇公開嗰頁' }).getAttribute('href');
  const publicPage = async () => (await fetch(seen!)).text();
  await expect.poll(publicPage).toContain('改過嘅一句');
  expect(await publicPage()).toContain(library);
  await undo.press('Enter');
  await expect.poll(() => tagline.inputValue()).toBe(before);
  expect(await page.getByLabel('海報').inputValue()).toBe(poster);
  await expect.poll(publicPage).toContain(before);
  expect(faults).toEqual([]);
  await visit.close();
});
