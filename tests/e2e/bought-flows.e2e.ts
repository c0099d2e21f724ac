import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFaults, launchBrowser, siteUrl, visit } from '#tests/setup/browser.ts';
import { inSiteDatabase } from '#tests/setup/site-database.ts';
import { buyPostcard, payByJetco } from './buying.ts';
import { isAt, mailedLink, mailsTo, newMember } from './members-site.ts';

// Single purchases that change owner or price: a ticket given away, a guest's order taken over by a member, a discount
// code.

const PASSWORD = 'shek-tong-tsui-41';
const GIVER = 'ticket-giver@members.example.com';
const RECEIVER = 'ticket-receiver@members.example.com';
const GUEST = 'becomes-a-member@guests.example.com';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
  await Promise.all([newMember(GIVER, PASSWORD, '55304951'), newMember(RECEIVER, PASSWORD, '55304952')]);
});
afterAll(() => browser.close());

async function visitAs(email: string, path: string, width = 390) {
  const visited = await visit(browser, '/robots.txt', { width });
  const data = { email, password: PASSWORD, rememberMe: false };
  const reply = await visited.page.context().request.post(`${siteUrl()}/api/user/login`, { data });
  expect(reply.status()).toBe(200);
  await visited.page.goto(siteUrl() + path, { waitUntil: 'load' });
  return visited;
}

const give = async (page: Page, email: string) => {
  await page.getByLabel('收票人電郵').fill(email);
  await page.getByRole('button', { name: '轉贈', exact: true }).click();
};

it('gives a ticket to another member once, tells both, and says why where it cannot', async () => {
  await inSiteDatabase(
    `insert into event_tickets (event_id, member_id, source, number_in_order, created_at)
     select 2, id, 'hand', 1, now() from members where email = $1`,
    [GIVER],
  );
  const giver = await visitAs(GIVER, '/member/userinfo/live');
  const { page } = giver;
  await page.getByText('轉贈呢張門票').click();
  await give(page, GIVER);
  await page.getByText('呢個電郵係你自己嘅').waitFor();
  // After a rejection the focus stays in the field.
  expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('email');
  expect(await axeFaults(page)).toEqual([]);
  // A tab opened earlier no longer has the ticket.
  const other = await giver.page.context().newPage();
  await other.goto(`${siteUrl()}/member/userinfo/live`, { waitUntil: 'load' });
  await other.getByText('轉贈呢張門票').click();

  // A member who logged in long ago must reauthenticate, and the input is kept.
  await inSiteDatabase(
    `update member_sessions set created_at = created_at - interval '20 minutes', proved_at = null
     where member_id = (select id from members where email = $1)`,
    [GIVER],
  );
  await give(page, RECEIVER);
  await page.getByText('填咗嘅嘢仲喺度').waitFor();
  const password = page.locator('[name=password]');
  await expect.poll(() => password.evaluate((field) => field === document.activeElement)).toBe(true);
  await password.fill('another-password-1');
  await page.getByRole('button', { name: '轉贈', exact: true }).click();
  await page.getByText('密碼唔啱，請再輸入。').waitFor();
  expect(await password.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await axeFaults(page)).toEqual([]);
  await password.fill(PASSWORD);
  await page.getByRole('button', { name: '轉贈', exact: true }).click();
  await page.getByText('轉贈咗，雙方都會收到電郵。').waitFor();
  await page.getByText('你未有門票').waitFor();
  await give(other, RECEIVER);
  await other.locator('[name=password]').fill(PASSWORD);
  await other.getByRole('button', { name: '轉贈', exact: true }).click();
  await other.getByText('呢張門票已經唔喺你度。').waitFor();
  await expect.poll(() => mailsTo(GIVER)).toContain('你已轉贈一張門票');
  await expect.poll(() => mailsTo(RECEIVER)).toContain('你獲贈一張門票');
  await giver.close();

  const receiver = await visitAs(RECEIVER, '/member/userinfo/live', 1440);
  await receiver.page.getByText('會員轉贈').waitFor();
  // A ticket can be given away once.
  expect(await receiver.page.getByText('轉贈呢張門票').count()).toBe(0);
  expect(receiver.faults).toEqual([]);
  await receiver.close();
});

it('finds a guest’s order by a mailed link, and gives it to the account that proves the same address', async () => {
  const { page, close } = await visit(browser, '/18c_postcard/payment', { width: 390 });
  await buyPostcard(page, GUEST);
  await close();

  // On another device.
  const later = await visit(browser, '/member/user/guestOrders', { width: 1440 });
  await later.page.locator('[name=email]').fill(GUEST);
  await later.page.getByRole('button', { name: '寄出連結' }).click();
  await later.page.getByText('如這個地址有訂單').waitFor();
  await later.page.goto(siteUrl() + (await mailedLink(GUEST, '/member/user/guestOrders')), { waitUntil: 'load' });
  await later.page.getByRole('button', { name: '查看訂單' }).click();
  await later.page.getByText(`以下是 ${GUEST} 的訂單。`).waitFor();
  await later.page.getByText('付款成功').waitFor();
  expect(later.faults).toEqual([]);
  await later.close();

  await newMember(GUEST, PASSWORD, '55304953');
  const member = await visitAs(GUEST, '/member/userinfo/memberHistory');
  // Linked by a worker.
  await expect
    .poll(async () => {
      await member.page.reload({ waitUntil: 'load' });
      return member.page.getByText('18C 明信片').count();
    })
    .toBeGreaterThan(0);
  await member.close();
});

it('offers a purchase again once the right that stood against it ends while its page is open', async () => {
  const { page, faults, close } = await visitAs(RECEIVER, '/robots.txt');
  await page.clock.install();
  const renter = [RECEIVER];
  await inSiteDatabase(
    `insert into rentals (member_id, video_id, source, rented_at, watch_by, watch_hours, ends_at)
     select id, 1204, 'hand', now() - interval '1 day', now() + interval '1 hour', 48, now() + interval '1 hour'
     from members where email = $1`,
    renter,
  );
  await page.goto(`${siteUrl()}/crgovideo/purchase/1204`, { waitUntil: 'load' });
  await page.getByText('你已租看這套影片').waitFor();
  await page.getByRole('link', { name: '開始睇' }).focus();
  await inSiteDatabase(
    `update rentals set watch_by = now(), ends_at = now() where member_id = (select id from members where email = $1)`,
    renter,
  );
  await page.clock.fastForward('01:01:00');
  await page.getByRole('button', { name: /^付款 HK\$/ }).waitFor();
  expect(await page.getByText('你已租看這套影片').count()).toBe(0);
  // The focused link is gone.
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await expect.poll(focused).toBe('你租看這套影片的期限已過。');

  await inSiteDatabase(
    `insert into subscriptions (member_id, plan_id, source, starts_at, ends_at)
     select id, (select min(id) from subscription_plans), 'hand', now() - interval '1 day', now() + interval '1 hour'
     from members where email = $1`,
    renter,
  );
  const hasPlan = async () => {
    const reply = await page.context().request.get(`${siteUrl()}/api/user/subscribed`);
    return ((await reply.json()) as { response: { subscribed: boolean } }).response.subscribed;
  };
  await expect.poll(hasPlan).toBe(true);
  const archives = await fetch(`${siteUrl()}/api/programarchives/1031?limit=20`);
  const { response } = (await archives.json()) as { response: { items: { program_archive_id: number }[] } };
  await page.goto(`${siteUrl()}/program/archives/${response.items.at(-1)!.program_archive_id}/buy`, {
    waitUntil: 'load',
  });
  await page.getByText('你的計劃已包括這一集').waitFor();
  // The tour of what a plan opens.
  await page.getByRole('button', { name: '略過' }).click();
  await page.getByRole('link', { name: '返到呢一集' }).focus();
  await inSiteDatabase(
    `update subscriptions set ends_at = now() where member_id = (select id from members where email = $1)`,
    renter,
  );
  await expect.poll(hasPlan).toBe(false);
  await page.clock.fastForward('01:01:00');
  await page.getByText('你的計劃已包括這一集').waitFor({ state: 'detached' });
  await expect.poll(focused).toBe('你收聽這一集的期限已過。');
  expect(faults).toEqual([]);
  await close();
});

it('takes a link’s offer to what it is for: the code stands in its field, and the price is lower', async () => {
  await inSiteDatabase(
    `with batch as (
       insert into promotion_batches
         (kind, name, discount_type, discount_value, product_kind, product_ids, plan_ids, starts_at, ends_at, max_in_all, created_by)
       values ('link', '試映優惠', 1, 1500, 'premium', '{1203}', '{}', now() - interval '1 day', now() + interval '9 days', 9, 'test')
       returning id)
     insert into promotion_codes (batch_id, code, max_uses) select id, 'WALKEDHERE', 9 from batch`,
    [],
  );
  const { page, faults, close } = await visitAs(RECEIVER, '/member/userinfo/promotion/walkedhere');
  await page.getByText('優惠碼 WALKEDHERE').waitFor();
  await page.getByRole('link', { name: '去購買' }).click();
  await page.getByRole('link', { name: '租看', exact: true }).click();
  const code = page.locator('[name=code]');
  await expect.poll(() => code.inputValue()).toBe('WALKEDHERE');
  expect(faults).toEqual([]);
  // A code for something else is rejected without starting a payment.
  await code.fill('RADIO10');
  await page.getByRole('radio', { name: /JETCO/ }).check();
  await page.getByRole('button', { name: /^付款 HK\$58/ }).click();
  await page.getByRole('alert').getByText('這個優惠碼不適用於這個項目').waitFor();
  await code.fill('WALKEDHERE');
  // The amount is displayed beforehand, also on the button.
  await page.getByText('優惠碼可用，減 HK$15，共付 HK$43。').waitFor();
  await page.getByRole('button', { name: /^付款 HK\$43/ }).click();
  await page.waitForURL(/\/sandbox\/jetco\//);
  await page.getByText(/43\.00/).waitFor();
  await close();
});

it.each([
  ['livestream', 'TICKETLESS', '/live-event/2'],
  ['campaign', 'SETSLESS', '/18c_postcard/payment'],
])('takes a code for a %s to its order, and says before what is paid with it', async (kind, code, path) => {
  await inSiteDatabase(
    `with batch as (
       insert into promotion_batches
         (kind, name, discount_type, discount_value, product_kind, product_ids, plan_ids, starts_at, ends_at, max_in_all, created_by)
       values ('discount', $1, 1, 1500, $1, '{}', '{}', now() - interval '1 day', now() + interval '9 days', 9, 'test')
       returning id)
     insert into promotion_codes (batch_id, code, max_uses) select id, $2, 9 from batch`,
    [kind, code],
  );
  const { page, faults, close } = await visitAs(RECEIVER, path, 1440);
  const isEvent = kind === 'livestream';
  // For ticket holders the code field is in the section for buying more tickets.
  if (isEvent)
    await page
      .locator('summary')
      .filter({ hasText: /加買門票|優惠碼/ })
      .click();
  const field = isEvent ? page.getByLabel('優惠碼（如有）', { exact: true }) : page.locator('[name=code]');
  await field.fill(code.toLowerCase());
  const told = page.getByText(/^優惠碼可用，減 HK\$15，共付 HK\$/);
  await told.waitFor();
  const total = /共付 (HK\$[\d,.]+)。/.exec(await told.innerText())![1]!;
  expect(await axeFaults(page)).toEqual([]);
  if (isEvent) await page.getByRole('button', { name: /^(買門票|加買門票)$/ }).click();
  else {
    expect(await page.locator('dl').getByText(total).count()).toBe(1);
    await page.getByLabel(/收件人/).fill('陳怡');
    await page.getByLabel(/手提電話/).fill('61234567');
    await page.getByLabel(/自提點編號/).fill('852A');
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: '下一步：揀付款方法' }).click();
  }
  await page.waitForURL(isAt(isEvent ? '/member/ticket/purchase' : '/member/userinfo/cancelPayment'));
  await page.getByRole('button', { name: `付款 ${total}` }).waitFor();
  expect(faults).toEqual([]);
  await close();
});

it('sells a member a day of the year without asking who they are, thanks them on its page, and keeps the day from others', async () => {
  const { page, faults, close } = await visitAs(RECEIVER, '/cantopopcorn365days');
  const field = page.getByLabel('揀邊一日');
  const day = await field.evaluate((input: HTMLInputElement) => {
    const at = new Date(`${input.min}T00:00:00Z`);
    at.setUTCDate(at.getUTCDate() + 60);
    return at.toISOString().slice(0, 10);
  });
  await field.fill(day);
  await page.getByRole('button', { name: '要呢日' }).click();
  await page.getByLabel(/讀出街嘅名/).fill('阿怡');
  const next = page.getByRole('button', { name: '下一步：揀付款方法' });
  await next.waitFor();
  expect(await page.locator('[name=email]').count()).toBe(0);
  await page.getByRole('checkbox', { name: /同意/ }).check();
  await next.click();
  await page.waitForURL(isAt('/member/userinfo/cancelPayment'));
  await payByJetco(page);
  await page.waitForURL(isAt('/cantopopcorn365days/thankyou'));
  expect(faults).toEqual([]);
  const standing = await fetch(`${siteUrl()}/api/campaign/cantopopcorn365days`);
  expect(JSON.stringify(await standing.json())).toContain(day);
  await close();
});
