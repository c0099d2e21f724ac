import type axe from 'axe-core';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { testBrowserPath } from './chromium.ts';
import { isSpare, newTab } from './browser-tabs.ts';
import { ofThisWorker } from './workers.ts';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Frame,
  type Page,
  type ViewportSize,
} from 'playwright-core';

const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Threads and processes that do not make a busy machine faster: V8's helpers, which compile and collect beside scripts,
 * and one process each for the network and the compositor. A visit that axe checks takes a tenth less CPU time. Nor
 * does a page live long enough to pay for code of the two highest tiers (a seventh of a visit that axe checks is compiling
 * for the middle one), or for collecting a young generation that grows from one megabyte.
 */
const FEWER_PROCESSES = [
  '--js-flags=--single-threaded --no-opt --no-maglev --min-semi-space-size=16',
  '--in-process-gpu',
  // With the one of Playwright's that Chromium would otherwise drop for ours.
  '--enable-features=CDPScreenshotNewSurface,NetworkServiceInProcess2',
];

let ownUrl: string | undefined;

/** Makes tests visit another site than that of their worker, until called without one. */
export const useSite = (url?: string): void => void (ownUrl = url);

/** URL of the site that browser tests of this worker visit. */
export function siteUrl(): string {
  const url = ownUrl ?? ofThisWorker('E2E_SITE_URLS');
  if (url === undefined) throw new Error('tests/setup/shared-site.ts did not start a site for this worker');
  return url;
}

/** What a page should show is awaited this long, however busy the machine is. */
const PATIENCE_MS = 60_000;

/** Replaces the flag by which Playwright gives a headless browser a mouse, so its settings are repeated here. */
const WITHOUT_PICTURES = `--blink-settings=${[
  'primaryHoverType=2',
  'availableHoverTypes=2',
  'primaryPointerType=4',
  'availablePointerTypes=4',
  'imagesEnabled=false',
].join()}`;

/** Minified, since each document parses it anew. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** A window to which axe was added. */
interface WithAxe {
  axe: typeof axe;
}

const pages = new Set<Page>();

/** Pages that tests of this worker have open, the newest last. */
export const openPages = (): readonly Page[] => [...pages];

/**
 * A browser without service workers unless a test enables them: one would answer instead of a mocked route. Without
 * motion either, as software that draws each frame of an animation takes a sixth of a core per page.
 */
export async function startBrowser(args: readonly string[] = []): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: testBrowserPath() ?? '/usr/bin/chromium',
    args: [...FLAGS, ...args],
  });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext({ serviceWorkers: 'block', reducedMotion: 'reduce', ...options });
    context.setDefaultTimeout(PATIENCE_MS);
    context.on('page', (page) => {
      pages.add(page);
      page.on('close', () => pages.delete(page));
    });
    context.on('close', (closed) => {
      for (const page of closed.pages()) pages.delete(page);
    });
    return context;
  };
  return browser;
}

/** The browsers for all files of this worker, without pictures and with. They end with the worker. */
const shared = new Map<boolean, Browser>();

/**
 * A browser without pictures, which take a third of the work of a page, unless a test depends on them: a law holds that
 * each reserves its box before it is loaded, so that the layout is the same. `close` closes what a file opened in it.
 */
export async function launchBrowser({ pictures = false }: { pictures?: boolean } = {}): Promise<Browser> {
  const running = shared.get(pictures);
  if (running?.isConnected()) return running;
  const browser = await startBrowser([...FEWER_PROCESSES, ...(pictures ? [] : [WITHOUT_PICTURES])]);
  shared.set(pictures, browser);
  browser.close = async () => {
    const opened = browser.contexts().filter((context) => !isSpare(context));
    await Promise.all(opened.map((context) => context.close()));
  };
  return browser;
}

export interface Visit {
  page: Page;
  status: number;
  /** Console errors and uncaught exceptions so far; a test that ends with any has failed. */
  faults: string[];
  close: () => Promise<void>;
}

/**
 * Waits until a page is interactive: its scripts start after the first paint. A document without scripts is ready at
 * once.
 */
export const ready = (page: Page) =>
  page.waitForFunction(() => window.airwaveEarly === undefined || 'ready' in document.documentElement.dataset);

const waiting = new WeakSet<Page>();

/** Makes navigation and reload wait until the page is interactive. */
function waitForAnswers(page: Page): void {
  if (waiting.has(page)) return;
  waiting.add(page);
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (...args) => {
    const response = await goto(...args);
    await ready(page);
    return response;
  };
  page.reload = async (...args) => {
    const response = await reload(...args);
    await ready(page);
    return response;
  };
}

/** Shows a path of the site in a new page. */
async function show(page: Page, path: string, { hasScripts = true } = {}): Promise<Omit<Visit, 'close'>> {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  if (hasScripts) waitForAnswers(page);
  const response = await page.goto(siteUrl() + path, { waitUntil: 'load' });
  return { page, status: response?.status() ?? 0, faults };
}

/** Opens a path of the site in a new page of a context; `close` closes the page. */
export async function visitIn(context: BrowserContext, path: string): Promise<Visit> {
  const page = await context.newPage();
  return { ...(await show(page, path)), close: () => page.close() };
}

/** Opens a path of the site as on a first visit. */
export async function visit(
  browser: Browser,
  path: string,
  {
    width = 1440,
    viewport = { width, height: width < 700 ? 844 : 900 },
    ...options
  }: Omit<BrowserContextOptions, 'viewport'> & { width?: number; viewport?: ViewportSize } = {},
): Promise<Visit> {
  const { page, close } = await newTab(browser, siteUrl(), { viewport, ...options });
  return { ...(await show(page, path, { hasScripts: options.javaScriptEnabled !== false })), close };
}

/** A frame whose document does not arrive in this time is not checked: it has nothing to read. */
const FRAME_MS = 10_000;

/** Adds axe to the frames of a page that do not have it yet. */
async function addAxe(page: Page): Promise<void> {
  const add = async (frame: Frame): Promise<void> => {
    if (await frame.evaluate(() => 'axe' in window)) return;
    await frame.evaluate(AXE);
    // Otherwise a frame of another origin, such as of an advertisement, does not answer.
    await frame.evaluate(() =>
      (window as unknown as WithAxe).axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] }),
    );
  };
  const [main, ...others] = page.frames();
  await add(main!);
  // A frame may be removed meanwhile.
  await Promise.all(others.map((frame) => Promise.race([add(frame).catch(() => undefined), delay(FRAME_MS)])));
}

/** Accessibility violations found by axe, one a line; empty if there are none. */
export async function axeFaults(page: Page): Promise<string[]> {
  // Until then a page of the desk is loading.
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await addAxe(page);
  const { violations } = await page.evaluate(() =>
    (window as unknown as WithAxe).axe.run(document, {
      resultTypes: ['violations'],
      // Style sheets are read for one rule alone, which is off by default.
      preload: { assets: ['media'] },
      // A sixth of the time of a check, for what `tests/laws/browser-tests.test.ts` finds in the source.
      rules: { 'avoid-inline-spacing': { enabled: false } },
    }),
  );
  return violations.flatMap((v) => v.nodes.map((node) => `${v.id}: ${node.html.slice(0, 120)}`));
}

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };

/**
 * What is wrong with a page on a phone and on a desktop: violations found by axe, and sideways scroll. The page is
 * resized instead of visited twice, because a visit takes more work than the check; afterwards it has its former size.
 */
export async function faultsAtBothWidths(page: Page): Promise<string[]> {
  const former = page.viewportSize() ?? DESKTOP;
  const faults: string[] = [];
  for (const size of former.width === PHONE.width ? [DESKTOP, PHONE] : [PHONE, DESKTOP]) {
    await page.setViewportSize(size);
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (sideways > 0) faults.push(`at ${size.width} px: scrolls sideways by ${sideways} px`);
    faults.push(...(await axeFaults(page)).map((fault) => `at ${size.width} px: ${fault}`));
  }
  await page.setViewportSize(former);
  return faults;
}
