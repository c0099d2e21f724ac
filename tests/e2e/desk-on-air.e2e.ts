import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFaults, launchBrowser } from '#tests/setup/browser.ts';
import { inSiteDatabase } from '#tests/setup/site-database.ts';
import { visitDesk } from './desk-site.ts';

// The On-air room.

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const ENGINEER = '陸啟然';

async function failJob(): Promise<void> {
  await inSiteDatabase(`select graphile_worker.add_job('e2e-task', '{}'::json)`);
  await inSiteDatabase(
    `update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'the reason'
     where task_id = (select id from graphile_worker._private_tasks where identifier = 'e2e-task')`,
  );
}

it('shows the channels, a new incident at once, and closes it and lets a failed job go, by keyboard and on a phone', async () => {
  await failJob();
  const { page, faults, close } = await visitDesk(browser, ENGINEER, '/account');
  const streaming = page.waitForResponse('**/api/staff/live');
  await page.goto(new URL('/on-air', page.url()).href);
  await streaming;
  for (const channel of ['雷霆881', '叱咤903', 'AM864']) await page.getByRole('heading', { name: channel }).waitFor();
  await page.getByText('啱啱更新').waitFor();
  // Seen in the future, so that the station's own rules do not close it meanwhile.
  await inSiteDatabase(
    `insert into incidents (kind, subject, figures, opened_at, seen_at)
     values ('provider-failing', 'e2e', '{"failed": 5}', now(), now() + interval '1 hour')`,
  );
  await inSiteDatabase(`select pg_notify('airwave_staff_live', 'incidents')`);
  const incident = page.getByRole('listitem').filter({ hasText: '付款渠道出錯 e2e' });
  await incident.waitFor();
  expect(await axeFaults(page)).toEqual([]);

  await incident.getByRole('button', { name: '完結' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('原因').fill('渠道話修復咗');
  await dialog.getByRole('button', { name: '完結' }).press('Enter');
  await incident.waitFor({ state: 'detached' });

  const job = page.getByRole('checkbox', { name: 'e2e-task' });
  await page.getByText('the reason', { exact: true }).waitFor();
  await job.press('Space');
  await page.getByRole('button', { name: '放棄' }).press('Enter');
  await dialog.getByLabel('原因').fill('測試用');
  await dialog.getByRole('button', { name: '放棄' }).press('Enter');
  await job.waitFor({ state: 'detached' });
  // Jobs are read anew by themselves, perhaps before the reply: until then a key for the page goes to the dialog.
  await dialog.waitFor({ state: 'detached' });

  await page.setViewportSize({ width: 390, height: 844 });
  expect(await axeFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.getByRole('link', { name: '事故紀錄' }).press('Enter');
  await page.getByText('渠道話修復咗').waitFor();
  await page.getByRole('link', { name: '處理步驟' }).first().press('Enter');
  await page.getByRole('heading', { name: 'A provider that fails' }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(faults).toEqual([]);
  await close();
});

it('polls without the stream, and without an answer keeps what it shows and says how old that is', async () => {
  const { page, faults, close } = await visitDesk(browser, ENGINEER, '/account');
  await page.route('**/api/staff/live', (route) => route.abort());
  await page.clock.install();
  await page.goto(new URL('/on-air', page.url()).href);
  await page.getByText('啱啱更新').waitFor();
  await page.route('**/api/staff/on-air', (route) => route.abort());
  await page.clock.runFor(20_000);
  await page.getByText(/更新唔到。呢度係 \d+ 秒前嘅情況。/).waitFor();
  await page.getByRole('heading', { name: '叱咤903' }).waitFor();
  await page.unroute('**/api/staff/on-air');
  await page.clock.runFor(6_000);
  await page.getByText(/更新唔到/).waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
  await close();
});
