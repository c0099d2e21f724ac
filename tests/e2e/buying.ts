import type { Page } from 'playwright-core';
import { isAt, mailedDigits } from './members-site.ts';

/** JETCO's own page, as the payer sees it. */
export async function payAtBank(page: Page): Promise<void> {
  await page.waitForURL(/\/sandbox\/jetco\//);
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('button', { name: /Back to the shop/ }).click();
}

/** Pays with JETCO, the simplest provider. */
export async function payByJetco(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /JETCO/ }).check();
  await page.getByRole('button', { name: /^付款 HK\$/ }).click();
  await payAtBank(page);
}

/** From the sale of postcards: orders one as a guest with this address, and pays for it. */
export async function buyPostcard(page: Page, email: string): Promise<void> {
  await page.getByRole('radio', { name: /香港送貨上門/ }).check();
  await page.getByLabel(/收件人/).fill('陳怡');
  await page.getByLabel(/手提電話/).fill('61234567');
  await page.getByLabel(/地區/).fill('旺角');
  await page.locator('[name=address]').fill('亞皆老街 1 號');
  await page.getByLabel('電郵', { exact: false }).first().fill(email);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: '寄驗證碼' }).click();
  await page.locator('[name=verify_code]').fill(await mailedDigits(email));
  await page.getByRole('button', { name: '確認，去付款' }).click();
  await page.waitForURL(isAt('/member/user/guestOrders'));
  await payByJetco(page);
  await page.getByRole('heading', { name: '落咗單，多謝幫襯' }).waitFor();
}
