import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { build } from 'vite';
import { DEMO_PASSWORD, memberFixtures } from '#fixtures/members.ts';
import { axeFaults, launchBrowser, siteUrl, visit, type Visit } from '#tests/setup/browser.ts';
import { isAt, isMember, logIn, ready, wasPrompted } from './members-site.ts';

// Destination after a log-in: back to the rejected action, and never to another site.

const [plain] = memberFixtures;
const email = plain?.email ?? '';

let browser: Browser;
let prompts = '';
beforeAll(async () => {
  [browser, prompts] = await Promise.all([launchBrowser(), bundlePrompts()]);
});
afterAll(() => browser.close());

/** Handling of a rejected call and its dialogs: the site's own modules, bundled into one script. */
async function bundlePrompts(): Promise<string> {
  const entry = '\0entry';
  const source = `
    import { createElement } from 'react';
    import { createRoot } from 'react-dom/client';
    import { DialogHost } from '/app/components/frame/dialog-host.tsx';
    import { callAsMember, tellRefusal } from '/app/components/member/member-call.ts';
    const place = document.body.appendChild(document.createElement('div'));
    createRoot(place).render(createElement(DialogHost));
    window.pressRefused = async (path) => {
      const answer = await callAsMember(path);
      if (!answer.isOk) tellRefusal(answer, { go: (to) => location.assign(to), pricing: '' });
    };`;
  // Modules are compiled as for the site, not as for tests.
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = 'production';
  const made = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? source : null),
      },
    ],
    build: {
      write: false,
      minify: false,
      rollupOptions: { input: entry, output: { format: 'es', codeSplitting: false } },
    },
  });
  process.env.NODE_ENV = NODE_ENV;
  const outputs = Array.isArray(made) ? made : [made];
  const chunk = outputs.flatMap((one) => ('output' in one ? one.output : [])).find((one) => one.type === 'chunk');
  if (chunk?.type !== 'chunk') throw new Error('the prompts were not built');
  return chunk.code;
}

/** A page on which an action was rejected with a code. */
async function refusedOn(path: string, code: number, options: { width?: number } = {}): Promise<Visit> {
  const visited = await visit(browser, path, options);
  const { page } = visited;
  await ready(page);
  const body = { response_code: code, response_message: 'refused', response: {} };
  await page.route('**/api/refused', (route) => route.fulfill({ status: code === 10_004 ? 401 : 403, json: body }));
  await page.route('**/prompts.js', (route) => route.fulfill({ contentType: 'text/javascript', body: prompts }));
  await page.evaluate('import("/prompts.js").then(() => {})');
  await page.evaluate(() =>
    (window as unknown as { pressRefused: (path: string) => Promise<void> }).pressRefused('/api/refused'),
  );
  return visited;
}

it.each([
  [390, 10_004, '登入之後就聽到節目重溫。'],
  [1440, 20_003, '這是收費內容，請先登入，再訂閱節目重溫計劃。'],
] as const)('at %i px asks a guest whom %i stopped to log in, and leads back', async (width, code, words) => {
  const { page, close } = await refusedOn('/program?channel=903', code, { width });
  const prompt = page.getByRole('alertdialog', { name: '請先登入' });
  await prompt.getByText(words).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  // Nothing is stored if the visitor declines.
  expect((await page.context().cookies()).some(({ name }) => name === 'redirect')).toBe(false);
  await prompt.getByRole('button', { name: '登入' }).click();
  await page.waitForURL(isAt('/member/user/login'));
  const kept = (await page.context().cookies()).find(({ name }) => name === 'redirect');
  expect(decodeURIComponent(kept?.value ?? '')).toBe('/program?channel=903');
  expect((kept?.expires ?? 0) - Date.now() / 1_000).toBeGreaterThan(1_700);
  await ready(page);
  await logIn(page, email, DEMO_PASSWORD);
  await page.waitForURL((url) => url.pathname + url.search === '/program?channel=903');
  expect((await page.context().cookies()).some(({ name }) => name === 'redirect')).toBe(false);
  await close();
});

it('leaves who does not want to log in where they were', async () => {
  const { page, close } = await refusedOn('/chart', 10_004);
  const prompt = page.getByRole('alertdialog', { name: '請先登入' });
  await prompt.getByRole('button', { name: '遲啲先' }).click();
  await prompt.waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/chart');
  await close();
});

const EVIL = [
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/.//evil.example',
  'https:evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  '%2f%2fevil.example',
  '/%2f%2fevil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  ' //evil.example',
  '/..//evil.example',
];

it('never leads to another site after the log-in, whatever the link or the cookie says', async () => {
  for (const to of EVIL) {
    const query = new URLSearchParams({ return: to }).toString();
    const reply = await fetch(`${siteUrl()}/member/user/login?${query}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: `redirect=${encodeURIComponent(to)}` },
      body: new URLSearchParams({ email, password: DEMO_PASSWORD, rememberMe: '' }),
    });
    const location = reply.headers.get('location') ?? '';
    expect([to, reply.status, new URL(location, siteUrl()).origin]).toEqual([to, 303, siteUrl()]);
    expect([to, location.startsWith('//')]).toEqual([to, false]);
  }
});

it.each(['//evil.example', '/\\evil.example', '/\t/evil.example'])(
  'stays on this site when the return address is %j',
  async (to) => {
    const { page, close } = await visit(browser, '/robots.txt', { width: 390 });
    const away: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).hostname.includes('evil')) away.push(request.url());
    });
    await page.context().addCookies([{ name: 'redirect', value: encodeURIComponent(to), url: siteUrl() }]);
    await page.goto(`${siteUrl()}/member/user/login?${new URLSearchParams({ return: to }).toString()}`);
    await ready(page);
    await logIn(page, email, DEMO_PASSWORD);
    await page.waitForURL(isAt('/member/userinfo'));
    expect(await isMember(page)).toBe(true);
    // Members already logged in are redirected by the same rule.
    await page.goto(`${siteUrl()}/member/user/login?${new URLSearchParams({ return: to }).toString()}`);
    expect(new URL(page.url()).origin + new URL(page.url()).pathname).toBe(`${siteUrl()}/member/userinfo`);
    expect(away).toEqual([]);
    await close();
  },
);

it('says that a session is over without stopping the sound of the page', async () => {
  const { page, close } = await visit(browser, '/robots.txt');
  const data = { email, password: DEMO_PASSWORD, rememberMe: false };
  await page.context().request.post(`${siteUrl()}/api/user/login`, { data });
  await wasPrompted(page, 1);
  await page.goto(`${siteUrl()}/member/userinfo/security`);
  await ready(page);
  await page
    .locator('header')
    .getByText(plain?.displayName ?? '')
    .waitFor({ state: 'attached' });
  // Lives as long as the document, like the sound.
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await page.context().request.get(`${siteUrl()}/api/user/logout`);
  await page.getByRole('link', { name: '資料與私隱' }).first().click();
  await page.getByText('登入時間過咗，請再登入').first().waitFor();
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  await close();
});
