import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, siteUrl, visit } from '#tests/setup/browser.ts';

// Tunnel, broken connection, deployment: the page, its input and the player remain, and pending requests complete when
// possible.

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const navigation = (page: Page) => page.getByRole('navigation', { name: '主導覽' });
const notice = (page: Page, kind: string) => page.locator(`[data-obstacle=${kind}]`);

/** Marks the document and the media element. Returns a check that both are still the same. */
async function markPage(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => {
    Object.assign(window, { sameDocument: true });
    Object.assign(document.querySelector('[data-player-media]') ?? {}, { sameElement: true });
  });
  return () =>
    page.evaluate(
      () => 'sameDocument' in window && 'sameElement' in (document.querySelector('[data-player-media]') ?? {}),
    );
}

async function replayPath(): Promise<string> {
  const reply = await fetch(`${siteUrl()}/api/programarchives/1035?limit=1`);
  const { response } = (await reply.json()) as { response: { items: { program_archive_id: number }[] } };
  return `/program/archives/${response.items[0]!.program_archive_id}`;
}

describe('a link', () => {
  it('pressed in a tunnel says so, keeps the page and its player, and goes on by itself', async () => {
    const { page, close } = await visit(browser, '/chart');
    const isSame = await markPage(page);
    await page.context().setOffline(true);
    await navigation(page).getByRole('link', { name: '所有節目' }).click();
    await notice(page, 'page').waitFor();
    expect(new URL(page.url()).pathname).toBe('/chart');
    // Meanwhile the page is not covered, and another link may be followed instead.
    expect(await page.locator('html').getAttribute('data-loading')).toBeNull();
    await navigation(page).getByRole('link', { name: 'DJ 主持' }).click();
    await page.context().setOffline(false);
    await page.waitForURL('**/host');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await notice(page, 'page').waitFor({ state: 'detached' });
    expect(await isSame()).toBe(true);
    await close();
  });

  it('to a page that is broken shows that page as such, and the player plays on', async () => {
    const { page, close } = await visit(browser, '/chart');
    const isSame = await markPage(page);
    await page.route('**/host.data**', (route) => route.fulfill({ status: 500, body: 'no' }));
    await navigation(page).getByRole('link', { name: 'DJ 主持' }).click();
    await page.getByText('錯誤代碼 500').waitFor();
    expect(await isSame()).toBe(true);
    await close();
  });

  it('leads on by its address when a deployment took the code of its page away (R-453)', async () => {
    const { page, close } = await visit(browser, '/chart');
    let gone = true;
    await page.route(/\/assets\/hosts-[^/]*\.js$/, (route) =>
      gone ? route.fulfill({ status: 404 }) : route.continue(),
    );
    // While the radio plays it waits for a press.
    await page.evaluate(() => (window.airwavePlayer = { getPlayerState: () => 1, getHeardAt: () => null }));
    await navigation(page).getByRole('link', { name: 'DJ 主持' }).click();
    const again = notice(page, 'renewed').getByRole('link', { name: '重新載入' });
    await again.waitFor();
    expect(new URL(page.url()).pathname).toBe('/chart');
    gone = false;
    await again.click();
    await page.waitForURL('**/host');
    await close();
  });
});

describe('a press whose code is not there yet', () => {
  it.each<[string, () => Promise<string>, (page: Page) => Locator, string?]>([
    [
      'shares a part of a replay',
      async () => replayPath(),
      (page: Page) => page.getByRole('button', { name: '分享一段' }),
    ],
    ['marks a programme', async () => '/program/1035', (page: Page) => page.locator('main [data-favourite]').first()],
    [
      'shares a channel',
      async () => '/live/903',
      (page: Page) => page.getByRole('group', { name: '播放控制' }).getByRole('button', { name: '分享' }),
      '複製唔到，請喺網址列複製',
    ],
    ['plays a channel', async () => '/', (page: Page) => page.locator('main [data-listen]').first()],
    [
      'buys a ticket',
      async () => '/live-event/2',
      (page: Page) => page.getByRole('button', { name: '買門票' }),
      '未做到，請再試一次。',
    ],
  ])(
    'and in a tunnel says so, and keeps the page: %s',
    async (_what, path, control, words = '而家連唔到，連返線再試。') => {
      const { page, close } = await visit(browser, await path());
      const isSame = await markPage(page);
      const title = await page.getByRole('heading', { level: 1 }).first().innerText();
      await control(page).waitFor();
      await page.context().setOffline(true);
      await control(page).click();
      await page.getByText(words).waitFor();
      expect(await page.getByRole('heading', { level: 1 }).first().innerText()).toBe(title);
      expect(await isSame()).toBe(true);
      await close();
    },
  );
});

it('shows the page of notifications, and says what is missing, where the code of its boxes does not come', async () => {
  const { page, close } = await visit(browser, '/chart');
  await page.route(/\/assets\/(notify|mail)-box-/, (route) => route.abort());
  await page.goto(`${siteUrl()}/following/notify`);
  await page.getByRole('alert').filter({ hasText: '而家較唔到通知' }).waitFor();
  await page.getByText('而家睇唔到電郵通知嘅設定').waitFor();
  await page.getByRole('heading', { level: 1, name: '通知' }).waitFor();
  await close();
});

describe('a form', () => {
  const open = async () => {
    const { page, close } = await visit(browser, '/member/user/forgetPassword');
    await page.locator('[name=email]').fill('nobody@demo.radio.example');
    // The bot check's stand-in passes automatically.
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[name=turnstileToken]')?.value);
    return {
      page,
      close,
      isSame: await markPage(page),
      send: () => page.locator('main form button[type=submit]').click(),
    };
  };

  it('whose way breaks keeps its page and its words, says so, and is sent when there is a way', async () => {
    const { page, close, isSame, send } = await open();
    let broken = true;
    await page.route('**/forgetPassword.data**', (route) => (broken ? route.abort() : route.continue()));
    await send();
    await notice(page, 'form').waitFor();
    // The form says the same: a payment that is sent by itself must not be asked for again.
    await page.locator('main form').getByText('一連返就會自動送出').waitFor();
    expect(await page.getByText('連返線再試').count()).toBe(0);
    expect(await page.locator('[name=email]').inputValue()).toBe('nobody@demo.radio.example');
    expect(new URL(page.url()).pathname).toBe('/member/user/forgetPassword');
    broken = false;
    await page.waitForURL('**/member/user/resetPasswordMailSent');
    expect(await isSame()).toBe(true);
    await close();
  });

  it('that the server breaks on keeps its page and its words, and can be sent again', async () => {
    const { page, close, isSame, send } = await open();
    await page.route('**/forgetPassword.data**', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 500, body: 'no' }) : route.continue(),
    );
    await send();
    await notice(page, 'failed').waitFor();
    expect(await page.locator('[name=email]').inputValue()).toBe('nobody@demo.radio.example');
    await page.locator('main form button[type=submit]:not([aria-disabled])').waitFor();
    expect(await isSame()).toBe(true);
    await close();
  });
});

describe('without a network', () => {
  it('a page that is loaded is the station’s own offline page, which goes on by itself; no other page is ever kept', async () => {
    const context = await browser.newContext({ serviceWorkers: 'allow' });
    const page = await context.newPage();
    await page.goto(siteUrl(), { waitUntil: 'load' });
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.goto(`${siteUrl()}/news`);
    await page.goto(`${siteUrl()}/chart`);
    const kept = await page.evaluate(async () =>
      (await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys())))
        .flat()
        .map(({ url }) => url),
    );
    expect(
      kept
        .map((url) => new URL(url))
        .filter(({ pathname }) => !pathname.startsWith('/assets/'))
        .map(({ pathname }) => pathname),
    ).toEqual(['/offline']);
    await context.setOffline(true);
    await page.goto(`${siteUrl()}/host`);
    await page.getByRole('heading', { name: '而家冇網絡' }).waitFor();
    // Its styles are available offline.
    expect(await page.locator('h1').evaluate((h1) => getComputedStyle(h1).textAlign)).toBe('center');
    expect(new URL(page.url()).pathname).toBe('/host');
    await context.setOffline(false);
    await navigation(page).waitFor();
    expect(new URL(page.url()).pathname).toBe('/host');
    await context.close();
  });
});
