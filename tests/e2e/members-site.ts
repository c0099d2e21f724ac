import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { siteUrl } from '#tests/setup/browser.ts';

// Actions and conditions for tests of members.

const fetchText = async (path: string) =>
  (await (await fetch(siteUrl() + path)).text()).replaceAll(/&#(\d+);/g, (_, code: string) =>
    String.fromCharCode(Number(code)),
  );

/** Polls for a result: mails and texts are sent by a worker. */
async function until<T>(ask: () => Promise<T | undefined>): Promise<T> {
  for (let round = 0; round < 60; round++) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error('nothing arrived');
}

/** The newest link of a kind mailed to an address. */
export const mailedLink = (to: string, page: string) =>
  until(async () => {
    const rows = (await fetchText('/sandbox/mail')).split('<tr>').filter((row) => row.includes(`<td>${to}</td>`));
    for (const row of rows) {
      const [, path = ''] = /href="(\/sandbox\/mail\/[^"]+)"/.exec(row) ?? [];
      const [link] = new RegExp(`${page}\\?code=[\\w-]+`).exec(await fetchText(path)) ?? [];
      if (link) return link;
    }
    return undefined;
  });

/** The six-digit verification code mailed to an address. */
export const mailedDigits = (to: string) =>
  until(async () => {
    const row = (await fetchText('/sandbox/mail')).split('<tr>').find((one) => one.includes(`<td>${to}</td>`));
    const [, path = ''] = /href="(\/sandbox\/mail\/[^"]+)"/.exec(row ?? '') ?? [];
    return path === '' ? undefined : /(?:>|&gt;|：)\s*(\d{6})(?!\d)/.exec(await fetchText(path))?.[1];
  });

/** Mails to an address so far, by subject. */
export const mailsTo = async (to: string) =>
  (await fetchText('/sandbox/mail'))
    .split('<tr>')
    .filter((row) => row.includes(`<td>${to}</td>`))
    .join('\n');

export const textedCode = (phone: string) =>
  until(async () => {
    const row = (await fetchText('/sandbox/phones')).split('<li').find((one) => one.includes(phone));
    return /(\d{4})是你的/.exec(row ?? '')?.[1];
  });

export const ready = (page: Page) => page.waitForFunction(() => sessionStorage.getItem('airwave.ready') === '1');
/** A form with the bot check can be submitted once that has a token. */
export const seen = (page: Page) =>
  page.waitForFunction(() => document.querySelector<HTMLInputElement>('[name=turnstileToken]')?.value !== '');
/** Name of the focused field; polled, because focus is set after rendering. */
export const focusIn = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name') ?? ''));
export const isAt = (path: string) => (url: URL) => url.pathname === path;
export const isMember = async (page: Page) =>
  (await page.context().cookies()).some(({ name, value }) => name === '__Host-session' && value !== '');

export async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.locator('[name=email]').fill(email);
  await page.locator('[name=password]').fill(password);
  await page.getByRole('button', { name: '登入', exact: true }).click();
}

/** Tabs to the element with this name or text. */
export async function reach(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 12; presses++) {
    const at = await page.evaluate(() => {
      const element = document.activeElement;
      return element?.getAttribute('name') ?? element?.textContent;
    });
    if (at === name) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${name} cannot be reached`);
}

/**
 * An address may register twenty times an hour, so each registration uses an address of its own, as behind the site's
 * proxy.
 */
let registered = 0;

/** Creates a member by API calls; the phone is unverified. */
export async function newMember(email: string, password: string, phone: string): Promise<void> {
  const from = `2001:db8:${(++registered).toString(16)}:${Number(phone).toString(16).slice(-4)}::1`;
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': from };
    const reply = await fetch(siteUrl() + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
  };
  await post('/api/user/register', {
    email,
    surname: '陳',
    given_name: '大文',
    dispaly_name: '大文',
    phone_no_country: '852',
    phone_no: phone,
    verify_sms: false,
    gender: 'F',
    dob: '1990-05-17',
    is_subscribe_edm: false,
    under_18_terms: false,
    turnstileToken: `${crypto.randomUUID()}.action-register`,
  });
  const [, verify_code] = (await mailedLink(email, '/member/register/welcome')).split('code=');
  await post('/api/user/resetPassword', { password, confirmed_password: password, verify_code });
}

/**
 * Dismisses the once-per-tab prompts of a member, such as the archive tutorial, which belong to other tests. The tab
 * shows any address of the site, and with no script added it can be used again.
 */
export const wasPrompted = (page: Page, memberId: number): Promise<void> =>
  page.evaluate((id) => sessionStorage.setItem('airwave.prompted_for', id), String(memberId));

/** Another tab of the same member, without prompts too. A context that was used before has another size than its tab. */
export async function anotherTab(page: Page): Promise<Page> {
  const told = await page.evaluate(() => sessionStorage.getItem('airwave.prompted_for'));
  const other = await page.context().newPage();
  await other.setViewportSize(page.viewportSize()!);
  await other.goto(new URL('/robots.txt', page.url()).href);
  await wasPrompted(other, Number(told));
  return other;
}

/** Logs a tab of the site in by a call, without the prompts of its member. */
export async function logInByCall(page: Page, email: string, password: string): Promise<void> {
  const { request } = page.context();
  const reply = await request.post(`${siteUrl()}/api/user/login`, { data: { email, password, rememberMe: false } });
  if (!reply.ok()) throw new Error(`the log-in answered ${reply.status()}`);
  const state = await request.get(`${siteUrl()}/api/user/state`);
  const { response } = (await state.json()) as { response: { user: { user_id: number } } };
  await wasPrompted(page, response.user.user_id);
}
