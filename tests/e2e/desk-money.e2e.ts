import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFaults, launchBrowser } from '#tests/setup/browser.ts';
import { inSiteDatabase } from '#tests/setup/site-database.ts';
import { visitDesk } from './desk-site.ts';

// The money room: an order is found, read and refunded by keyboard.

const FINANCE_CHIEF = '鄭以誠';
const SUPPORT = '方皓';
const NUMBER = 'CR26112600000023';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
  // Paid by deposit: its refund calls no provider.
  await inSiteDatabase(`with o as (
      insert into orders (kind, state, total_cents, captured_cents, expires_at, paid_at, fulfilled_at, created_at)
      values ('gift', 'paid', 38800, 38800, now(), now(), now(), now()) returning id
    ), l as (
      insert into order_lines (order_id, line_no, kind, product_id, name, quantity, unit_cents, payload)
      select id, 1, 'gift', 1, '250日禮物計劃', 1, 38800, '{"days": 250}' from o
    ), a as (
      insert into payment_attempts (order_id, number, gateway, method, amount_cents, state, expires_at)
      select id, '${NUMBER}', 'offline', 'deposit', 38800, 'paid', now() from o returning id
    ), f as (
      insert into payment_facts (attempt_id, gateway, gateway_txn, kind, reference, cents, currency, at, source, seen_at)
      select id, 'offline', 'slip of the desk', 'paid', '${NUMBER}', 38800, 'HKD', now(), 'hand', now() from a
    )
    insert into ledger_transfers (day_hk, debit, credit, cents, kind, order_id, unique_key)
    select (now() at time zone 'Asia/Hong_Kong')::date, debit, credit, 38800, kind, o.id, kind || ' at the desk'
    from o, (values ('receivable:offline', 'unapplied', 'capture'), ('unapplied', 'gifts', 'fulfil')) as t (debit, credit, kind)`);
});
afterAll(() => browser.close());

async function expectSound({ page, faults }: { page: Page; faults: string[] }): Promise<void> {
  expect(await axeFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(faults).toEqual([]);
}

it('finds an order by the number of its payment, tells its story, and refunds a part of it by keyboard', async () => {
  const visit = await visitDesk(browser, SUPPORT, '/money/orders');
  const { page } = visit;
  await page.getByLabel('號碼').fill(NUMBER);
  await page.getByLabel('號碼').press('Enter');
  await page.waitForURL(`**/money/orders?number=${NUMBER}*`);
  const row = page.getByRole('row', { name: '250日禮物計劃' });
  await row.getByRole('link').first().press('Enter');
  await page.getByRole('heading', { level: 1, name: /^訂單 \d+$/ }).waitFor();
  await page.getByText('收到款項').first().waitFor();
  await page.getByText('最多可以退 HK$388.00。').waitFor();

  await page.getByRole('radio', { name: '另一個金額' }).press('Space');
  await page.getByLabel('金額（HK$）').fill('388.01');
  expect(await page.getByRole('button', { name: '退款', exact: true }).isDisabled()).toBe(true);
  await page.getByLabel('金額（HK$）').fill('88');
  await page.getByRole('button', { name: '退款', exact: true }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/^訂單 \d+$/).waitFor();
  await dialog.getByRole('textbox').fill('會員要求');
  await dialog.getByRole('textbox').press('Tab');
  // The safe button is first.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('最多可以退 HK$300.00。').waitFor();
  await page.getByText(/RF\d{14}，方皓：會員要求/).waitFor();
  await expectSound(visit);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectSound(visit);
  await visit.close();
});

it('is whole and clean to axe in its other pages, wide and narrow', async () => {
  for (const path of ['/money', '/money/orders', '/money/ledger', '/money/offline', '/money/codes']) {
    const visit = await visitDesk(browser, FINANCE_CHIEF, path);
    await visit.page.getByRole('heading', { level: 1 }).waitFor();
    await expectSound(visit);
    await visit.page.setViewportSize({ width: 390, height: 844 });
    await expectSound(visit);
    await visit.close();
  }
});

it('shows a refund that waits for a second person, offers the rest alone, and is decided by another', async () => {
  const visit = await visitDesk(browser, SUPPORT, `/money/orders?number=${NUMBER}`);
  const { page } = visit;
  await page.getByRole('row', { name: '250日禮物計劃' }).getByRole('link').first().press('Enter');
  await page.getByText('最多可以退 HK$300.00。').waitFor();
  await page.getByRole('radio', { name: '另一個金額' }).press('Space');
  // With the HK$88 before it is more than one person refunds.
  await page.getByLabel('金額（HK$）').fill('250');
  await page.getByRole('button', { name: '退款', exact: true }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('原因').fill('唔想要');
  await dialog.getByRole('button', { name: '交第二個人批' }).press('Enter');
  await page.getByText('除咗等緊批嘅，最多可以再退 HK$50.00。').waitFor();
  await page.getByText(/^方皓，.* 提出：唔想要/).waitFor();
  expect(await page.getByRole('radio', { name: '餘下 HK$50.00' }).isChecked()).toBe(true);
  await expectSound(visit);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectSound(visit);
  await page.getByRole('link', { name: '去「待批」' }).press('Enter');
  await page.getByText('你提出嘅要由另一個人批。').waitFor();
  expect(await page.getByRole('button', { name: '批准' }).count()).toBe(0);

  const chief = await visitDesk(browser, FINANCE_CHIEF, '/approvals');
  const request = chief.page.locator('section', { has: chief.page.getByText('唔想要') });
  const approve = request.getByRole('button', { name: '批准' });
  // Pressed twice while the first reply is under way, which is then lost.
  const pressedTwice = Promise.withResolvers<void>();
  const sent: string[] = [];
  await chief.page.route('**/approve', async (route) => {
    sent.push(route.request().url());
    await route.fetch();
    await pressedTwice.promise;
    await route.abort();
  });
  await approve.press('Enter');
  await expect.poll(() => sent).toHaveLength(1);
  await approve.press('Enter');
  pressedTwice.resolve();
  await chief.page.getByRole('alert').filter({ hasText: '唔知做咗未' }).waitFor();
  await approve.waitFor({ state: 'detached' });
  expect(sent).toHaveLength(1);
  await expect.poll(() => chief.page.evaluate(() => document.activeElement?.id)).toBe('main');
  await chief.page.getByRole('button', { name: '最近' }).press('Enter');
  await chief.page.locator('section', { hasText: '唔想要' }).getByText('批咗', { exact: true }).waitFor();
  expect(await chief.page.getByRole('alert').filter({ hasText: '唔知做咗未' }).count()).toBe(0);
  await page.goBack();
  await page.getByText('最多可以退 HK$50.00。').waitFor();
  expect(chief.faults).toEqual([]);
  await Promise.all([visit.close(), chief.close()]);
});

it('offers no amount of a gift that somebody redeemed, and says why', async () => {
  const visit = await visitDesk(browser, SUPPORT, `/money/orders?number=${NUMBER}`);
  const { page } = visit;
  await page.route(/\/api\/staff\/money\/orders\/\d+$/, async (route) => {
    const reply = await route.fetch();
    const { response, ...rest } = (await reply.json()) as { response: object };
    await route.fulfill({
      response: reply,
      json: { ...rest, response: { ...response, refundable: null, kept: 'gift-redeemed' } },
    });
  });
  await page.getByRole('row', { name: '250日禮物計劃' }).getByRole('link').first().press('Enter');
  await page.getByText('份禮物已經有人換咗，退唔到。').waitFor();
  expect(await page.getByRole('radio').count()).toBe(0);
  expect(await page.getByRole('button', { name: '退款', exact: true }).count()).toBe(0);
  await visit.close();
});

it('looks up one code, and begins a batch with the settings of another', async () => {
  const visit = await visitDesk(browser, FINANCE_CHIEF, '/money/codes');
  const { page } = visit;
  await inSiteDatabase(`with b as (
      insert into promotion_batches (kind, name, discount_type, discount_value, starts_at, ends_at, max_in_all, used, created_by)
      values ('discount', '雨季優惠', 2, 15, '2026-09-01T00:00+08', '2026-11-01T00:00+08', 6, 1, 'a test') returning id
    ), c as (insert into promotion_codes (batch_id, code, max_uses, used)
      select id, code, 3, used from b, (values ('E2ELOOK1', 1), ('E2ELOOK2', 0)) as t (code, used) returning id, code)
    insert into promotion_uses (code_id, member_id, state, ended_at)
    select c.id, (select min(id) from members), 'used', '2026-10-02T12:34:56+08' from c where code = 'E2ELOOK1'`);
  const sought = page.getByRole('search', { name: '查一個碼' });
  await sought.getByRole('textbox').fill('e2e-look-1');
  await sought.getByRole('textbox').press('Enter');
  const found = page.getByRole('status').filter({ hasText: 'E2EL-OOK1' });
  await found.getByText('雨季優惠').waitFor();
  await found.getByText('1 / 3').waitFor();
  await found.getByText('2026-10-02 12:34:56').waitFor();
  await found.getByRole('link', { name: /^會員 \d+$/ }).waitFor();
  await expectSound(visit);
  await sought.getByRole('textbox').fill('E2ENEVER');
  await sought.getByRole('textbox').press('Enter');
  await page.getByText('冇「E2ENEVER」呢個碼').waitFor();
  expect(await found.count()).toBe(0);

  await page.reload();
  const copy = page.getByRole('button', { name: '複製 雨季優惠' });
  await copy.press('Enter');
  const name = page.getByLabel('批次名');
  expect(await name.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await name.inputValue()).toBe('雨季優惠');
  expect(await page.getByLabel('百分比', { exact: true }).inputValue()).toBe('15');
  expect(await page.getByLabel('每個可以用幾次').inputValue()).toBe('3');
  expect(await page.getByRole('button', { name: '開碼' }).isEnabled()).toBe(true);
  // What was typed is replaced only if its author agrees.
  await name.fill('打緊');
  page.once('dialog', (question) => void question.dismiss());
  await copy.press('Enter');
  expect(await name.inputValue()).toBe('打緊');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectSound(visit);
  await visit.close();
  await inSiteDatabase(
    `delete from promotion_uses where code_id in (select id from promotion_codes where code like 'E2ELOOK%')`,
  );
  await inSiteDatabase(`delete from promotion_codes where code like 'E2ELOOK%'`);
  await inSiteDatabase(`delete from promotion_batches where name = '雨季優惠'`);
});

it('asks for the missing date of a new batch, and does not call it too early', async () => {
  const { page, close } = await visitDesk(browser, FINANCE_CHIEF, '/money/codes');
  const until = page.getByLabel('至', { exact: true });
  await until.fill('2020-01-01');
  await page.getByText('「至」唔可以早過「由」。').waitFor();
  await until.fill('');
  await page.getByText('請填齊每一欄。').waitFor();
  await close();
});
