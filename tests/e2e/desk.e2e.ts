import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFaults, launchBrowser, siteUrl } from '#tests/setup/browser.ts';
import { ofThisWorker } from '#tests/setup/workers.ts';

let browser: Browser;
let deskUrl = '';
beforeAll(async () => {
  browser = await launchBrowser();
  deskUrl = ofThisWorker('E2E_DESK_URLS') ?? '';
});
afterAll(() => browser.close());

const faults: string[] = [];
async function open(width: number): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 900 } });
  const page = await context.newPage();
  page.on('pageerror', ({ message }) => faults.push(message));
  return page;
}

/** Logs in as a demo account, whose code the log-in page shows. */
async function enterAs(page: Page, name: string): Promise<void> {
  await page.goto(`${deskUrl}/log-in`);
  await page.getByRole('button', { name: new RegExp(name) }).click();
  await page.getByRole('button', { name: '登入', exact: true }).click();
  await page.getByRole('heading', { name: new RegExp(name) }).waitFor();
}

const expectSound = async (page: Page) => {
  expect(await axeFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(faults).toEqual([]);
};

describe.each([390, 1440])('the desk at %i px', (width) => {
  it('leads to the log-in page and back, and shows only what its visitor may do', async () => {
    const page = await open(width);
    await page.goto(`${deskUrl}/audit?action=staff.log-in`);
    await page.waitForURL('**/log-in?next=*');
    await expectSound(page);
    await page.getByRole('button', { name: /黎子昂/ }).click();
    await page.getByRole('button', { name: '登入', exact: true }).click();
    await page.waitForURL('**/audit?action=staff.log-in');
    const row = page.locator('details', { hasText: '黎子昂' }).first();
    await row.locator('summary').press('Enter');
    await row.getByText('第').first().waitFor();
    await page.getByText(/鏈完整/).waitFor();
    await expectSound(page);
    await page.context().close();
  });

  it('tells who lacks a permission which one it is', async () => {
    const page = await open(width);
    await enterAs(page, '陸啟然');
    await page.goto(`${deskUrl}/people`);
    await page.getByText('要有「睇員工」權限先睇到呢一頁。').waitFor();
    await expectSound(page);
    await page.context().close();
  });

  it('has the matrix of roles, and asks for a reason before it changes one', async () => {
    const page = await open(width);
    await enterAs(page, '黎子昂');
    await page.goto(`${deskUrl}/people`);
    await page.getByRole('region', { name: '角色可以做乜' }).waitFor();
    await expectSound(page);
    await page.context().close();
  });
});

it('refuses the calls of the desk on the public origin', async () => {
  for (const path of ['session', 'audit', 'accounts', 'login/demo'])
    expect((await fetch(`${siteUrl()}/api/staff/${path}`)).status, path).toBe(404);
});

it('serves its document under a policy that lets nothing in from elsewhere', async () => {
  const reply = await fetch(`${deskUrl}/any/page`);
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-security-policy')).toContain(`default-src 'self'`);
  expect(reply.headers.get('x-robots-tag')).toContain('noindex');
  expect(reply.headers.get('cache-control')).toBe('no-store');
});
