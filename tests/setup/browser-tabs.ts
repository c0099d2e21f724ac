import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page, ViewportSize } from 'playwright-core';

/**
 * A page in a context of its own. Closed after a visit to one origin, it is emptied and kept for another visit: to show
 * an address in a tab that exists takes two thirds of the work of a new one.
 */
interface Tab {
  page: Page;
  context: BrowserContext;
  devtools: CDPSession;
  /** Without waiting until the page is interactive. */
  goto: Page['goto'];
  /** Whether a test changed what outlives its page. */
  isChanged: () => boolean;
}

/** Methods of pages and contexts whose effect outlives a page. */
const LASTING = [
  'addInitScript',
  'emulateMedia',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'newCDPSession',
  'route',
  'routeFromHAR',
  'routeWebSocket',
  'setDefaultNavigationTimeout',
  'setDefaultTimeout',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setOffline',
];

/** Calls back when one of these methods, or the clock, is used. */
function watch(target: Page | BrowserContext, onUse: () => void): void {
  const { clock } = target;
  const get = () => {
    onUse();
    return clock;
  };
  Object.defineProperty(target, 'clock', { get });
  const methods = target as unknown as Record<string, ((...args: unknown[]) => unknown) | undefined>;
  for (const name of LASTING) {
    const method = methods[name]?.bind(target);
    if (method === undefined) continue;
    methods[name] = (...args) => {
      onUse();
      return method(...args);
    };
  }
}

const spareTabs = new WeakMap<Browser, Tab[]>();

/** Whether a context is kept for another visit. */
export const isSpare = (context: BrowserContext): boolean =>
  (spareTabs.get(context.browser()!) ?? []).some((tab) => tab.context === context);

async function openTab(browser: Browser, options: BrowserContextOptions): Promise<Tab> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  let isChanged = false;
  const onUse = () => void (isChanged = true);
  watch(context, onUse);
  watch(page, onUse);
  return { page, context, devtools, goto: page.goto.bind(page), isChanged: () => isChanged };
}

/** Whether all frames of a page are of this origin or have no address of their own. */
const showsOnly = (page: Page, origin: string): boolean =>
  page.frames().every((frame) => !frame.url().startsWith('http') || new URL(frame.url()).origin === origin);

/** Empties a tab that has shown pages of one origin, and keeps it; closes one that cannot be emptied. */
async function leaveTab(browser: Browser, tab: Tab, origin: string): Promise<void> {
  const { page, context, devtools } = tab;
  if (page.isClosed() || context.pages().length > 1 || tab.isChanged() || !showsOnly(page, origin))
    return context.close();
  page.removeAllListeners();
  // So that the page cannot report that it is left, nor store anything again.
  await devtools.send('Emulation.setScriptExecutionDisabled', { value: true });
  await devtools.send('DOMStorage.clear', { storageId: { securityOrigin: origin, isLocalStorage: false } });
  // Of the same origin: for an empty page, Chromium would start another process.
  await tab.goto(`${origin}/robots.txt`);
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await context.clearCookies();
  await devtools.send('Page.resetNavigationHistory');
  await devtools.send('Emulation.setScriptExecutionDisabled', { value: false });
  // The live page names its window, which outlives the page.
  await page.evaluate(() => void (window.name = ''));
  const tabs = spareTabs.get(browser) ?? [];
  spareTabs.set(browser, tabs);
  tabs.push(tab);
}

/**
 * A page as in a new context, for visits to one origin; `close` must be called. It may be one that was used before if
 * nothing but its viewport is chosen; then what it has fetched is still in its cache.
 */
export async function newTab(
  browser: Browser,
  origin: string,
  { viewport, ...options }: BrowserContextOptions & { viewport: ViewportSize },
): Promise<{ page: Page; close: () => Promise<void> }> {
  if (Object.keys(options).length > 0) {
    const context = await browser.newContext({ viewport, ...options });
    return { page: await context.newPage(), close: () => context.close() };
  }
  const former = spareTabs.get(browser)?.pop();
  await former?.page.setViewportSize(viewport);
  const tab = former ?? (await openTab(browser, { viewport }));
  return { page: tab.page, close: () => leaveTab(browser, tab, origin) };
}
