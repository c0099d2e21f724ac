import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFaults, launchBrowser } from '#tests/setup/browser.ts';
import { visitDesk } from './desk-site.ts';

// Rooms of the desk that are entered without a network, or after a deployment took their code away.

const CHIEF_EDITOR = '何曉澄';
const PRODUCER = '區柏言';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const failed = (page: Page) => page.getByRole('heading', { name: '載入唔到' });
const focusedId = (page: Page) => page.evaluate(() => document.activeElement?.id);
const room = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true });

it('opens a room whose code and data could not be loaded before, once there is a network', async () => {
  const { page, close } = await visitDesk(browser, CHIEF_EDITOR, '/account');
  await page.context().setOffline(true);
  await room(page, '數字').press('Enter');
  await failed(page).waitFor();
  await page.getByRole('alert').filter({ hasText: '連接唔到工作台' }).waitFor();
  expect(await focusedId(page)).toBe('main');
  expect(await axeFaults(page)).toEqual([]);
  const again = page.getByRole('button', { name: '再試' });
  await page.getByRole('alert').evaluate((node) => node.setAttribute('data-before', ''));
  await again.press('Enter');
  // Announced again, and the button keeps the focus.
  await page.locator('[role=alert]:not([data-before])').waitFor();
  expect(await again.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.context().setOffline(false);
  await again.press('Enter');
  await page.getByRole('heading', { name: '數字', level: 1 }).waitFor();
  await failed(page).waitFor({ state: 'detached' });
  expect(await focusedId(page)).toBe('main');
  expect(await page.evaluate(() => [...document.styleSheets].every(({ cssRules }) => cssRules.length > 0))).toBe(true);
  await close();
});

it('says that a deployment took the code of a room away, and loads the new one', async () => {
  const { page, close } = await visitDesk(browser, CHIEF_EDITOR, '/account');
  await page.route('**/assets/*', (route) => route.fulfill({ status: 404 }));
  await room(page, '數字').press('Enter');
  await page.getByRole('alert').filter({ hasText: '工作台啱啱換咗新版本' }).waitFor();
  expect(await focusedId(page)).toBe('main');
  await page.unroute('**/assets/*');
  await page.getByRole('button', { name: '重新載入' }).press('Enter');
  await page.getByRole('heading', { name: '數字', level: 1 }).waitFor();
  await close();
});

it('stays with what is typed if the room that it is left for cannot be loaded, and tries again from there', async () => {
  const { page, faults, close } = await visitDesk(browser, PRODUCER, '/hosts/new', { width: 390 });
  const field = page.getByRole('textbox', { name: '名', exact: true });
  await field.fill('打緊個名');
  page.on('dialog', (question) => void question.accept());
  await page.context().setOffline(true);
  await page.getByRole('link', { name: '返清單' }).press('Enter');
  const told = page.getByRole('status').filter({ hasText: '開唔到嗰一頁' });
  await told.waitFor();
  expect(new URL(page.url()).pathname).toBe('/hosts/new');
  expect(await field.inputValue()).toBe('打緊個名');
  expect(await failed(page).count()).toBe(0);
  expect(await axeFaults(page)).toEqual([]);
  await page.context().setOffline(false);
  await told.getByRole('button', { name: '再試' }).press('Enter');
  await page.waitForURL('**/hosts');
  await page.getByRole('heading', { name: '主持', level: 1 }).waitFor();
  await told.waitFor({ state: 'detached' });
  expect(await focusedId(page)).toBe('main');
  expect(faults).toEqual([]);
  await close();
});

it('stays with what is typed where the browser goes back to a room that cannot be loaded', async () => {
  const { page, faults, close } = await visitDesk(browser, PRODUCER, '/hosts');
  await page.getByRole('link', { name: '加主持' }).press('Enter');
  const field = page.getByRole('textbox', { name: '名', exact: true });
  await field.fill('返轉頭');
  page.on('dialog', (question) => void question.accept());
  await page.context().setOffline(true);
  await page.goBack();
  await page.getByRole('status').filter({ hasText: '開唔到嗰一頁' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/hosts/new');
  expect(await field.inputValue()).toBe('返轉頭');
  expect(faults).toEqual([]);
  await close();
});

it('keeps what is typed where the next room is of another version, until it is saved', async () => {
  const { page, close } = await visitDesk(browser, CHIEF_EDITOR, '/settings/notes');
  const note = page.getByRole('textbox').first();
  const before = await note.inputValue();
  await note.fill('仲未儲存嘅字');
  page.on('dialog', (question) => void question.accept());
  await page.route('**/assets/*', (route) => route.fulfill({ status: 404 }));
  await room(page, '數字').press('Enter');
  const told = page.getByRole('status').filter({ hasText: '工作台換咗新版本' });
  await told.waitFor();
  expect(await note.inputValue()).toBe('仲未儲存嘅字');
  await note.fill(before);
  await page.unroute('**/assets/*');
  await told.getByRole('button', { name: '重新載入' }).press('Enter');
  await page.waitForURL('**/figures');
  await page.getByRole('heading', { name: '數字', level: 1 }).waitFor();
  await close();
});
