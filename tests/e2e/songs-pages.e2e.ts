import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '#fixtures/members.ts';
import { axeFaults, launchBrowser, siteUrl, visit } from '#tests/setup/browser.ts';
import { openShareSheetFor, sharePresses } from './share-sheet.ts';

// From the chart to the page of a song, and from a song that a member kept to the member's year.

const MEMBER = 'siuming@demo.radio.example';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

it('has a song of the chart on its own page, and in the year of a member who kept it, made without telling anybody', async () => {
  const { page, faults, close } = await visit(browser, '/chart');
  const line = page.locator('svg a[href^="/songs/song/"]').first();
  await line.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/songs\/song\/\d+$/);
  // The address changes before the page.
  await page.locator('#plays').waitFor();
  const title = await page.locator('h1').innerText();
  expect(await axeFaults(page)).toEqual([]);

  const data = { email: MEMBER, password: DEMO_PASSWORD, rememberMe: false };
  expect((await page.request.post(`${siteUrl()}/api/user/login`, { data })).status()).toBe(200);
  const kept = page.waitForResponse(
    (reply) => reply.url().endsWith('/api/member/songs') && reply.request().method() === 'POST',
  );
  await page.locator(`button[aria-label="記低呢首：《${title}》"]`).first().click();
  const markId = (JSON.parse((await kept).request().postData() ?? '{}') as { mark_id: number }).mark_id;

  const sent: string[] = [];
  await page.goto(`${siteUrl()}/member/userinfo/myYear`);
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()));
  await page
    .getByRole('link', { name: `《${title}》` })
    .first()
    .waitFor();
  const picture = page.waitForEvent('download');
  await page.getByRole('button', { name: '分享我的一年' }).click();
  expect((await picture).suggestedFilename()).toMatch(/^airwave-\d{4}\.png$/);
  expect(sent.filter((url) => !url.includes('/api/tracking') && !url.includes('/api/keepalive'))).toEqual([]);
  // A second press while the share sheet is open is no failure, and downloads nothing.
  await openShareSheetFor(page);
  const downloads: unknown[] = [];
  page.on('download', (file) => downloads.push(file));
  for (const presses of [1, 2]) {
    await page.getByRole('button', { name: '分享我的一年' }).click();
    await expect.poll(() => sharePresses(page)).toBe(presses);
  }
  expect(await axeFaults(page)).toEqual([]);
  expect(await page.getByText('而家分享唔到').count()).toBe(0);
  expect(downloads).toEqual([]);
  expect(faults).toEqual([]);
  // The account is left as it was found.
  await page.request.delete(`${siteUrl()}/api/member/songs`, { data: { mark_id: markId } });
  await close();
});
