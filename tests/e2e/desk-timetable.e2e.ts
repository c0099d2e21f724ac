import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDaysHk, dayHkOf } from '#shared/hk-time.ts';
import { axeFaults, launchBrowser } from '#tests/setup/browser.ts';
import { deskUrl, visitDesk } from './desk-site.ts';

// The timetable room: an override is drafted, its clash seen before saving, published and undone, by keyboard.

const PRODUCER = '區柏言';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

it('drafts an override, tells its clash before it is saved, publishes it and takes it back, by keyboard', async () => {
  const day = addDaysHk(dayHkOf(new Date()), 28);
  const { page, faults, close } = await visitDesk(browser, PRODUCER, `/timetable?channel=903&week=${day}&day=${day}`);
  await page.getByRole('heading', { level: 1, name: '節目表' }).waitFor();
  expect(await axeFaults(page)).toEqual([]);

  // Arrows go from block to block, and Enter opens one.
  const blocks = page.locator('ol button');
  await blocks.first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  expect(await page.evaluate(() => document.activeElement?.closest('section')?.getAttribute('aria-label'))).toMatch(
    /^星期/,
  );
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /^只改/ }).waitFor();
  await page.keyboard.press('Escape');

  const add = async (title: string, start: string, end: string) => {
    await page.getByRole('button', { name: '加節目' }).press('Enter');
    await dialog.getByLabel('開始').fill(start);
    await dialog.getByLabel('完結').fill(end);
    await dialog.getByLabel('節目名').fill(title);
  };
  await add('通宵特備', '23:30', '02:00');
  await dialog.getByText('過咗零時，去到第二日。').waitFor();
  await dialog.getByText('冇撞期。').waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: '儲入改動' }).press('Enter');
  await page.getByRole('button', { name: /通宵特備 23:30 – 02:00/ }).waitFor();
  await page.waitForURL(/set=\d+/);
  // The dialog closes after the week behind it has changed; until then a key for the page goes to the dialog.
  const closed = () => dialog.waitFor({ state: 'detached' });
  await closed();

  await add('另一個', '01:00', '01:30');
  await dialog.getByLabel('第一日').fill(addDaysHk(day, 1));
  await dialog.getByText(/「通宵特備」.*撞期|「另一個」同「通宵特備」.*撞期/).waitFor();
  await dialog.getByRole('button', { name: '儲入改動' }).press('Enter');
  await page.getByText('解決撞期先可以發布').waitFor();
  await closed();
  expect(await page.getByRole('button', { name: '即刻發布' }).isDisabled()).toBe(true);
  expect(await axeFaults(page)).toEqual([]);
  // A press that solves it is shown before it is saved.
  await page.getByRole('button', { name: '推後後一節「另一個」，02:00 開始' }).press('Enter');
  await dialog.getByText('冇撞期。').waitFor();
  await dialog.getByText(/02:00 – 02:30/).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: '儲入改動' }).press('Enter');
  await page.getByText('解決撞期先可以發布').waitFor({ state: 'detached' });
  await closed();

  // Alt and arrows move a block, announce the result, and keep it focused.
  const other = page.getByRole('button', { name: /另一個 02:00 – 02:30/ }).first();
  await other.focus();
  await page.keyboard.press('Alt+ArrowUp');
  await page
    .getByRole('status')
    .getByText(/「另一個」改到 .* 01:45 – 02:15。.*撞期/)
    .waitFor();
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Alt+Shift+ArrowDown');
  await page
    .getByRole('status')
    .getByText(/02:15 – 03:00。冇撞期。/)
    .waitFor();
  await page.getByRole('button', { name: /另一個 02:15 – 03:00.*改咗/ }).waitFor();
  await page.waitForFunction(() => document.activeElement?.textContent?.includes('02:15 – 03:00'));

  // What is too low in the grid has targets of full size beside it.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('Alt+Shift+ArrowUp');
  await page.keyboard.press('Alt+Shift+ArrowUp');
  const short = page.getByRole('button', { name: /^02:15 – 02:30\s另一個$/ });
  await short.waitFor();
  expect((await short.boundingBox())!.height).toBeGreaterThanOrEqual(24);
  await page.getByRole('button', { name: '唔改「另一個」' }).press('Enter');
  await short.waitFor({ state: 'detached' });

  const broadcast = async () => {
    const reply = await page.request.get(`${deskUrl()}/api/staff/timetable?channel=903&week=${day}`);
    return (await reply.text()).includes('通宵特備');
  };
  expect(await broadcast()).toBe(false);
  await page.getByRole('button', { name: '即刻發布' }).press('Enter');
  await dialog.getByText('23:30–02:00').waitFor();
  await dialog.getByRole('button', { name: '即刻發布' }).press('Enter');
  await page.getByRole('button', { name: '收回發布' }).waitFor();
  expect(await broadcast()).toBe(true);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: /通宵特備/ }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  // Once the preview is there.
  const confirm = async (name: string) => {
    await page.getByRole('button', { name }).press('Enter');
    await dialog
      .getByText(/^節目表改動 \d+$/)
      .first()
      .waitFor();
    await dialog.getByRole('button', { name }).press('Enter');
    await closed();
  };
  await confirm('收回發布');
  await confirm('丟棄');
  await page.waitForURL((url) => !url.searchParams.has('set'));
  expect(await broadcast()).toBe(false);
  expect(faults).toEqual([]);
  await close();
});
