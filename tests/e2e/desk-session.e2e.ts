import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFaults, launchBrowser } from '#tests/setup/browser.ts';
import { deskUrl, sessionCookie, visitDesk } from './desk-site.ts';

// The end of a session while a room is open.

const PRODUCER = '區柏言';
const CHIEF_EDITOR = '何曉澄';
const FINANCE_CHIEF = '鄭以誠';
const TUNNEL = '紅隧';
/** What waits for a second person, as the call presents it. */
const WAITING = {
  approval_id: 1,
  action: 'orders.refund',
  reason: '測試',
  rows: [],
  state: 'open',
  asked_by: '方皓',
  asked_ts: 1_795_000_000,
  expires_ts: 4_000_000_000,
  decided_by: null,
  decided_ts: null,
  is_mine: false,
  may_decide: true,
};

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** Of this browser alone: other tests, at the same time, are the same people. */
const endSession = (page: Page) => page.context().clearCookies({ name: '__Host-staff' });

/** A new host, whose name is typed and not saved. */
async function typeHost(page: Page, name: string) {
  const field = page.getByRole('textbox', { name: '名', exact: true });
  await field.fill(name);
  return { field, save: page.getByRole('button', { name: '加入並公開' }) };
}

/** Takes back the host that was added, once the room of the new host has taken the focus. */
async function takeBack(page: Page) {
  await page.waitForURL(/\/hosts\/\d+$/);
  await page.locator('#main:focus').waitFor();
  await page.getByRole('button', { name: '收回' }).first().press('Enter');
  await page.getByRole('status').filter({ hasText: '收回咗' }).waitFor();
}

it('asks for a log-in over the room, with what was typed there, and goes on with the press', async () => {
  const { page, faults, close } = await visitDesk(browser, PRODUCER, '/hosts/new', { width: 390 });
  const { field, save } = await typeHost(page, '打緊個名');
  await endSession(page);
  await save.press('Enter');
  const dialog = page.getByRole('dialog', { name: '登入時間過咗' });
  await dialog.getByRole('button', { name: PRODUCER }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.keyboard.press('Escape');
  await page.getByRole('alert').filter({ hasText: '登入時間過咗' }).waitFor();
  expect(await field.inputValue()).toBe('打緊個名');

  await save.press('Enter');
  await dialog.getByRole('button', { name: PRODUCER }).press('Enter');
  await dialog.getByRole('button', { name: '登入', exact: true }).press('Enter');
  await page.getByRole('status').filter({ hasText: '做好咗' }).waitFor();
  expect(await dialog.count()).toBe(0);
  await takeBack(page);
  expect(faults).toEqual([]);
  await close();
});

it('presses nothing of the log-in with a key that was meant for the room', async () => {
  const { page, faults, close } = await visitDesk(browser, PRODUCER, '/hosts/new');
  const { save } = await typeHost(page, '撳多咗一下');
  await endSession(page);
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/api/staff/login/') && asked.push(request.url()));
  await save.press('Enter');
  const dialog = page.getByRole('dialog', { name: '登入時間過咗' });
  await dialog.getByText('登入返就接住做').waitFor();
  for (const key of ['Enter', 'Space']) await page.keyboard.press(key);
  expect(await dialog.getByText('登入返就接住做').evaluate((words) => words === document.activeElement)).toBe(true);
  expect(asked.filter((url) => !url.endsWith('/demo'))).toEqual([]);
  // The next key goes to the way in.
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('用通行密鑰登入');
  expect(faults).toEqual([]);
  await close();
});

it('asks for the log-in where a session is ended or the morning mail is changed, and says when there is no network', async () => {
  const { page, faults, close } = await visitDesk(browser, PRODUCER, '/account');
  const box = page.getByRole('checkbox');
  const before = await box.isChecked();
  await page.context().setOffline(true);
  await box.press('Space');
  await page.getByRole('alert').filter({ hasText: '連接唔到' }).waitFor();
  expect(await box.isChecked()).toBe(before);
  await page.context().setOffline(false);

  await endSession(page);
  await box.press('Space');
  const dialog = page.getByRole('dialog', { name: '登入時間過咗' });
  await dialog.waitFor();
  await page.context().addCookies([await sessionCookie(PRODUCER)]);
  const other = await page.context().newPage();
  await other.goto(deskUrl());
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => box.isChecked()).toBe(!before);
  await box.press('Space');
  await expect.poll(() => box.isChecked()).toBe(before);
  expect(faults).toEqual([]);
  await close();
});

it('hands on the focus of the button that ends another session and goes with it', async () => {
  const { page, faults, close } = await visitDesk(browser, PRODUCER, '/account');
  await sessionCookie(PRODUCER);
  await page.reload();
  const buttons = page.getByRole('button', { name: '登出嗰度' });
  await buttons.first().waitFor();
  const count = await buttons.count();
  await buttons.first().press('Enter');
  await expect.poll(() => buttons.count()).toBeLessThan(count);
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
  expect(faults).toEqual([]);
  await close();
});

it('asks for the log-in where a preview is opened, in the tab that shows it', async () => {
  const { page, faults, close } = await visitDesk(browser, CHIEF_EDITOR, '/words');
  await page.getByLabel('新文章類別').selectOption('301');
  await page.getByRole('button', { name: '寫新文章' }).press('Enter');
  await page.getByLabel('題目', { exact: true }).fill('登出咗先預覽');
  await page.getByText(/^已儲存 /).waitFor();
  const preview = page.getByRole('button', { name: '預覽', exact: true });
  await expect.poll(() => preview.isEnabled()).toBe(true);
  await endSession(page);
  await preview.press('Enter');
  const dialog = page.getByRole('dialog', { name: '登入時間過咗' });
  await dialog.waitFor();
  expect(page.context().pages()).toHaveLength(1);
  await page.context().addCookies([await sessionCookie(CHIEF_EDITOR)]);
  const other = await page.context().newPage();
  await other.goto(deskUrl());
  await page.getByRole('alert').filter({ hasText: '再撳一次預覽' }).waitFor();
  const opened = page.context().waitForEvent('page');
  await preview.press('Enter');
  await (await opened).waitForURL(/^http:(?!.*about)/);
  expect(faults).toEqual([]);
  await close();
});

it('takes a log-in for the proof of a press, whose code is not sent twice', async () => {
  const { page, faults, close } = await visitDesk(browser, FINANCE_CHIEF, '/approvals');
  const proofs: string[] = [];
  await page.route('**/api/staff/approvals?state=open', (route) =>
    route.fulfill({ json: { response_code: 0, response: { items: [WAITING] } } }),
  );
  let isProved = false;
  await page.route('**/api/staff/approvals/*/approve', (route) =>
    isProved
      ? route.fulfill({ json: { response_code: 0, response: { rows: [] } } })
      : route.fulfill({ status: 403, json: { response_code: 10011, response: {} } }),
  );
  page.on('request', (request) => request.url().endsWith('/api/staff/proof') && proofs.push(request.url()));
  await page.reload();
  await page.getByRole('button', { name: '批准' }).press('Enter');
  const proof = page.getByRole('dialog').filter({ has: page.getByLabel('驗證碼') });
  await proof.getByLabel('驗證碼').fill('000000');
  await endSession(page);
  await proof.getByLabel('驗證碼').press('Enter');
  const dialog = page.getByRole('dialog', { name: '登入時間過咗' });
  await dialog.waitFor();
  isProved = true;
  await page.context().addCookies([await sessionCookie(FINANCE_CHIEF)]);
  const other = await page.context().newPage();
  await other.goto(deskUrl());
  await page.getByRole('status').filter({ hasText: '批咗，已經做好' }).waitFor();
  expect(proofs).toHaveLength(1);
  expect(faults).toEqual([]);
  await close();
});

it('goes on where the account logs in in another tab, and shows nothing of it to another account', async () => {
  const { page, faults, close } = await visitDesk(browser, PRODUCER, '/traffic');
  await page.getByRole('button', { name: new RegExp(`^${TUNNEL}`) }).press('Enter');
  await endSession(page);
  await page
    .getByRole('button', { name: new RegExp(`^${TUNNEL}：\\d`) })
    .first()
    .press('Enter');
  const dialog = page.getByRole('dialog', { name: '登入時間過咗' });
  await dialog.waitFor();
  const other = await page.context().newPage();
  await page.context().addCookies([await sessionCookie(PRODUCER)]);
  await other.goto(deskUrl());
  await page.getByRole('status').filter({ hasText: '做好咗' }).waitFor();
  await dialog.waitFor({ state: 'detached' });

  await page.goto(`${deskUrl()}/hosts/new`);
  const { field } = await typeHost(page, '唔係佢嘅');
  await page.context().addCookies([await sessionCookie('黎子昂')]);
  await other.reload();
  await page.getByRole('navigation').getByText('黎子昂').waitFor();
  expect(await field.count()).toBe(0);
  expect(faults).toEqual([]);
  await close();
});

it('does nothing under the session of another account, of which no tab has told', async () => {
  const { page, faults, close } = await visitDesk(browser, PRODUCER, '/hosts/new');
  const { save } = await typeHost(page, '唔係我撳');
  await page.context().addCookies([await sessionCookie('黎子昂')]);
  await save.press('Enter');
  await page.getByRole('dialog', { name: '登入時間過咗' }).waitFor();
  await page.context().addCookies([await sessionCookie(PRODUCER)]);
  const other = await page.context().newPage();
  await other.goto(deskUrl());
  await page.getByRole('status').filter({ hasText: '做好咗' }).waitFor();
  await takeBack(page);
  expect(faults).toEqual([]);
  await close();
});

it('asks once for the log-in, whatever the number of rows of a bulk action', async () => {
  const { page, faults, close } = await visitDesk(browser, CHIEF_EDITOR, '/words');
  const boxes = page.getByRole('checkbox', { name: /^揀「/ });
  await boxes.nth(0).press('Space');
  await boxes.nth(1).press('Space');
  await endSession(page);
  const bar = page.getByRole('group', { name: '一次過做' });
  await bar.getByText('揀咗 2 項').waitFor();
  await bar.getByRole('button').first().press('Enter');
  const question = page.getByRole('dialog', { name: '登入時間過咗' });
  await question.waitFor();
  const previews: string[] = [];
  page.on('request', (request) => request.url().endsWith('/preview') && previews.push(request.url()));
  await page.keyboard.press('Escape');
  await page.getByRole('alert').filter({ hasText: '登入時間過咗' }).waitFor();
  expect(await question.count()).toBe(0);
  expect(previews).toEqual([]);
  expect(faults).toEqual([]);
  await close();
});

it('does not go on with the press of a room that was left instead', async () => {
  const { page, faults, close } = await visitDesk(browser, PRODUCER, '/hosts');
  await page.getByRole('link', { name: '加主持' }).press('Enter');
  const { save } = await typeHost(page, '唔要咗');
  await endSession(page);
  await save.press('Enter');
  const dialog = page.getByRole('dialog', { name: '登入時間過咗' });
  await dialog.waitFor();
  page.on('dialog', (question) => void question.accept());
  await page.goBack();
  await page.waitForURL('**/log-in?next=%2Fhosts');
  const saves: string[] = [];
  page.on('request', (request) => request.url().includes('/actions/hosts.') && saves.push(request.url()));
  await page.context().addCookies([await sessionCookie(PRODUCER)]);
  await page.goBack();
  await page.getByRole('navigation').getByText(PRODUCER).waitFor();
  expect(await dialog.count()).toBe(0);
  expect(saves).toEqual([]);
  expect(faults).toEqual([]);
  await close();
});

it('goes on with an upload after the log-in', async () => {
  const { page, faults, close } = await visitDesk(browser, PRODUCER, '/films');
  await page.getByRole('button', { name: '揀檔案上載' }).waitFor();
  await endSession(page);
  const file = { name: '登出咗.mov', mimeType: 'video/quicktime', buffer: Buffer.from('not a film') };
  await page.locator('input[type="file"]').setInputFiles(file);
  const row = page.getByRole('listitem').filter({ hasText: '登出咗' });
  await row.getByText('登入返再撳').first().waitFor();
  await page.context().addCookies([await sessionCookie(PRODUCER)]);
  const other = await page.context().newPage();
  await other.goto(deskUrl());
  // A worker finds that it is no film.
  await row.getByRole('button', { name: '知道' }).press('Enter');
  await row.waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
  await close();
});
