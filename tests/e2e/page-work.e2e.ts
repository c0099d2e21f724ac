import type { Browser, Page } from 'playwright-core';
import type { DataRouter } from 'react-router';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errors } from '#app/text/zh-hk/errors.ts';
import { launchBrowser, siteUrl, visit } from '#tests/setup/browser.ts';

// What the main thread of a phone is spared on a first visit: nodes that React does not hydrate, and routes that the
// router does not read.

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

async function open(path: string, width = 390): Promise<{ page: Page; close: () => Promise<void> }> {
  const { page, faults, close } = await visit(browser, path, { width });
  await page.waitForFunction(() => 'ready' in document.documentElement.dataset);
  return {
    page,
    close: async () => {
      await close();
      expect(faults).toEqual([]);
    },
  };
}

/** Elements of the body that React hydrated, and all of them. */
const hydrated = (page: Page) =>
  page.evaluate(() => {
    const all = [...document.body.querySelectorAll('*')];
    const isReacts = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactFiber'));
    return { own: all.filter(isReacts).length, all: all.length };
  });

interface Router {
  routes: { children?: Router['routes'] }[];
}
const routesKnown = (page: Page) =>
  page.evaluate(() => {
    const count = (routes: Router['routes']): number =>
      routes.reduce((sum, { children = [] }) => sum + 1 + count(children), 0);
    return count((window as unknown as { __reactRouterDataRouter: Router }).__reactRouterDataRouter.routes);
  });

/**
 * Waits until the page names what is on air: one that was rendered before a programme ended is served once more after it, and
 * the browser then draws the live toolbar itself.
 */
const isOfNow = (path: string) =>
  expect
    .poll(async () => {
      const html = await (await fetch(siteUrl() + path)).text();
      const ends = [...html.matchAll(/ data-elapsed="\d+ (\d+)"/g)].map(([, endsAtMs]) => Number(endsAtMs));
      return ends.length > 0 && Math.min(...ends) > Date.now();
    })
    .toBe(true);

describe('a first visit', () => {
  // Ratchets; what they count does not depend on the machine.
  it.each([
    ['/', 200],
    ['/live/903', 330],
    ['/program/archives', 225],
    ['/news', 110],
    ['/crgovideo', 150],
    ['/article/latest', 95],
  ])('of %s hydrates no more elements than it may: %i', async (path, limit) => {
    await isOfNow(path);
    const { page, close } = await open(path);
    const { own, all } = await hydrated(page);
    expect(all).toBeGreaterThan(own);
    expect(own).toBeLessThanOrEqual(limit);
    await close();
  });

  it('is not restyled as a whole for a bar at its bottom', async () => {
    const { page, close } = await open('/');
    await page.waitForFunction(() => document.body.style.getPropertyValue('--breaking-height') !== '');
    // Of a property that is inherited, every element would get the height.
    const inherited = await page.evaluate(() => {
      const { style } = document.body;
      const names = [...style].filter((name) => name.startsWith('--'));
      for (const name of names) style.setProperty(name, '7px');
      const inner = getComputedStyle(document.querySelector('main h1')!);
      return names.map((name) => [name, inner.getPropertyValue(name)]);
    });
    expect(inherited.map(([name]) => name)).toEqual(expect.arrayContaining(['--consent-height', '--breaking-height']));
    expect(inherited.filter(([, height]) => height !== '0px')).toEqual([]);
    await close();
  });

  it('lays out the far lists of the home page once it is scrolled, and at once where a position is restored', async () => {
    const { page, close } = await open('/');
    const lists = page.locator('section:is([aria-labelledby="films"], [aria-labelledby="shelf-864"]) ul');
    const laidOut = () =>
      lists.evaluateAll((all) =>
        all.map((list) => list.firstElementChild?.checkVisibility({ contentVisibilityAuto: true })),
      );
    expect(await laidOut()).toEqual([false, false]);
    // A list that takes less room than it needs overlaps what follows, which checks of contrast see.
    const overlaps = await page.locator('main :is(ul, ol)').evaluateAll((all) =>
      all
        .map((list) => {
          const { bottom } = list.getBoundingClientRect();
          const needed = Math.max(...[...list.querySelectorAll('*')].map((one) => one.getBoundingClientRect().bottom));
          return { first: list.textContent.slice(0, 20), by: Math.round(needed - bottom) };
        })
        .filter(({ by }) => by > 60),
    );
    expect(overlaps).toEqual([]);
    // What comes into view must not move.
    await page.mouse.wheel(0, 100);
    await expect.poll(laidOut).toEqual([true, true]);
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.reload();
    expect(await laidOut()).toEqual([true, true]);
    await close();
  });

  it('knows the routes of its page only, and those of the site once it is left', async () => {
    const { page, close } = await open('/news');
    expect(await routesKnown(page)).toBe(3);
    await page.evaluate(() => (window.name = 'same document'));
    await page.locator('main a[href^="/news/hot"]').first().click();
    await page.waitForURL('**/news/hot');
    expect(await routesKnown(page)).toBeGreaterThan(100);
    await page.goBack();
    await page.waitForURL(`${siteUrl()}/news`);
    await page.locator('main h1').first().waitFor();
    expect(await page.evaluate(() => window.name)).toBe('same document');
    await close();
  });

  it.each([
    ['its scripts began', /\/entry\.client-[\w-]+\.js$/, false],
    ['all routes are known', /\/manifest-\w+\.js$/, true],
  ])('goes back in the history of a document that was reloaded, before %s', async (_, held, isReady) => {
    const { page, close } = await open('/news');
    const heading = await page.locator('main h1').innerText();
    await page.locator('main a[href^="/news/hot"]').first().click();
    await page.waitForURL('**/news/hot');
    const release = Promise.withResolvers<void>();
    await page.route(held, async (route) => {
      await release.promise;
      await route.continue().catch(() => undefined);
    });
    // Not `reload`, which waits for the scripts.
    await Promise.all([page.waitForEvent('domcontentloaded'), page.evaluate(() => window.location.reload())]);
    if (isReady) {
      await page.waitForFunction(() => 'ready' in document.documentElement.dataset);
      expect(await routesKnown(page)).toBe(3);
    }
    await page.goBack({ waitUntil: 'commit' });
    release.resolve();
    await page.waitForURL(`${siteUrl()}/news`);
    await page.locator('main h1', { hasText: heading }).waitFor();
    await close();
  });
});

describe('static HTML', () => {
  it('of the navigation opens its lists, one at a time, and keeps the focus on what was pressed', async () => {
    const { page, close } = await open('/', 1440);
    const entry = page.locator('[data-key="news"]');
    expect(await entry.evaluate((each) => Object.keys(each).some((key) => key.startsWith('__react')))).toBe(false);
    await entry.focus();
    await page.keyboard.press('Enter');
    await page.locator('#nav-news').waitFor();
    expect(await entry.getAttribute('aria-expanded')).toBe('true');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-key'))).toBe('news');
    await page.locator('[data-key="traffic"]').click();
    await page.locator('#nav-traffic').waitFor();
    expect(await page.locator('#nav-news').isVisible()).toBe(false);
    await page.keyboard.press('Escape');
    await page.locator('#nav-traffic').waitFor({ state: 'hidden' });
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-key'))).toBe('traffic');
    await close();
  });

  it('of the navigation marks the page that is shown after each navigation', async () => {
    const { page, close } = await open('/', 1440);
    const current = page.locator('nav[aria-label="主導覽"] [aria-current]');
    expect(await current.getAttribute('href')).toBe('/');
    await page.locator('nav[aria-label="主導覽"] a[href="/chart"]').click();
    await page.waitForURL('**/chart');
    await expect.poll(() => current.getAttribute('href')).toBe('/chart');
    await close();
  });

  it('stays as it is while the code that draws new data does not come, and shows them once it does', async () => {
    const { page, close } = await visit(browser, '/live/903');
    const served = page.locator('#missed [data-served]');
    await page.locator('#missed section').first().waitFor();
    await page
      .locator('#missed section')
      .evaluateAll((sections) => sections.forEach((section) => (section.dataset.served = '')));
    const count = await served.count();
    expect(count).toBeGreaterThan(0);
    const refresh = () =>
      page.evaluate(() =>
        (window as unknown as { __reactRouterDataRouter: DataRouter }).__reactRouterDataRouter.revalidate(),
      );
    await page.route(/late-parts-/, (route) => route.abort());
    // Each part reports that its code failed to load. The file is requested twice before: by preload, and after its styles.
    await page.evaluate(() => {
      const { dataset } = document.documentElement;
      window.addEventListener('vite:preloadError', () => (dataset.missing = `${Number(dataset.missing ?? 0) + 1}`));
    });
    await refresh();
    await page.waitForFunction((all) => document.documentElement.dataset.missing === `${all}`, count);
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await served.count()).toBe(count);
    // A link to a part of the page draws it again: it needs no code for that, and asks for none once more.
    const asked: string[] = [];
    page.on('request', (request) => /late-parts-/.test(request.url()) && asked.push(request.url()));
    await page.evaluate(() => (location.hash = 'missed'));
    await page.waitForFunction(
      () => (window as unknown as { __reactRouterDataRouter: DataRouter }).__reactRouterDataRouter.state.location.hash,
    );
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
    expect([await served.count(), asked]).toEqual([count, []]);
    await page.unroute(/late-parts-/);
    await refresh();
    await expect.poll(() => served.count()).toBe(0);
    expect(await page.locator('#missed section').count()).toBe(count);
    await close();
  });

  it('that could not be drawn after a navigation is drawn by another try, in the same document', async () => {
    const { page, close } = await visit(browser, '/news');
    await page.evaluate(() => (document.documentElement.dataset.same = ''));
    await page.route(/editorial-/, (route) => route.abort());
    await page.locator('a[href="/"]:visible').first().click();
    const retry = page.getByRole('main').getByRole('link', { name: errors.retry });
    await retry.waitFor();
    await page.unroute(/editorial-/);
    await retry.click();
    await page.locator('section[aria-labelledby="films"]').waitFor();
    expect(await page.evaluate(() => 'same' in document.documentElement.dataset)).toBe(true);
    await close();
  });

  it('that cannot be drawn by another try is loaded with its document by a second one', async () => {
    const { page, close } = await visit(browser, '/news');
    await page.evaluate(() => (document.documentElement.dataset.same = ''));
    await page.route(/editorial-/, (route) => route.abort());
    await page.locator('a[href="/"]:visible').first().click();
    const retry = page.getByRole('main').getByRole('link', { name: errors.retry });
    await retry.click();
    await page.locator('main a[data-document]').click();
    await page.waitForFunction(() => !('same' in document.documentElement.dataset));
    await page.locator('section[aria-labelledby="films"]').waitFor();
    await close();
  });

  it('of shows on air moves their progress with the clock', async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.clock.install();
    const page = await context.newPage();
    await page.goto(siteUrl() + '/', { waitUntil: 'load' });
    await page.waitForFunction(() => 'ready' in document.documentElement.dataset);
    // The code that moves them is loaded after that.
    await page.waitForLoadState('networkidle');
    // Less than a difference that counts as a wrong clock.
    await page.clock.fastForward(100_000);
    const progress = () =>
      page.locator('[data-elapsed]').evaluateAll((bars) =>
        bars.map((bar) => {
          const [from = 0, to = 0] = (bar.getAttribute('data-elapsed') ?? '').split(' ').map(Number);
          const tickMs = Math.floor(Date.now() / 15_000) * 15_000;
          const percent = Math.round(Math.min(Math.max((tickMs - from) / (to - from), 0), 1) * 100);
          const shown = bar instanceof HTMLProgressElement ? bar.value : Number(bar.getAttribute('aria-valuenow'));
          return shown - percent;
        }),
      );
    await expect.poll(progress).toEqual([0, 0, 0, 0, 0, 0]);
    await context.close();
  });
});

// The browser's build inlines class names, the server's looks them up: both must name rules of the same style sheets.
it.each(['/program', '/live/903', '/program/archives', '/crgovideo'])(
  'styles %s alike where the server renders it and where the browser does',
  async (path) => {
    const { page, close } = await open(path, 1440);
    /** How many different class names of CSS modules the page has, and those that no style sheet knows. */
    const classes = () =>
      page.evaluate(() => {
        const elements = [...document.querySelectorAll('#main, #main *')];
        const names = new Set(elements.flatMap((element) => [...element.classList]).filter((name) => /_/.test(name)));
        const rules = [...document.styleSheets]
          .flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText))
          .join();
        return { count: names.size, unknown: [...names].filter((name) => !rules.includes(`.${CSS.escape(name)}`)) };
      });
    const served = await classes();
    expect(served.unknown).toEqual([]);
    const heading = await page.locator('#main h1').first().textContent();
    await page.goto(`${siteUrl()}/status`, { waitUntil: 'load' });
    await page.waitForFunction(() => 'ready' in document.documentElement.dataset);
    await page.evaluate((to) => {
      const link = Object.assign(document.createElement('a'), { href: to });
      document.body.append(link);
      link.click();
    }, path);
    await page
      .locator('#main h1')
      .filter({ hasText: heading ?? '' })
      .first()
      .waitFor();
    await expect.poll(async () => (await classes()).unknown).toEqual([]);
    expect((await classes()).count).toBeGreaterThan(served.count / 2);
    await close();
  },
);
