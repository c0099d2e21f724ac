import { afterAll, beforeAll, expect, it } from 'vitest';
import { siteUrl } from '#tests/setup/browser.ts';
import { inSiteDatabase } from '#tests/setup/site-database.ts';

// Guessing of codes, by calls and by forms without scripts: the reply to the eleventh attempt.

const EMAIL = 'siuming@demo.radio.example';
const PASSWORD = 'airwave-demo-881';
let cookie = '';

const ask = (path: string, init: RequestInit = {}) =>
  fetch(siteUrl() + path, {
    redirect: 'manual',
    ...init,
    headers: { origin: siteUrl(), cookie, ...(init.headers as Record<string, string>) },
  });
const call = (path: string, body: object) =>
  ask(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
const post = (path: string, fields: Record<string, string>) =>
  ask(path, { method: 'POST', body: new URLSearchParams(fields) });
const forget = () => inSiteDatabase("delete from attempts where key like 'code:%'", []);

beforeAll(async () => {
  const reply = await call('/api/user/login', { email: EMAIL, password: PASSWORD, rememberMe: false });
  expect(reply.status).toBe(200);
  cookie = reply.headers
    .getSetCookie()
    .map((one) => one.split(';')[0]!)
    .join('; ');
});
afterAll(forget);

const sale = (product_type: string, code: string) => ({
  product_type,
  lines: [{ kind: product_type.toLowerCase(), id: 1, unit: null, quantity: 1, promotion_code: code }],
  terms_version: null,
});
const plan = (code: string) => ({ subscription_plan_id: 2, is_autopay: false, promotion_code: code });

const CALLS: [path: string, body: (code: string) => object][] = [
  ['/api/userinfo/redeem', (redeem_code) => ({ redeem_code })],
  ['/api/premium/redeem', (redeem_code) => ({ redeem_code })],
  ['/api/payment/promotionOnlineSubscription', plan],
  ['/api/payment/quoteSale', (code) => sale('Premium', code)],
  ['/api/payment/salesTransaction', (code) => sale('Livestream', code)],
];
it.each(CALLS)('a call to %s is refused at the eleventh wrong code, with when', async (path, body) => {
  await forget();
  const replies = await Promise.all(Array.from({ length: 20 }, (_, i) => call(path, body(`GUESS${i}`))));
  expect(replies.filter(({ status }) => status === 404)).toHaveLength(10);
  const refused = replies.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(10);
  for (const reply of refused) {
    const { response } = (await reply.json()) as { response: { detail: { retry_after_seconds: number } } };
    expect(response.detail.retry_after_seconds).toBeGreaterThan(3_500);
    expect(Number(reply.headers.get('retry-after'))).toBe(response.detail.retry_after_seconds);
  }
});

/** `looks`: attempts counted by one request, because a page that is posted to also looks up the code of its address. */
const PAGES: [name: string, looks: number, door: (code: string) => Promise<Response>][] = [
  ['the price of a plan', 1, (code) => ask(`/member/userinfo/newSubscription?plan=2&code=${code}`)],
  ['what a code gives', 1, (code) => ask(`/member/userinfo/redeem?code=${code}`)],
  ['the offer of a link', 1, (code) => ask(`/member/userinfo/promotion/${code}`)],
  ['the use of a code', 2, (code) => post(`/member/userinfo/redeem?code=${code}`, { intent: 'redeem', code })],
];
it.each(PAGES)(
  'a page without scripts says at the eleventh look for %s when to come again, and keeps what was typed',
  async (_name, looks, door) => {
    await forget();
    for (let i = 0; i < 10 / looks; i++) expect((await door(`GUESS${i}`)).status).toBeLessThan(429);
    const reply = await door('GUESS-11');
    expect(reply.status).toBe(429);
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(3_500);
    const page = await reply.text();
    expect(page).toMatch(/嘗試次數太多，請於(?:<!-- -->)? ?(?:60|59) 分鐘後再試/);
    expect(page).toContain('value="GUESS-11"');
  },
);
