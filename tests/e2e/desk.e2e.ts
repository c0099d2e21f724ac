import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFaults, faultsAtBothWidths, launchBrowser, siteUrl } from '#tests/setup/browser.ts';
import { inSiteDatabase } from '#tests/setup/site-database.ts';
import { deskUrl, visitDesk } from './desk-site.ts';

// Entering the desk, its frame, the audit and the people's room.

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => {
  // Other files on this worker's site expect the demo's roles.
  await inSiteDatabase(`delete from staff_role_grants where role = 'auditor'`);
  await browser.close();
});

const ADMINISTRATOR = '黎子昂';
const SUPPORT = '方皓';
const FINANCE_CHIEF = '鄭以誠';

async function expectSound({ page, faults }: { page: Page; faults: string[] }): Promise<void> {
  expect(await axeFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(faults).toEqual([]);
}

it('leads to the log-in page and back, and shows only what its visitor may do', async () => {
  const visit = await visitDesk(browser, null, '/audit?action=staff.log-in', { width: 390 });
  const { page } = visit;
  await page.waitForURL('**/log-in?next=*');
  await page.getByRole('button', { name: new RegExp(ADMINISTRATOR) }).click();
  await expectSound(visit);
  await page.getByRole('button', { name: '登入', exact: true }).click();
  await page.waitForURL('**/audit?action=staff.log-in');
  const row = page.locator('details', { hasText: ADMINISTRATOR }).first();
  await row.locator('summary').press('Enter');
  await row.getByText('第').first().waitFor();
  await page.getByText(/鏈完整/).waitFor();
  await expectSound(visit);
  await visit.close();
});

it('shows the audit by area under its Hong Kong days, and exports what is found', async () => {
  const visit = await visitDesk(browser, ADMINISTRATOR, '/audit?who=' + encodeURIComponent(ADMINISTRATOR));
  const { page } = visit;
  await page.evaluate(() => fetch('/api/staff/audit.csv'));
  await page.reload();
  await page.getByRole('heading', { level: 3, name: /^今日\s\d{4}年/ }).waitFor();
  const area = page.getByRole('navigation', { name: '範圍' });
  await area.getByRole('link', { name: '錢' }).press('Enter');
  await page.waitForURL(/area=money/);
  await page.getByText('冇紀錄符合篩選。').waitFor();
  await area.getByRole('link', { name: '權限同設定' }).press('Enter');
  await page.waitForURL(/who=.*area=staff/);
  await page.locator('details', { hasText: ADMINISTRATOR }).first().waitFor();
  expect(await area.locator('[aria-current]').allInnerTexts()).toEqual(['權限同設定']);
  // The form keeps the area.
  await page.getByRole('combobox', { name: '動作' }).selectOption('audit.export');
  await page.getByRole('button', { name: '顯示' }).press('Enter');
  await page.waitForURL(/area=staff.*action=audit.export/);
  const file = page.waitForEvent('download');
  await page.getByRole('link', { name: '匯出 CSV' }).click();
  expect((await file).suggestedFilename()).toBe('audit.csv');
  // The export is an event of its own. What is open stays open as it comes.
  await page.locator('summary').first().press('Enter');
  const next = page.waitForEvent('download');
  await page.getByRole('link', { name: '匯出 CSV' }).click();
  await next;
  const before = await page.locator('details').count();
  await area.getByRole('link', { name: '權限同設定' }).press('Enter');
  await page.locator('details').nth(before).waitFor();
  await page.locator('details[open]', { hasText: '匯出紀錄' }).waitFor();
  await expectSound(visit);
  await visit.close();
});

it('grants a role by two persons, each with what it would change before their eyes', async () => {
  const asking = await visitDesk(browser, ADMINISTRATOR, '/people');
  const person = asking.page.getByRole('listitem').filter({ hasText: 'engineer@radio.example' });
  await person.getByRole('combobox', { name: '角色' }).selectOption('auditor');
  await person.getByRole('button', { name: '加角色' }).press('Enter');
  const dialog = asking.page.getByRole('dialog', { name: '加角色' });
  await dialog.getByText('呢個動作要另一個人批先會做').waitFor();
  await dialog.getByRole('cell', { name: '審計' }).waitFor();
  await dialog.getByRole('textbox', { name: '原因' }).fill('代更');
  await expectSound(asking);
  await dialog.getByRole('textbox', { name: '原因' }).press('Tab');
  await asking.page.keyboard.press('Tab');
  await asking.page.keyboard.press('Enter');
  await asking.page.getByRole('status').getByText('加角色：已交第二個人批').waitFor();
  await asking.page.goto(`${deskUrl()}/approvals`);
  await asking.page.getByText('你提出嘅要由另一個人批。').waitFor();
  expect(await asking.page.getByRole('button', { name: '批准' }).count()).toBe(0);

  const approving = await visitDesk(browser, FINANCE_CHIEF, '/approvals', { width: 390 });
  await approving.page.getByText('代更').waitFor();
  await expectSound(approving);
  await approving.page.getByRole('button', { name: '批准' }).press('Enter');
  await approving.page.getByRole('status').getByText('批咗，已經做好').waitFor();
  await asking.page.goto(`${deskUrl()}/people`);
  await person.getByText('審計').first().waitFor();
  await Promise.all([asking.close(), approving.close()]);
});

it('finds a room and an article by keys alone, and explains each room with its picture, and the keys', async () => {
  const visit = await visitDesk(browser, ADMINISTRATOR, '/');
  const { page } = visit;
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: '總覽：點用' });
  await help.getByRole('listitem').nth(3).waitFor();
  // Browsers of tests load no pictures.
  const picture = await page.request.get(`${deskUrl()}${await help.getByRole('img').getAttribute('src')}`);
  expect(picture.headers()['content-type']).toBe('image/webp');
  await help.getByRole('heading', { name: '按鍵' }).waitFor();
  await expectSound(visit);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: '搜尋' });
  await box.fill('茶記政經');
  await page.getByRole('option', { name: '茶記政經 節目', exact: true }).waitFor();
  await expectSound(visit);
  await box.fill('紀錄');
  await page.getByRole('option', { name: /紀錄.*房間/ }).waitFor();
  await box.press('Enter');
  await page.waitForURL('**/audit');
  await page.getByRole('heading', { level: 1, name: '紀錄' }).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: '紀錄：點用' }).waitFor();
  await visit.close();

  const finance = await visitDesk(browser, FINANCE_CHIEF, '/account');
  await finance.page.getByRole('heading', { level: 1 }).waitFor();
  await finance.page.keyboard.press('Control+k');
  await finance.page.getByRole('combobox', { name: '搜尋' }).fill('1');
  await finance.page.getByRole('option', { name: /訂單 1/ }).waitFor();
  await finance.page.keyboard.press('Enter');
  await finance.page.waitForURL('**/money/orders/1');
  await finance.close();
});

it('is whole, and clean to axe, in every room at 390 and 1440 px', async () => {
  const { page, faults, close } = await visitDesk(browser, ADMINISTRATOR, '/', { width: 390 });
  for (const path of ['/', '/approvals', '/audit', '/people', '/account']) {
    await page.goto(deskUrl() + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await faultsAtBothWidths(page), path).toEqual([]);
  }
  expect(faults).toEqual([]);
  await close();
});

it('tells who lacks a permission which one it is', async () => {
  const visit = await visitDesk(browser, SUPPORT, '/people');
  await visit.page.getByText('要有「睇員工」權限先睇到呢一頁。').waitFor();
  await expectSound(visit);
  await visit.close();
});

it('refuses the calls of the desk on the public origin', async () => {
  for (const path of ['session', 'audit', 'accounts', 'login/demo'])
    expect((await fetch(`${siteUrl()}/api/staff/${path}`)).status, path).toBe(404);
});

it('serves its document under a policy that lets nothing in from elsewhere', async () => {
  const reply = await fetch(`${deskUrl()}/any/page`);
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-security-policy')).toContain(`default-src 'self'`);
  expect(reply.headers.get('x-robots-tag')).toContain('noindex');
  expect(reply.headers.get('cache-control')).toBe('no-store');
});
