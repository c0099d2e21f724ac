import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { faultsAtBothWidths, launchBrowser, siteUrl, visit } from '#tests/setup/browser.ts';
import { mailedDigits } from './members-site.ts';

// A guest supports, buys and replies: from the landing page to the choice of a provider, with scripts and without.

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const isPayPage = (url: URL) => url.pathname === '/member/user/guestOrders';

/** Verifies the guest's address with the mailed code; the order then exists. */
async function proveAndPay(page: Page, email: string): Promise<void> {
  await page.getByLabel('電郵', { exact: false }).first().fill(email);
  await page.getByRole('checkbox', { name: /同意/ }).check();
  await page.getByRole('button', { name: '寄驗證碼' }).click();
  const code = page.locator('[name=verify_code]');
  await code.waitFor();
  await code.fill(await mailedDigits(email));
  await page.getByRole('button', { name: '確認，去付款' }).click();
  await page.waitForURL(isPayPage);
}

it('lets a guest choose a day in its field and leads them, by a mailed code, to pay for it', async () => {
  const { page, faults, close } = await visit(browser, '/cantopopcorn365days', { width: 390 });
  expect(await page.getByRole('img', { name: /365 日入面/ }).count()).toBe(1);
  const day = page.getByLabel('揀邊一日');
  const chosen = await day.evaluate((field: HTMLInputElement, ahead) => {
    const at = new Date(`${field.min}T00:00:00Z`);
    at.setUTCDate(at.getUTCDate() + ahead);
    return at.toISOString().slice(0, 10);
  }, 90);
  await day.fill(chosen);
  await page.getByRole('button', { name: '要呢日' }).click();
  await page.getByRole('heading', { name: '付款', level: 1 }).waitFor();
  expect(await faultsAtBothWidths(page)).toEqual([]);
  await page.getByLabel(/讀出街嘅名/).fill('阿怡同埋阿媽');
  await proveAndPay(page, 'day@guests.example.com');
  // Reserved: the next visitor sees that, with nearby days.
  await page.goto(`${siteUrl()}/cantopopcorn365days/payment?day=${chosen}&item=${await itemOf('medium')}`);
  await page.getByText('已經有人揀咗').waitFor();
  expect(await page.getByRole('link', { name: /月\d+日/ }).count()).toBe(3);
  expect(faults).toEqual([]);
  await close();
});

async function itemOf(code: string): Promise<number> {
  const reply = await fetch(`${siteUrl()}/api/campaign/cantopopcorn365days`);
  const { response } = (await reply.json()) as { response: { products: { id: number; code: string }[] } };
  return response.products.find((one) => one.code === code)?.id ?? 0;
}

it('sells goods without scripts: how many, how they are sent, where to, and whose address it is', async () => {
  const { page, close } = await visit(browser, '/18c_postcard', { width: 390, javaScriptEnabled: false });
  await page.getByRole('link', { name: '落單' }).click();
  await page.getByLabel('數量').selectOption('2');
  // Home delivery in Hong Kong requires an address, pick-up does not.
  for (const [way, addresses] of [
    [/香港送貨上門/, 1],
    [/廣播道自取/, 0],
  ] as const) {
    await page.getByRole('radio', { name: way }).check();
    await page.getByRole('button', { name: '改項目' }).click();
    await page.getByLabel(/收件人/).waitFor();
    expect(await page.getByLabel(/地址/).count()).toBe(addresses);
  }
  await page.getByRole('radio', { name: /寄海外/ }).check();
  await page.getByRole('button', { name: '改項目' }).click();
  await page.getByText('HK$440').waitFor();
  await page.getByLabel(/收件人/).fill('Chan Tai Man');
  await page.getByLabel(/手提電話/).fill('61234567');
  await page.getByLabel(/地址/).fill('1 High Street');
  await page.getByLabel(/城市/).fill('London');
  await page.getByLabel(/國家/).selectOption('GB');
  await proveAndPay(page, 'no-scripts@guests.example.com');
  await close();
});

it('answers an invitation by a press and by nothing else, also without scripts, keeps it out of search, and tells no other site where its reader came from', async () => {
  const address = `${siteUrl()}/campaign/reply/demo-invitation-two-02`;
  for (const method of ['GET', 'HEAD', 'GET']) {
    const reply = await fetch(address, { method });
    expect(reply.headers.get('referrer-policy')).toBe('same-origin');
    expect(reply.headers.get('x-robots-tag')).toContain('noindex');
    expect(reply.headers.get('cache-control')).toBe('no-store');
  }
  const stateOf = async () => {
    const reply = await fetch(`${siteUrl()}/api/campaign/reply/demo-invitation-two-02`);
    return ((await reply.json()) as { response: { state: string } }).response.state;
  };
  expect(await stateOf()).toBe('open');
  const { page, faults, close } = await visit(browser, '/campaign/reply/demo-invitation-two-02', {
    width: 390,
    javaScriptEnabled: false,
  });
  await page.getByRole('radio', { name: '嚟', exact: true }).check();
  await page.getByLabel('同行朋友').fill('阿怡\n阿樂');
  await page.getByRole('button', { name: '送出回覆' }).click();
  // Two friends and the invitee are three: the error is at the field to correct.
  const seats = page.getByLabel(/連埋你幾多位/);
  expect(await seats.getAttribute('aria-invalid')).toBe('true');
  const told = (await seats.getAttribute('aria-describedby')) ?? '';
  expect(await page.locator(`#${told}`).textContent()).toContain('2 位朋友連埋你係 3 位');
  // The console reports the 400 of the rejected form.
  expect(faults.splice(0)).toHaveLength(1);
  await seats.selectOption('3');
  await page.getByRole('button', { name: '送出回覆' }).click();
  await page.getByRole('heading', { name: '到時見' }).waitFor();
  expect(await stateOf()).toBe('yes');
  await page.getByText('改回覆').click();
  await page.getByRole('radio', { name: '嚟唔到' }).check();
  await page.getByRole('button', { name: '送出回覆' }).click();
  await page.getByRole('heading', { name: '下次啦' }).waitFor();
  expect(faults).toEqual([]);
  await close();
});

it('answers 404 for a code that nobody has, and says what became of events that are over or cancelled', async () => {
  const words = async (code: string) => {
    const reply = await fetch(`${siteUrl()}/campaign/reply/${code}`);
    return [reply.status, await reply.text()] as const;
  };
  expect((await words('nobody-has-this-000001'))[0]).toBe(404);
  expect((await words('demo-invitation-end-03'))[1]).toContain('回覆已截止');
  expect((await words('demo-invitation-off-04'))[1]).toContain('八號風球');
});

it('loads the styles, the drawing and the texts of its own campaign only', async () => {
  /** Scripts and styles that a page names, with the page itself. */
  const loaded = async (path: string): Promise<string> => {
    const page = await (await fetch(siteUrl() + path)).text();
    const files = [...page.matchAll(/href="(\/assets\/[\w.-]+\.(?:js|css))#?"/g)].map(([, file = '']) => file);
    expect(files.filter((file) => file.endsWith('.css')).length).toBeGreaterThan(2);
    return [page, ...new Set(files)]
      .map((one) => (one === page ? page : readFileSync(`build/client${one}`, 'utf8')))
      .join('\n');
  };
  /** Something of each campaign's styles, and of its landing page's texts. */
  const popcorn = { styles: '#ffb3bd', texts: '爆谷飛到成天都係' };
  const postcard = { styles: '#bfe8d4', texts: '十八層樓嘅唐樓' };
  for (const [root, own, other] of [
    ['/cantopopcorn365days', popcorn, postcard],
    ['/18c_postcard', postcard, popcorn],
  ] as const) {
    const landing = await loaded(root);
    expect(landing).toContain(own.styles);
    expect(landing).toContain(own.texts);
    for (const page of [landing, await loaded(`${root}/payment`), await loaded(`${root}/tnc`)]) {
      expect(page).toContain(own.styles);
      expect(page).not.toContain(other.styles);
      expect(page).not.toContain(other.texts);
    }
    expect(await loaded(`${root}/payment`)).not.toContain(own.texts);
  }
});
