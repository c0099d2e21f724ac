import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFaults, launchBrowser, siteUrl } from '#tests/setup/browser.ts';
import { inSiteDatabase } from '#tests/setup/site-database.ts';
import { visitDesk } from './desk-site.ts';

// The rooms of live events, campaigns and invitations.

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const PRODUCER = '區柏言';
const ENGINEER = '陸啟然';
const CAMPAIGN = '18c_postcard';
const WORDS = '測試訊息，請照常收睇';

async function expectSound(page: Page): Promise<void> {
  expect(await axeFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.setViewportSize({ width: 1440, height: 900 });
}

it('finds the live event, shows a message to all viewers, and takes it back, by keyboard', async () => {
  const { page, faults, close } = await visitDesk(browser, PRODUCER, '/events');
  await page.getByLabel('階段').selectOption('live');
  await page.getByRole('button', { name: '顯示' }).press('Enter');
  await page.waitForURL(/phase=live/);
  await expectSound(page);
  await page.locator('main table a').first().press('Enter');
  await page.getByLabel('出畀所有觀眾嘅字').fill(WORDS);
  await expectSound(page);

  const strip = `${siteUrl()}/api/live-event/${/\d+$/.exec(new URL(page.url()).pathname)?.[0]}/strip`;
  const shown = async () => (await (await fetch(strip)).text()).includes(WORDS);
  await page.getByRole('button', { name: '出訊息' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText(WORDS).waitFor();
  await dialog.getByRole('button', { name: '出訊息' }).press('Enter');
  await page.getByText('出訊息：做好咗').waitFor();
  await page.getByRole('listitem').filter({ hasText: WORDS }).waitFor();
  await expect.poll(shown).toBe(true);
  await page.getByRole('button', { name: '收回', exact: true }).press('Enter');
  await page.getByText('收回咗', { exact: true }).waitFor();
  await page.getByText('而家畫面冇訊息。').waitFor();
  await expect.poll(shown).toBe(false);

  // A new one from it: everything is filled in.
  await page.getByRole('link', { name: '照抄開新活動' }).press('Enter');
  await page.getByRole('heading', { name: '加活動' }).waitFor();
  expect(await page.getByRole('button', { name: '開活動' }).isEnabled()).toBe(true);
  await expectSound(page);
  await page.getByLabel('原定完結').fill('2026-01-01T10:00');
  await page.getByText('完結要喺開始之後').waitFor();
  expect(await page.getByRole('button', { name: '開活動' }).isEnabled()).toBe(false);
  expect(faults).toEqual([]);
  await close();
});

it('keeps the focus of its operator in the running order, and moves no chapter by a second press', async () => {
  await inSiteDatabase(`insert into event_set_items (event_id, position, title, planned_at)
    select id, 71, 'e2e 環節', now() from events where title = '通宵時鐘台'`);
  const { page, faults, close } = await visitDesk(browser, PRODUCER, '/events?phase=live');
  await page.locator('main table a').first().press('Enter');
  const start = page.getByRole('button', { name: '開始：e2e 環節' });
  await start.waitFor();
  const stale = await page.context().newPage();
  await stale.goto(page.url());
  const second = stale.getByRole('button', { name: '開始：e2e 環節' });
  await second.waitFor();
  // What the other operator sees is old.
  await stale.route('**/api/staff/events/*', (route) => route.abort());
  await stale.route('**/api/staff/live', (route) => route.abort());
  await start.press('Enter');
  const started = page.getByRole('button', { name: '未開始：e2e 環節' });
  await started.waitFor();
  expect(await started.evaluate((button) => button === document.activeElement)).toBe(true);
  await second.press('Enter');
  await stale.getByText('呢個環節已經開始咗，時間照舊').waitFor();
  // Tab that is held goes on from it.
  await page.bringToFront();
  await page.keyboard.down('Tab');
  await started.focus();
  await page.keyboard.down('Tab');
  await page.keyboard.up('Tab');
  expect(await started.evaluate((button) => button === document.activeElement)).toBe(false);

  await page.getByLabel('出畀所有觀眾嘅字').fill(WORDS);
  await page.getByRole('button', { name: '出訊息' }).press('Enter');
  await page.getByRole('dialog').getByText(WORDS).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: '出訊息' }).press('Enter');
  // What the desk hears of it may be there before the reply, behind the dialog, which has the focus.
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const withdraw = page.getByRole('button', { name: '收回訊息' });
  await withdraw.press('Enter');
  await withdraw.waitFor({ state: 'detached' });
  // Its button went with it.
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
  expect(faults).toEqual([]);
  await close();
  await inSiteDatabase(`delete from event_set_items where title = 'e2e 環節'`);
});

it('gives an event a captioner, whose token is shown once and captions it alone', async () => {
  const { page, faults, close } = await visitDesk(browser, ENGINEER, '/events');
  await page.locator('main table a').first().press('Enter');
  await page.getByRole('heading', { name: '字幕員' }).waitFor();
  await page.getByLabel('字幕員名').fill('e2e-concert');
  await page.getByRole('button', { name: '發字幕密鑰' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('原因').fill('演唱會字幕');
  await dialog.getByRole('button', { name: '發字幕密鑰' }).press('Enter');
  const token = await dialog.locator('code').textContent();
  const streamId = /\d{7}/.exec((await page.locator('main').textContent()) ?? '')?.[0];
  const push = async (stream: string | undefined) => {
    const at = Date.now() / 1_000;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ cues: [{ start_ts: at - 3, end_ts: at, text: '' }] });
    return (await fetch(`${siteUrl()}/api/live/${stream}/captions`, { method: 'POST', headers, body })).status;
  };
  expect(await push(streamId)).toBe(200);
  expect(await push('881')).toBe(403);
  await dialog.getByRole('button', { name: '抄低咗' }).press('Enter');
  await page.getByRole('listitem').filter({ hasText: 'e2e-concert' }).waitFor();
  await expectSound(page);
  expect(faults).toEqual([]);
  await close();
  await inSiteDatabase(`update captioners set status = 0 where name = 'e2e-concert'`);
  await inSiteDatabase(`delete from live_cues where stream_id = $1`, [Number(streamId)]);
});

it('shows campaigns to who delivers for one, and invitations with their replies', async () => {
  await inSiteDatabase(
    `insert into staff_role_grants (account_id, role, scope_kind, scope_id, granted_by, created_at)
     select id, 'sales', 'campaign', $2, 'a test', now() from staff_accounts where name = $1`,
    [PRODUCER, CAMPAIGN],
  );
  try {
    const { page, faults, close } = await visitDesk(browser, PRODUCER, '/campaigns');
    await page.getByRole('link', { name: CAMPAIGN }).press('Enter');
    await page.getByRole('heading', { name: '送貨' }).waitFor();
    await expectSound(page);
    await page.getByRole('link', { name: '請帖' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: '請帖' }).waitFor();
    await page.locator('main table a').first().press('Enter');
    await page.getByRole('heading', { name: '回覆' }).waitFor();
    await expectSound(page);
    expect(faults).toEqual([]);
    await close();
  } finally {
    await inSiteDatabase(
      `delete from staff_role_grants where role = 'sales' and granted_by = 'a test'
       and account_id = (select id from staff_accounts where name = $1)`,
      [PRODUCER],
    );
  }
});

it('invites the people of a file, and counts who is in at the door on a phone', async () => {
  const { page, faults, close } = await visitDesk(browser, PRODUCER, '/invitations');
  await page.getByRole('link', { name: '加活動' }).press('Enter');
  await page.getByLabel('活動名（喺稱呼下面）').fill('測試首播夜');
  await page.getByLabel('地方').fill('一號錄音室');
  await expectSound(page);
  await page.getByRole('button', { name: '加入並公開' }).press('Enter');
  const choose = page.locator('input[type="file"]');
  await choose.setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('阿怡,yi@guest') });
  await page.getByText('第 1 行嘅電郵唔啱。').waitFor();
  const csv = '稱呼,電郵,位\n阿怡,e2e-yi@guest.example,2\n阿明,e2e-ming@guest.example,1';
  await choose.setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await page.getByRole('button', { name: '寄 2 張請帖' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: '寄 2 張請帖' }).click();
  await page.getByText('寄咗 2 張').waitFor();
  const eventId = /\d+$/.exec(new URL(page.url()).pathname)![0];
  await inSiteDatabase(
    `update invitations set state = 'yes', seats = 2, guests = '["朋友"]' where email = 'e2e-yi@guest.example'`,
  );
  await expectSound(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('link', { name: '到場名單' }).press('Enter');
  await page.getByText('到咗 0 / 2').first().waitFor();
  await page.getByRole('button', { name: '阿怡 +1' }).press('Enter');
  await page.getByText('到咗 1 / 2').first().waitFor();
  await page.getByRole('button', { name: '阿怡 到齊' }).press('Enter');
  await page.getByText('到咗 2 / 2').first().waitFor();
  await expectSound(page);
  await inSiteDatabase(`delete from mails where recipient like 'e2e-%@guest.example'`);
  await inSiteDatabase(`delete from invitations where event_id = ${eventId}`);
  await inSiteDatabase(`delete from invitation_events where id = ${eventId}`);
  expect(faults).toEqual([]);
  await close();
});
