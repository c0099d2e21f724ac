import type { Browser, Page, Response } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { faultsAtBothWidths, launchBrowser, siteUrl, visit } from '#tests/setup/browser.ts';
import { payAtBank } from './buying.ts';
import { isAt, newMember } from './members-site.ts';

// A film from its page via two presses to its picture, which starts the rental's clock.

const PASSWORD = 'sai-ying-pun-27';
const RENTER = 'renter@members.example.com';
const OTHER = 'other-renter@members.example.com';
const FILM = '海港第一班船';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
  await newMember(RENTER, PASSWORD, '55304931');
  await newMember(OTHER, PASSWORD, '55304932');
});
afterAll(() => browser.close());

async function logInAs(page: Page, email: string): Promise<void> {
  const data = { email, password: PASSWORD, rememberMe: false };
  expect((await page.context().request.post(`${siteUrl()}/api/user/login`, { data })).status()).toBe(200);
}

const bodyOf = (response: Response) => response.request().postData() ?? '';

it('rents a film by two presses, plays it, and shows 48 hours that began with its picture', async () => {
  const { page, faults, close } = await visit(browser, '/robots.txt', { width: 390 });
  await logInAs(page, RENTER);
  await page.goto(`${siteUrl()}/crgovideo/1172`, { waitUntil: 'load' });
  await page.getByRole('link', { name: '租看', exact: true }).click();
  await page.getByRole('radio', { name: /JETCO/ }).check();
  await page.getByRole('button', { name: /^付款 HK\$68/ }).click();
  await payAtBank(page);
  await page.waitForURL(isAt('/crgovideo/purchaseSuccess'));
  await page.getByRole('heading', { name: '租看成功' }).waitFor();

  // Not begun: only the thirty days count down.
  await page.goto(`${siteUrl()}/crgovideo/myvideo`, { waitUntil: 'load' });
  await page.getByText('尚餘 29 日').waitFor();
  expect(await faultsAtBothWidths(page)).toEqual([]);

  await page.getByRole('link', { name: '開始睇' }).click();
  await page.getByText('播放影片', { exact: true }).waitFor();
  // In the first view the title appears once, as the heading.
  await page.getByRole('heading', { level: 1, name: FILM }).waitFor();
  expect(await page.locator('[data-screen]').getByText(FILM).count()).toBe(0);
  // The first moving picture is reported at once, and answered with the whole film.
  const begun = page.waitForResponse(
    (response) => response.url().endsWith('/api/playback/lease') && /"moved_s":(0\.|[1-9])/.test(bodyOf(response)),
  );
  await page.getByRole('button', { name: '播放', exact: true }).first().click();
  expect((await begun).status()).toBe(200);
  // The playing page is updated without a reload.
  await page.getByText('已開始播放。').waitFor();
  await page.getByText('租咗未開始。').waitFor({ state: 'detached' });
  await page.goto(`${siteUrl()}/crgovideo/myvideo`, { waitUntil: 'load' });
  await page.getByText('使用中').waitFor();
  await page
    .getByText(/^尚餘 47 小時 5\d 分/)
    .first()
    .waitFor();

  // A renter is not asked to pay again.
  await page.goto(`${siteUrl()}/crgovideo/purchase/1172`, { waitUntil: 'load' });
  await page.getByText('你已租看這套影片').waitFor();
  expect(await page.getByRole('button', { name: /^付款/ }).count()).toBe(0);
  await page.getByRole('main').getByRole('link', { name: '繼續睇' }).click();
  await page.waitForURL(/\/crgovideo\/1172/);

  // Another member who logs in meanwhile owns nothing of it: the page is shown again, as from the back/forward cache.
  await page.goto(`${siteUrl()}/crgovideo/purchase/1172`, { waitUntil: 'load' });
  await page.getByText('你已租看這套影片').waitFor();
  await page.context().clearCookies({ name: '__Host-session' });
  await logInAs(page, OTHER);
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await page.getByRole('button', { name: /^付款 HK\$68/ }).waitFor();
  expect(await page.getByText('你已租看這套影片').count()).toBe(0);
  expect(faults).toEqual([]);
  await close();
});

it('sends a guest who presses to the log-in, and tells them of nobody’s films', async () => {
  const { page, close } = await visit(browser, '/crgovideo/purchase/1204');
  await page.getByRole('button', { name: /^付款 HK\$/ }).click();
  await page.waitForURL(isAt('/member/user/login'));
  await page.goto(`${siteUrl()}/crgovideo/myvideo`, { waitUntil: 'load' });
  await page.getByText('登入之後，就見到你租咗嘅影片。').waitFor();
  await close();
});

it('can be read and found without scripts: lists, a search, a film and its price', async () => {
  const { page, close } = await visit(browser, '/crgovideo/search', { javaScriptEnabled: false });
  await page.getByLabel('片名、類別、主持').fill('街市收音');
  await page.getByRole('main').getByRole('button', { name: '搜尋', exact: true }).click();
  await page.getByRole('link', { name: '街市收音：朝早六點' }).click();
  await page.getByRole('heading', { level: 1, name: '街市收音：朝早六點' }).waitFor();
  await page.getByText('HK$38').first().waitFor();
  await page.getByText('付款後 30 日內收看').waitFor();
  const structured = await page.locator('script[type="application/ld+json"]').allTextContents();
  const film = structured.find((text) => text.includes('VideoObject')) ?? '';
  expect(film).toContain('"price":"38.00"');
  // Paid content must not expose its URL.
  expect(film).not.toMatch(/contentUrl|embedUrl|m3u8/);
  await close();
});
