import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { inSiteDatabase } from '#tests/setup/site-database.ts';
import { launchBrowser, siteUrl } from '#tests/setup/browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

interface Item {
  program_archive_id: number;
  duration: number;
}

const heard = (page: Page): Promise<number> =>
  page.evaluate(() => document.querySelector<HTMLVideoElement>('[data-player-media]')?.currentTime ?? 0);
const plays = async (page: Page): Promise<void> => {
  const before = await heard(page);
  await page.waitForFunction(
    (from) => (document.querySelector<HTMLVideoElement>('[data-player-media]')?.currentTime ?? 0) > from + 1,
    before,
  );
};

interface Stored {
  done: number;
  files: string[];
}

/** What the browser stores: its record of each replay, and the folders of its sound. */
const storedIn = (page: Page): Promise<{ rows: Stored[]; folders: string[] }> =>
  page.evaluate(async () => {
    const opened = indexedDB.open('airwave.downloads');
    await new Promise((done) => opened.addEventListener('success', done));
    const all = opened.result.transaction('downloads').objectStore('downloads').getAll();
    await new Promise((done) => all.addEventListener('success', done));
    opened.result.close();
    const folders: string[] = [];
    const root = await navigator.storage.getDirectory();
    const kept = await root.getDirectoryHandle('kept').catch(() => null);
    if (kept)
      for await (const name of (kept as unknown as { keys: () => AsyncIterable<string> }).keys()) folders.push(name);
    return { rows: all.result as Stored[], folders };
  });

/** A subscriber's browser, at the page of a replay with its box opened. */
async function atReplay(which: 'shortest' | 'longest') {
  const context = await browser.newContext({ serviceWorkers: 'allow', viewport: { width: 390, height: 844 } });
  const data = { email: 'chikeung@demo.radio.example', password: 'airwave-demo-881', rememberMe: false };
  expect((await context.request.post(`${siteUrl()}/api/user/login`, { data })).ok()).toBe(true);
  const listed = await context.request.get(`${siteUrl()}/api/programarchives/classicarchivelist?limit=20`);
  const { response } = (await listed.json()) as { response: { items: Item[] } };
  const byLength = response.items.toSorted((a, b) => a.duration - b.duration);
  const { program_archive_id: id } = byLength.at(which === 'shortest' ? 0 : -1)!;
  const page = await context.newPage();
  await page.goto(`${siteUrl()}/program/archives/${id}`);
  await page.waitForFunction(() => 'ready' in document.documentElement.dataset);
  await page.getByRole('button', { name: '留低喺電話' }).click();
  const dialog = page.getByRole('dialog');
  const keep = async () => {
    await dialog
      .getByRole('button', { name: /^留低第/ })
      .first()
      .click();
    await dialog.getByText('開始留低').waitFor();
  };
  return { context, page, dialog, keep };
}

it('a stored replay opens and plays without network, tells its position later, and is deleted when it ended', async () => {
  const { context, page, dialog, keep } = await atReplay('shortest');
  await dialog.getByRole('combobox').selectOption('sd');
  await keep();
  await dialog.getByRole('link', { name: '睇留低咗嘅重溫' }).click();
  await page.waitForURL('**/kept');
  const stored = page.locator('[data-download]').first();
  await page.locator('[data-download][data-complete]').waitFor();
  await page.waitForFunction(async () => (await caches.match('/kept')) !== undefined);

  // A tunnel, and a browser that was started in it.
  await context.setOffline(true);
  await page.reload();
  await stored.getByRole('button', { name: /^播放/ }).click();
  await plays(page);
  const positions = () => page.evaluate(() => localStorage.getItem('airwave.places') ?? '');
  await page.waitForFunction(() => /"places":\[\{/.test(localStorage.getItem('airwave.places') ?? ''));

  // Reported once online.
  await context.setOffline(false);
  await page.waitForFunction(() => /"places":\[\]/.test(localStorage.getItem('airwave.places') ?? ''));
  expect(await positions()).toContain('"places":[]');

  const sectionId = Number(await stored.getAttribute('data-download'));
  await inSiteDatabase('delete from downloads where section_id = $1', [sectionId]);
  await page.reload();
  await page.getByText('未留低任何重溫').waitFor();
  // The sound goes after its entry.
  await page.waitForFunction(async () => {
    const kept = await (await navigator.storage.getDirectory()).getDirectoryHandle('kept');
    const { done } = await (kept as unknown as { keys: () => AsyncIterator<string> }).keys().next();
    return done;
  });
  await context.close();
});

it('goes on where it was when its tab was killed, and draws its list as high as it will be', async () => {
  const { context, page: first, keep } = await atReplay('shortest');
  // No further file arrives before the tab is killed, so it is killed halfway however slow the machine is.
  let arrived = 0;
  await first.route(/\/replay\/.*\.m4s/, async (route) => {
    if (++arrived <= 20) await route.continue();
  });
  await keep();
  const heightIn = (list: string) =>
    first.locator(`${list} li`).evaluate((row) => Math.round(row.getBoundingClientRect().height));
  // The code of the list waits until its place was measured.
  let show = () => {};
  const measured = new Promise<void>((done) => (show = done));
  await first.route(/\/downloads-list-.*\.js$/, async (route) => {
    await measured;
    await route.continue();
  });
  await first.goto(`${siteUrl()}/kept`);
  const waiting = await heightIn('[data-skeleton]');
  show();
  await first.locator('[data-download]').waitFor();
  expect(waiting).toBeGreaterThan(100);
  expect(await heightIn('main ul')).toBe(waiting);
  await first.waitForFunction(() => (document.querySelector('progress')?.value ?? 0) >= 5);
  // A page that asks again meanwhile, as when its member is known, shows the progress and no other outcome.
  await first.evaluate(() => window.dispatchEvent(new Event('online')));
  await first.waitForFunction(async () =>
    (await navigator.locks.query()).pending?.some(({ name }) => name === 'airwave.downloads'),
  );
  expect(await first.getByRole('button', { name: '繼續留低' }).count()).toBe(0);
  await first.close();

  const page = await context.newPage();
  await page.goto(`${siteUrl()}/robots.txt`);
  const [{ done, files }] = (await storedIn(page)).rows as [Stored];
  expect(done).toBeGreaterThan(0);
  expect(done).toBeLessThan(files.length);
  let fetched = 0;
  page.on('request', (request) => {
    if (request.url().includes('/replay/')) fetched += 1;
  });
  await page.goto(`${siteUrl()}/kept`);
  await page.locator('[data-download][data-complete]').waitFor();
  expect((await storedIn(page)).rows[0]?.done).toBe(files.length);
  // What is stored is not fetched again.
  expect(fetched).toBe(files.length - done);
  await context.close();
});

it('deletes what is stored, with its key, when its member logs out', async () => {
  const { context, page, keep } = await atReplay('shortest');
  await keep();
  expect((await storedIn(page)).rows.length).toBe(1);
  await page.getByRole('dialog').getByRole('button', { name: '閂咗佢' }).first().click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /開啟選單/ }).click();
  const menu = page.getByRole('dialog');
  expect(await menu.getByRole('link', { name: '留低咗嘅重溫' }).getAttribute('href')).toBe('/kept');
  await menu.getByRole('button', { name: '登出' }).click();
  await page.getByText('已經登出').waitFor();
  await page.waitForFunction(() => localStorage.getItem('airwave.downloads') === null);
  expect(await storedIn(page)).toEqual({ rows: [], folders: [] });
  await context.close();
});

it('says that the device is full, and what to do', async () => {
  const { context, page, keep } = await atReplay('longest');
  await keep();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Storage.overrideQuotaForOrigin', { origin: siteUrl(), quotaSize: 400_000 });
  await page.goto(`${siteUrl()}/kept`);
  await page.getByText('裝置唔夠位，刪走啲嘢再試。').waitFor();
  expect(await page.locator('[data-download]:not([data-complete])').count()).toBe(1);
  await context.close();
});
