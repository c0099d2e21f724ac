import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFaults, launchBrowser, siteUrl, visit } from '#tests/setup/browser.ts';
import { adsOrigin } from './ads-stand-in.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

async function open(path: string, width: number, by = browser) {
  const { page, faults, close } = await visit(by, path, { width });
  await page.waitForFunction(() => sessionStorage.getItem('airwave.ready') === '1');
  return {
    page,
    context: page.context(),
    close: async () => {
      await close();
      expect(faults).toEqual([]);
    },
  };
}

it('shows the consent bar until it is accepted, and keeps that for a year (R-255, R-257)', async () => {
  const { page, context, close } = await open('/', 1440);
  const bar = page.getByRole('region', { name: 'Cookie 通知' });
  await bar.waitFor();
  expect(
    await page.evaluate(() =>
      getComputedStyle(document.querySelector('body > footer')!).getPropertyValue('--float-offset').trim(),
    ),
  ).toBe('95px');
  await bar.getByRole('button', { name: '全部接受' }).click();
  await bar.waitFor({ state: 'hidden' });
  expect(
    await page.evaluate(() =>
      getComputedStyle(document.querySelector('body > footer')!).getPropertyValue('--float-offset').trim(),
    ),
  ).toBe('5px');
  const kept = async () => (await context.cookies()).find((c) => c.name === 'cookie_consent');
  await expect.poll(kept).toBeDefined();
  const cookie = await kept();
  expect(cookie?.expires).toBeGreaterThan(Date.now() / 1000 + 360 * 86_400);
  expect(cookie?.secure).toBe(true);
  await close();
});

it('hides the consent bar for one view when it is skipped (R-256)', async () => {
  const { page, close } = await open('/', 390);
  const bar = page.getByRole('region', { name: 'Cookie 通知' });
  await page.getByRole('button', { name: '暫不接受' }).click();
  await bar.waitFor({ state: 'hidden' });
  // A page of a list counts as a view.
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), { href: '/?page=1', textContent: 'Next' });
    document.querySelector('main')?.prepend(link);
  });
  await page.getByRole('link', { name: 'Next' }).click();
  await bar.waitFor();
  await page.getByRole('button', { name: '暫不接受' }).click();
  await page.reload();
  await bar.waitFor();
  await close();
});

it('opens the toolbar of a phone to rows and closes it again (R-259)', async () => {
  const { page, close } = await open('/', 390);
  const toolbar = page.locator('section[data-live-toolbar]');
  expect(await toolbar.getAttribute('data-live-toolbar')).toBe('0');
  await page.getByRole('button', { name: '展開直播列' }).click();
  expect(await toolbar.getAttribute('data-live-toolbar')).toMatch(/^[12]$/);
  expect(await page.locator('#live-toolbar-rows li').count()).toBe(3);
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: '收起直播列' }).click();
  expect(await toolbar.getAttribute('data-live-toolbar')).toBe('0');
  await close();
});

const focusedWords = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');

it.each([1440, 390])('opens the member panel at %i px, keeps the focus in it, and gives it back', async (width) => {
  const { page, close } = await open('/', width);
  const opener = page.getByRole('button', { name: '開啟選單' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: '會員選單' });
  await panel.waitFor();
  const box = await panel.boundingBox();
  expect(Math.round(box?.width ?? 0)).toBe(width === 390 ? 390 : 400);
  expect(await axeFaults(page)).toEqual([]);
  for (let i = 0; i < 12; i++) {
    await page.keyboard.press('Tab');
    expect(
      await page.evaluate(
        () =>
          document.activeElement === document.body ||
          document.querySelector('dialog')?.contains(document.activeElement),
      ),
    ).toBe(true);
  }
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await expect.poll(() => focusedWords(page)).toContain('開啟選單');
  await close();
});

it('opens a submenu by keyboard, and Escape gives the focus back', async () => {
  const { page, close } = await open('/', 1440);
  const button = page.getByRole('navigation', { name: '主導覽' }).getByRole('button', { name: '節目表' });
  await button.focus();
  await page.keyboard.press('Enter');
  expect(await button.getAttribute('aria-expanded')).toBe('true');
  await page.keyboard.press('Tab');
  expect(await focusedWords(page)).toBe('雷霆881');
  await page.keyboard.press('Escape');
  expect(await button.getAttribute('aria-expanded')).toBe('false');
  expect(await focusedWords(page)).toContain('節目表');
  await close();
});

it('goes from page to page without loading the document again', async () => {
  const { page, close } = await open('/', 1440);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await page.getByRole('navigation', { name: '主導覽' }).getByRole('link', { name: '所有節目' }).click();
  await page.waitForURL('**/program');
  await page.waitForFunction(() => sessionStorage.getItem('airwave.nav_key') === 'programs');
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  await close();
});

it.each([
  [1440, 95, 5],
  [390, 65, 15],
])(
  'keeps the way back to the top at its distance at %i px: %i over the consent bar, else %i (R-257)',
  async (width, asked, given) => {
    const { page, close } = await open('/program', width);
    // Consent would start advertising, whose overlay is one more bar at the bottom.
    await page.route(`${await adsOrigin()}/**`, (route) => route.abort('blockedbyclient'));
    // Where there is no space beside the page it appears when scrolling back up.
    await page.evaluate(() => window.scrollTo({ top: 900, behavior: 'instant' }));
    await page.locator('button[aria-label="返回頁頂"]').waitFor({ state: 'attached' });
    await page.evaluate(() => window.scrollTo({ top: 600, behavior: 'instant' }));
    const top = page.getByRole('button', { name: '返回頁頂' });
    const distances = async () => {
      await top.waitFor();
      const { x = 0, y = 0, width: w = 0, height: h = 0 } = (await top.boundingBox()) ?? {};
      const view = await page.evaluate(() => ({ width: document.documentElement.clientWidth, height: innerHeight }));
      return { side: Math.round(view.width - x - w), foot: Math.round(view.height - y - h) };
    };
    const before = await distances();
    const bar = await page.getByRole('region', { name: 'Cookie 通知' }).boundingBox();
    // Clear of a higher bar.
    expect(before.foot).toBe(Math.max(asked, Math.round(bar?.height ?? Number.NaN) + 5));
    await page.getByRole('button', { name: '全部接受' }).click();
    await page.getByRole('region', { name: 'Cookie 通知' }).waitFor({ state: 'hidden' });
    // The height of the bar is measured again in the next frame.
    await expect.poll(distances).toEqual({ side: before.side, foot: given });
    // At the end of the page it covers nothing clickable, and the footer ends the window.
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    const box = await top.boundingBox();
    const under = await page.locator('body > footer :is(a, button)').evaluateAll(
      (all, at) =>
        all
          .map((each) => ({ words: each.textContent, rect: each.getBoundingClientRect() }))
          .filter(
            ({ rect }) =>
              rect.right > at.x && rect.left < at.x + at.width && rect.bottom > at.y && rect.top < at.y + at.height,
          )
          .map(({ words }) => words),
      box ?? { x: 0, y: 0, width: 0, height: 0 },
    );
    expect(under).toEqual([]);
    const foot = await page.locator('body > footer').boundingBox();
    expect(Math.round((foot?.y ?? 0) + (foot?.height ?? 0))).toBe(await page.evaluate(() => innerHeight));
    await close();
  },
);

it.each([640, 195])(
  'lays the consent bar over nothing that has the focus, at %i px as a zoom makes them',
  async (width) => {
    const { page, close } = await open('/contactUs', width);
    await page.setViewportSize({ width, height: width === 640 ? 450 : 332 });
    const bar = page.getByRole('region', { name: 'Cookie 通知' });
    for (let presses = 0; presses < 40; presses++) {
      await page.keyboard.press('Tab');
      const { barTop, bottom, words } = await bar.evaluate((element) => {
        const at = document.activeElement;
        const isOfBar = element.contains(at) || at === document.body;
        return {
          // A bar in the document flow covers nothing.
          barTop: getComputedStyle(element).position === 'fixed' ? element.getBoundingClientRect().top : Infinity,
          bottom: isOfBar
            ? 0
            : Math.min(at?.getBoundingClientRect().bottom ?? 0, (at?.getBoundingClientRect().top ?? 0) + 40),
          words: at?.textContent,
        };
      });
      expect(bottom, words ?? '').toBeLessThanOrEqual(barTop + 1);
    }
    await close();
  },
);

it('scrolls no page sideways that is enlarged four times on a small screen', async () => {
  const { page, close } = await open('/', 195);
  const wide: string[] = [];
  for (const path of ['/', '/live/903', '/program/archives', '/live-event/1', '/18c_postcard']) {
    await page.goto(siteUrl() + path, { waitUntil: 'load' });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (over > 0) wide.push(`${path}: ${over}`);
  }
  expect(wide).toEqual([]);
  await close();
});

it('draws the name in the masthead at once and its mark after 1.5 s, without a shift (R-164)', async () => {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  let letGo = () => {};
  const held = new Promise<void>((go) => (letGo = go));
  await page.route('**/assets/**/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${siteUrl()}/chart`, { waitUntil: 'commit' });
  const name = page.locator('header').getByRole('img', { name: 'CR電台主頁' });
  await name.locator('path').last().waitFor({ state: 'attached' });
  // Measured before it is painted, a page may not have its styles yet.
  await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0);
  const before = await name.boundingBox();
  expect(await name.locator('use').count()).toBe(0);
  letGo();
  await name.locator('use').waitFor({ state: 'attached' });
  expect(await name.boundingBox()).toEqual(before);
  // As high as its advertisement, from the first paint.
  expect((await page.locator('header > div').first().boundingBox())?.height).toBe(108);
  await page.context().close();
});

it('prints its words and pictures, without bars and boxes', async () => {
  const pictured = await launchBrowser({ pictures: true });
  const { page, close } = await open('/', 1440, pictured);
  await page.emulateMedia({ media: 'print' });
  await page.waitForFunction(() =>
    [...document.querySelectorAll('main img')].every(
      (img) => (img as HTMLImageElement).complete && (img as HTMLImageElement).naturalWidth > 0,
    ),
  );
  for (const bar of ['body > header', 'nav', 'footer', '[data-consent-bar]', '[data-label]'])
    for (const each of await page.locator(bar).all()) expect(await each.isVisible(), bar).toBe(false);
  await close();
  await pictured.close();
});

it('names the styles of every page so that no part loaded later adds them again, behind those of the page', async () => {
  const sheets = async (path: string) =>
    [
      ...(await (await fetch(new URL(path, siteUrl()))).text()).matchAll(
        /<link[^>]* rel="stylesheet"[^>]* href="([^"]+)"/g,
      ),
    ].map(([, href]) => href ?? '');
  // This page has only the root's style sheets.
  const everywhere = await sheets('/offline');
  expect(everywhere.length).toBeGreaterThan(0);
  expect(everywhere.filter((href) => href.endsWith('#'))).toEqual([]);
  expect((await sheets('/live/903')).slice(0, everywhere.length)).toEqual(everywhere);
});

it('shows the way back to the top past 200 px and not before (R-194)', async () => {
  const { page, close } = await open('/program', 1440);
  const top = page.getByRole('button', { name: '返回頁頂' });
  expect(await top.count()).toBe(0);
  await page.evaluate(() => window.scrollTo(0, 600));
  await top.click();
  await page.waitForFunction(() => window.scrollY === 0);
  await close();
});

it('covers nothing with the way back to the top for who reads on or has the focus there (R-194, R-257)', async () => {
  const { page, close } = await open('/program', 390);
  await page.getByRole('button', { name: '暫不接受' }).click();
  const top = page.getByRole('button', { name: '返回頁頂' });
  const turn = (byPx: number) => page.evaluate((px) => window.scrollBy({ top: px, behavior: 'instant' }), byPx);
  await turn(900);
  await page.locator('[data-aside]').waitFor({ state: 'attached' });
  expect(await top.count()).toBe(0);
  await turn(-100);
  await top.waitFor();
  const box = (await top.boundingBox())!;
  expect([box.x + box.width, box.y + box.height]).toEqual([390 - 15, page.viewportSize()!.height - 15]);
  await page.evaluate(
    ([x, y]) => {
      const field = document.createElement('button');
      Object.assign(field.style, { position: 'fixed', left: `${x}px`, top: `${y}px`, width: '20px', height: '20px' });
      document.querySelector('main')!.append(field);
      field.focus({ preventScroll: true });
    },
    [box.x, box.y],
  );
  await top.waitFor({ state: 'hidden' });
  await turn(-50);
  await top.waitFor();
  // At the end the last line is above it.
  await page.evaluate(() => window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
  await top.waitFor();
  const last = (await page.locator('body > footer p').last().boundingBox())!;
  expect(last.y + last.height).toBeLessThanOrEqual((await top.boundingBox())!.y);
  await close();
});

it('covers the page when a view takes longer than half a second, and not before (R-035, R-163)', async () => {
  const { page, close } = await open('/', 1440);
  // Half a second may pass on a busy machine before the test looks.
  await page.clock.install();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  let release = () => {};
  const held = new Promise<void>((go) => (release = go));
  await page.route('**/*.data*', async (route) => {
    await held;
    await route.continue();
  });
  const loader = page.getByRole('img', { name: '載入緊，請等等' });
  const asked = page.waitForRequest(/\.data/);
  await page.getByRole('navigation', { name: '主導覽' }).getByRole('link', { name: 'DJ 主持' }).click();
  await asked;
  await page.clock.runFor(400);
  expect(await loader.count()).toBe(0);
  await expect
    .poll(async () => {
      await page.clock.runFor(100);
      return loader.count();
    })
    .toBe(1);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('hidden');
  await page.clock.resume();
  release();
  await loader.waitFor({ state: 'detached' });
  await close();
});

it('applies a language of the address and keeps it (R-026, R-027)', async () => {
  const { page, context, close } = await open('/program?lang=en', 1440);
  expect((await context.cookies()).find((c) => c.name === 'lang')?.value).toBe('en');
  expect(await page.locator('html').getAttribute('lang')).toBe('zh-Hant-HK');
  await close();
});

it('remembers window name, navigation key, user agent and readiness after each navigation (R-028 to R-032)', async () => {
  const { page, close } = await open('/timetable/903', 1440);
  const stored = await page.evaluate(() => Object.fromEntries(Object.entries(sessionStorage)));
  expect(stored).toMatchObject({
    'airwave.window_name': 'other',
    'airwave.nav_key': 'timetable',
    'airwave.news_nav_key': '',
    'airwave.ready': '1',
  });
  expect(stored['airwave.user_agent']).toContain('Mozilla');
  await close();
});

it('draws edges round what floats where the visitor’s own colours rule', async () => {
  const { page, close } = await visit(browser, '/', { forcedColors: 'active' });
  const edge = (of: string) =>
    page
      .locator(of)
      .first()
      .evaluate((each) => getComputedStyle(each).borderTopWidth);
  expect(Number.parseFloat(await edge('[data-consent-bar]'))).toBeGreaterThan(0);
  expect(Number.parseFloat(await edge('nav[aria-label="主導覽"]'))).toBeGreaterThan(0);
  await page.evaluate(() => window.scrollTo(0, 600));
  await page.getByRole('button', { name: '返回頁頂' }).waitFor();
  expect(Number.parseFloat(await edge('button[aria-label="返回頁頂"]'))).toBeGreaterThan(0);
  await page.getByRole('button', { name: '開啟選單' }).click();
  await page.getByRole('dialog').first().waitFor();
  expect(Number.parseFloat(await edge('dialog'))).toBeGreaterThan(0);
  await close();
});

it('looks at a row that changed its width when it has come to rest for 800 ms, not before (R-454)', async () => {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  // The row's first measurement uses a timer of this clock too, and is over before the clock is paused.
  await page.clock.install();
  await page.goto(siteUrl(), { waitUntil: 'load' });
  const row = page.locator('main div:has(> button) + ul[aria-label]').first();
  await row.waitFor();
  // From here on the page's timers follow this clock, which is paused.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  const arrows = page.locator(`main button[aria-label^="${await row.getAttribute('aria-label')}"]`);
  expect(await arrows.count()).toBe(2);
  // Wide enough for the remaining cards. An observer created after the row's own is notified after it.
  await row.evaluate(
    (list: HTMLElement) =>
      new Promise<void>((done) => {
        const before = list.clientWidth;
        new ResizeObserver(() => {
          if (list.clientWidth !== before) return done();
          for (const card of [...list.children].slice(2)) (card as HTMLElement).style.display = 'none';
          list.style.width = `${before - 20}px`;
        }).observe(list);
      }),
  );
  await page.clock.runFor(700);
  expect(await arrows.count()).toBe(2);
  await page.clock.runFor(200);
  await arrows.first().waitFor({ state: 'detached' });
  await page.context().close();
});
