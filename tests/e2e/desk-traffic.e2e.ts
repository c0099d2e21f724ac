import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFaults, launchBrowser, siteUrl } from '#tests/setup/browser.ts';
import { inSiteDatabase } from '#tests/setup/site-database.ts';
import { visitDesk } from './desk-site.ts';

// The board of tunnels.

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => {
  await inSiteDatabase(`update traffic_tunnels set is_closed = false, held_until = null where name = '紅隧'`);
  await browser.close();
});

const publicRow = async () =>
  /<b>紅隧<\/b>[\s\S]*?<\/li>/.exec(await (await fetch(`${siteUrl()}/traffic`)).text())?.[0] ?? '';

it('reports a tunnel by two presses on a phone, says so where the network is cut, and turns what is old grey', async () => {
  const { page, faults, close } = await visitDesk(browser, '區柏言', '/traffic', { width: 390 });
  const tunnel = page.getByRole('button', { name: /^紅隧/ });
  await tunnel.press('Enter');
  expect(await axeFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.getByRole('button', { name: '紅隧：33 分鐘' }).press('Enter');
  await expect.poll(() => tunnel.textContent()).toContain('33 分鐘');
  await expect.poll(() => tunnel.evaluate((button) => button === document.activeElement)).toBe(true);
  await expect.poll(publicRow).toContain('>33<');

  await tunnel.press('Enter');
  const closure = page.getByRole('button', { name: '紅隧：封閉' });
  await page.route('**/api/staff/actions/**', (route) => route.abort());
  await closure.press('Enter');
  await page.getByRole('status').filter({ hasText: '網絡' }).waitFor();
  await page.unroute('**/api/staff/actions/**');
  // The words are there before the button takes another press.
  await closure.and(page.locator('[aria-busy=false]')).waitFor();
  await closure.press('Enter');
  await expect.poll(publicRow).toContain('封閉');
  // What failed before is not said beside it.
  await page.getByRole('status').filter({ hasText: '做好咗' }).waitFor();
  expect(await page.getByRole('status').filter({ hasText: '網絡' }).count()).toBe(0);

  // Whoever goes on to another tunnel before the reply keeps it open, and the focus in it.
  const mayAnswer = Promise.withResolvers<void>();
  await page.route('**/api/staff/actions/**', async (route) => {
    const reply = await route.fetch();
    await mayAnswer.promise;
    await route.fulfill({ response: reply });
  });
  await tunnel.press('Enter');
  const choice = page.getByRole('button', { name: /^紅隧：\d+ 分鐘/ }).first();
  const minutes = await choice.innerText();
  const asked = page.waitForRequest('**/api/staff/actions/**');
  await choice.press('Enter');
  await asked;
  await page.getByRole('button', { name: /^西隧/ }).press('Enter');
  const other = page.getByRole('button', { name: '西隧：封閉' });
  await other.focus();
  mayAnswer.resolve();
  await page.getByText(`${minutes}：做好咗`).waitFor();
  expect(await other.evaluate((button) => button === document.activeElement)).toBe(true);

  await inSiteDatabase(`update traffic_tunnels set is_closed = false, held_until = now() + interval '1 hour',
    measured_at = now() - interval '31 minutes' where name = '紅隧'`);
  await page.reload();
  await expect.poll(() => tunnel.textContent()).toContain('網站冇顯示');
  expect(await axeFaults(page)).toEqual([]);
  expect(faults).toEqual([]);
  await close();
});
