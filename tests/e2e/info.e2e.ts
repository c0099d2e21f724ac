import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFaults, launchBrowser, siteUrl, visit } from '#tests/setup/browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const get = (path: string) => fetch(siteUrl() + path, { redirect: 'manual' });
const html = async (path: string) => (await get(path)).text();
const count = (text: string, part: string) => text.split(part).length - 1;

/** Mails containing a name, once there is one. */
async function mailsAbout(name: string): Promise<string[]> {
  const base = siteUrl();
  for (let tries = 0; tries < 100; tries++) {
    const inbox = await (await fetch(`${base}/sandbox/mail`)).text();
    const links = [...inbox.matchAll(/href="(\/sandbox\/mail\/[^"]+)"/g)].map(([, href = '']) => href);
    const mails = await Promise.all(links.map(async (href) => (await fetch(base + href)).text()));
    const found = mails.filter((mail) => mail.includes(name));
    if (found.length > 0) return found;
    await new Promise((later) => setTimeout(later, 200));
  }
  return [];
}

/** Waits until the bot check has issued a token; without scripts until the form has been open long enough. */
async function becomeHuman(page: Page, withScripts: boolean): Promise<void> {
  if (withScripts) await page.locator('input[name="turnstileToken"]:not([value=""])').waitFor({ state: 'attached' });
  else await page.waitForTimeout(4_500);
}

const photo = () => ({
  name: 'photo.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
});

describe.each([true, false])('the contact form with scripts: %s (R-081)', (withScripts) => {
  it('opens at the first fault, keeps what was written, and is mailed once with its picture', async () => {
    const name = `陳大文${Date.now()}`;
    const { page, faults, close } = await visit(browser, '/contactUs', { javaScriptEnabled: withScripts });
    await becomeHuman(page, withScripts);
    await page.fill('#contact-name', name);
    await page.fill('#contact-email', 'not-an-address');
    await page.locator('#contact-email').press('Enter');
    await page.locator('#contact-email-fault').waitFor();
    expect(await page.locator('#contact-email-fault').innerText()).toContain('格式唔啱');
    expect(await page.locator('#contact-message-fault').innerText()).toContain('呢格要填');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('contact-email');
    expect(await page.inputValue('#contact-name')).toBe(name);
    expect(await page.locator('#contact-email').getAttribute('aria-describedby')).toBe('contact-email-fault');
    if (withScripts) expect(await axeFaults(page)).toEqual([]);

    await page.fill('#contact-email', 'chan@example.com');
    await page.selectOption('#contact-topic', 'complaint');
    await page.fill('#contact-message', '第一行\n第二行');
    // A phone shows as much of a long name as fits.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.setInputFiles('#contact-picture', { ...photo(), name: `${'相'.repeat(80)}.png` });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await becomeHuman(page, withScripts);
    await page.locator('#form button[type="submit"]').dblclick();
    await page.waitForURL('**/contactUs/result?type=sent');
    await page.getByRole('heading', { level: 1, name: '多謝你嘅來信' }).waitFor();
    const mails = await mailsAbout(name);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain('第一行\n第二行');
    expect(mails[0]).toContain('chan@example.com');
    expect(mails[0]).toContain('image/jpeg');
    expect(mails[0]?.includes('未經真人驗證')).toBe(!withScripts);
    expect(faults.filter((fault) => !/status of 400/.test(fault))).toEqual([]);
    await close();
  });
});

describe.each([true, false])('the lost-property form with scripts: %s (R-088, R-320)', (withScripts) => {
  it('says what is wrong in Chinese and in English, and sends a report by keyboard alone (R-319)', async () => {
    const name = `Visitor ${Date.now()}`;
    const { page, close } = await visit(browser, '/traffic/hotline', { javaScriptEnabled: withScripts, width: 390 });
    await becomeHuman(page, withScripts);
    await page.fill('#lostproperty-phone', '9123 456');
    await page.fill('#lostproperty-item', '字'.repeat(501));
    await page.locator('#lostproperty-phone').press('Enter');
    await page.locator('#lostproperty-phone-fault').waitFor();
    const faultOf = (field: string) => page.locator(`#lostproperty-${field}-fault`).innerText();
    expect(await faultOf('name')).toContain('呢格要填 / This field is required');
    expect(await faultOf('phone')).toContain('格式唔啱 / Incorrect format');
    expect(await faultOf('item')).toContain('超出字數上限 / Too long');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('lostproperty-name');

    await page.keyboard.type(name);
    await page.keyboard.press('Tab');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('91234567');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('black bag');
    await page.keyboard.press('Tab');
    await page.keyboard.type('taxi AB1234');
    await page.keyboard.press('Tab');
    await page.keyboard.type('this morning');
    await becomeHuman(page, withScripts);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/traffic/hotline?type=sent');
    await page.locator('main').getByText('We have received your report.').waitFor();
    expect(await mailsAbout(name)).toHaveLength(1);
    await close();
  });
});

describe('the calls of the forms', () => {
  const filled = { topic: 'other', name: 'API', email: 'a@example.com', message: 'x' };
  const post = async (fields: Record<string, string>, picture?: Blob) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    if (picture) body.set('picture', picture, 'a.png');
    const reply = await fetch(`${siteUrl()}/api/contactUs`, { method: 'POST', body });
    return { status: reply.status, body: (await reply.json()) as { response: { detail?: { faults?: unknown } } } };
  };

  it('want a token, and take none that the bot check refuses', async () => {
    for (const token of ['', 'SANDBOX.REFUSED.TOKEN', 'x'.repeat(3000)]) {
      const { status, body } = await post({ ...filled, bot_token: token });
      expect(status).toBe(400);
      expect(body.response.detail?.faults).toEqual([{ field: 'bot_token', message: 'botCheck' }]);
    }
    // A ticket is valid only for pages without scripts.
    const ticket = /name="ticket" value="([^"]+)"/.exec(await html('/contactUs'))?.[1] ?? '';
    expect((await post({ ...filled, ticket })).status).toBe(400);
  });

  it('refuse what is no picture, what is too large, and what is no form', async () => {
    const faults = [{ field: 'picture', message: 'picture' }];
    const text = await post({ ...filled, bot_token: 'a' }, new Blob(['<svg/>'], { type: 'image/png' }));
    expect([text.status, text.body.response.detail?.faults]).toEqual([400, faults]);
    const large = new Blob([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(5_242_880)]);
    const tooLarge = await post({ ...filled, bot_token: 'a' }, large);
    expect([tooLarge.status, tooLarge.body.response.detail?.faults]).toEqual([400, faults]);
    const huge = await post({ ...filled, bot_token: 'a' }, new Blob([Buffer.alloc(13_000_000)])).catch(() => null);
    // The server responds before the body has arrived; a client that is still writing may miss it.
    expect(huge === null || huge.status === 413).toBe(true);
    const garbage = await fetch(`${siteUrl()}/api/contactUs`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: 'nothing of the kind',
    });
    expect(garbage.status).toBe(400);
    const xml = await fetch(`${siteUrl()}/api/traffic/lostproperty`, {
      method: 'POST',
      headers: { 'content-type': 'application/xml' },
      body: '<a/>',
    });
    expect(xml.status).toBe(415);
  });

  it('are not taken from another site', async () => {
    const reply = await fetch(`${siteUrl()}/contactUs`, {
      method: 'POST',
      headers: { origin: 'https://elsewhere.example', 'content-type': 'application/x-www-form-urlencoded' },
      body: 'name=x',
    });
    expect(reply.status).toBe(403);
  });
});

it('tells the outcome to whoever sent, and nothing of it to anybody else (R-081)', async () => {
  const direct = await html('/contactUs/result');
  expect(direct).toContain('未送出過表格');
  expect(direct).toContain('noindex');
  expect((await get('/contactUs')).headers.get('cache-control')).toMatch(/private|no-store/);
  const [first, second] = [await html('/contactUs'), await html('/contactUs')];
  const keyOf = (page: string) => /name="idempotency_key" value="([^"]+)"/.exec(page)?.[1];
  expect(keyOf(first)).toBeDefined();
  expect(keyOf(first)).not.toBe(keyOf(second));
});

describe('the traffic section', () => {
  it('R-084 leads from its main page to every part, the hotline and the seven kinds of data', async () => {
    const page = await html('/traffic');
    for (const part of ['aim', 'info', 'highlight', 'hotline', 'fund', 'phonograph'])
      expect(page).toContain(`href="/traffic/${part}"`);
    for (const type of [1, 2, 3, 4, 5, 6, 7]) expect(page).toContain(`href="/traffic/data/${type}"`);
    expect(page).toContain('tel:1872881');
    // Traffic news, in whichever list.
    expect(new Set(page.match(/\/(?:traffic\/info|news\/traffic)\/\d+/g)).size).toBe(5);
    expect(new Set(page.match(/\/traffic\/highlight\/\d+/g)).size).toBe(12);
  });

  it.each([
    ['R-085', '/traffic/aim'],
    ['R-089', '/traffic/fund'],
    ['R-088', '/traffic/hotline'],
  ])('%s shows the words of %s', async (_rule, path) => {
    expect((await html(path)).replaceAll(/<[^>]+>/g, '')).toMatch(/\p{Script=Han}{20,}/u);
  });

  it.each([
    ['R-086', 'info', 5],
    ['R-087', 'highlight', 12],
    ['R-092', 'phonograph', 12],
  ])('%s lists %s, %i a page, each leading to its own page', async (_rule, list, perPage) => {
    const page = await html(`/traffic/${list}`);
    const links = [...new Set(page.match(new RegExp(`(?<=href=")/traffic/${list}/\\d+[^"]*`, 'g')))];
    expect(links).toHaveLength(perPage);
    expect((await get(links[0] ?? '')).status).toBe(200);
    const more = await html(`/traffic/${list}?page=2`);
    expect(more.match(new RegExp(`(?<=href=")/traffic/${list}/\\d+[^"]*`))?.[0]).not.toBe(links[0]);
  });

  it.each([1, 2, 3, 4, 5, 6, 7])(
    'R-090, R-091 type %i: 15 rows a page, by area, with numbers to call',
    async (type) => {
      const page = await html(`/traffic/data/${type}`);
      expect(count(page, '<th scope="row">')).toBe(15);
      expect(page).toMatch(/href="tel:\d{8,}"/);
      expect(page).toContain('資料最後核對');
      const kowloon = await html(`/traffic/data/${type}?area=KLN`);
      const table = /<tbody>.*<\/tbody>/s.exec(kowloon)?.[0] ?? '';
      expect(table).toContain('九龍');
      expect(table).not.toMatch(/>港島<|>新界</);
    },
  );

  it('R-090 knows no other type', async () => {
    for (const path of [
      '/traffic/data/0',
      '/traffic/data/8',
      '/traffic/data/abc',
      '/traffic/data/01',
      '/traffic/data/1?area=XX',
    ])
      expect((await get(path)).status, path).toBe(404);
  });

  it('lights its entry, whose submenu leads to every part (R-176, R-177)', async () => {
    const { page, close } = await visit(browser, '/traffic/fund');
    const entry = page.locator('nav button[data-key="traffic"]');
    await entry.click();
    expect(await page.locator('#nav-traffic a').count()).toBe(8);
    expect(await entry.getAttribute('aria-current')).toBe('true');
    await close();
  });
});

describe('lasting pages', () => {
  it.each(['aboutCR', 'aboutCRP', 'terms', 'privacy', 'copyright'])('R-093 %s in two languages', async (name) => {
    const chinese = await html(`/staticpage/${name}`);
    const english = await html(`/staticpage/${name}?lang=en`);
    expect(english).toMatch(/<article lang="en"/);
    expect(chinese).not.toMatch(/<article lang="en"/);
    for (const page of [chinese, english])
      for (const language of ['zh-Hant-HK', 'en', 'x-default'])
        expect(page).toMatch(new RegExp(`<link[^>]*hrefLang="${language}"`, 'i'));
    expect(english).toMatch(new RegExp(`rel="canonical" href="[^"]*/staticpage/${name}\\?lang=en"`));
  });

  it('lets a CDN keep a lasting page, which is the same whatever cookies come with the request', async () => {
    for (const path of [
      '/staticpage/terms',
      '/staticpage/terms?lang=en',
      '/staticpage/faq',
      '/staticpage/terms.data',
    ]) {
      const page = await fetch(siteUrl() + path, { headers: { cookie: 'lang=en; cookie_consent=2.3' } });
      expect(page.headers.get('cache-control'), path).toMatch(/^public,.* s-maxage=[1-9]/);
      expect(page.headers.get('vary'), path).toBe('Accept-Encoding');
      expect(page.headers.get('set-cookie'), path).toBeNull();
    }
    const chosen = await fetch(`${siteUrl()}/staticpage/terms`, { headers: { cookie: 'lang=en' } });
    expect(await chosen.text()).not.toMatch(/<article lang="en"/);
  });

  it('R-027 shows a lasting page again in the language that was chosen, until the other is', async () => {
    const { page, close } = await visit(browser, '/staticpage/terms?lang=en');
    await page.waitForFunction(() => document.cookie.includes('lang=en'));
    await page.goto(`${siteUrl()}/staticpage/privacy`);
    await page.locator('main article[lang="en"]').waitFor();
    expect(page.url()).toBe(`${siteUrl()}/staticpage/privacy?lang=en`);
    await page.getByRole('link', { name: '繁體中文' }).click();
    await page.waitForURL('**/staticpage/privacy?lang=zh-Hant');
    await page.waitForFunction(() => document.cookie.includes('lang=zh-Hant'));
    await page.goto(`${siteUrl()}/staticpage/terms`, { waitUntil: 'networkidle' });
    expect(page.url()).toBe(`${siteUrl()}/staticpage/terms`);
    expect(await page.locator('main article[lang]').count()).toBe(0);
    await close();
  });

  it.each(['faq', 'tou', 'usernotice'])('R-094 %s in one language', async (name) => {
    const page = await html(`/staticpage/${name}?lang=en`);
    expect(page).not.toMatch(/<article lang="en"/);
    expect(page).not.toMatch(/<link[^>]*hrefLang/i);
  });

  it('R-095 knows no other name', async () => {
    for (const name of ['nothing', 'faqs', 'ABOUTCR', 'traffic%2Faim', 'archiveUserguide%2F1', '__proto__'])
      expect((await get(`/staticpage/${name}`)).status, name).toBe(404);
  });

  it('R-096 opens the guide with and without a part', async () => {
    expect(await html('/staticpage/archiveUserguide')).toContain('/staticpage/archiveUserguide/2');
    expect((await get('/staticpage/archiveUserguide/2')).status).toBe(200);
    for (const part of ['0', '99', 'x', '02'])
      expect((await get(`/staticpage/archiveUserguide/${part}`)).status, part).toBe(404);
  });

  it('R-097 shows the questions about the live stream', async () => {
    expect((await get('/livestreamfaq')).status).toBe(200);
  });

  it('R-192 opens what is read beside a page in a window of its own, and without scripts as a page', async () => {
    const { page, close } = await visit(browser, '/traffic/aim');
    const popup = page.waitForEvent('popup');
    await page.locator('footer a[href="/staticpage/privacy"]').click();
    expect(new URL((await popup).url()).pathname).toMatch(/^(\/staticpage\/privacy|blank)$/);
    // Another page opens another window: the first stays open.
    const second = page.waitForEvent('popup');
    await page.locator('footer a[href="/staticpage/terms"]').click();
    expect(await second).not.toBe(await popup);
    expect((await popup).isClosed()).toBe(false);
    expect(new URL(page.url()).pathname).toBe('/traffic/aim');
    await close();
    const plain = await visit(browser, '/traffic/aim', { javaScriptEnabled: false });
    await plain.page.locator('footer a[href="/staticpage/privacy"]').click();
    await plain.page.waitForURL(({ pathname }) => pathname === '/staticpage/privacy');
    await plain.close();
  });
});
