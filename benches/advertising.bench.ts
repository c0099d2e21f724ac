import { chromium, type Browser, type BrowserContext } from 'playwright-core';
import { testBrowserPath } from '#tests/setup/chromium.ts';
import type { Site } from '#tests/setup/site.ts';
import { audit, type Audit } from './lighthouse.ts';
import { cpuSeconds, median, type Row } from './measure.ts';
import { newestArticle } from './newest-article.ts';

// Cost of advertising for visitors who consented, compared with the same page without consent in the same run: bytes of
// all frames, main-thread time of the page, and CPU of all browser processes (frames have their own, which no figure of
// the page shows).

const PHONE = { width: 390, height: 844 };
const FLAGS = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'];
const AGREED = { cookie_consent: '2.3', archive_offer: '1' };
const REFUSED = { cookie_consent: '2.0', archive_offer: '1' };
const ROUNDS = 3;
const AUDITS = 3;
const WIDTHS = [390, 768, 1440, 1920];
/** Time until frames, auction and creatives above the fold are loaded. */
const SETTLE_MS = 8_000;
const LIMITS = { kB: 150, threadMs: 150, cpuMs: 1_500, performance: 90, shift: 0.02 };

/**
 * A different host than the frames, as in production: on the same host they would share a process, and the page's main
 * thread.
 */
const urlOf = (site: Site) => site.url.replace('localhost', '127.0.0.1');
const cookiesOf = (site: Site, cookies: Record<string, string>) =>
  Object.entries(cookies).map(([name, value]) => ({ name, value, url: urlOf(site) }));

interface Cost {
  kB: number;
  threadMs: number;
  cpuMs: number;
  filled: number;
}

/** One view of a page in a new browser, from navigation until everything is loaded. */
async function costOf(site: Site, path: string, cookies: Record<string, string>): Promise<Cost> {
  const server = await chromium.launchServer({ executablePath: testBrowserPath() ?? '/usr/bin/chromium', args: FLAGS });
  try {
    const browser = await chromium.connect(server.wsEndpoint());
    const context = await browser.newContext({ viewport: PHONE, serviceWorkers: 'block' });
    await context.addCookies(cookiesOf(site, cookies));
    const page = await context.newPage();
    const weights: Promise<number>[] = [];
    context.on('requestfinished', (request) =>
      weights.push(
        request.sizes().then(
          ({ responseBodySize, responseHeadersSize }) => responseBodySize + responseHeadersSize,
          () => 0,
        ),
      ),
    );
    const client = await context.newCDPSession(page);
    await client.send('Performance.enable');
    const pid = server.process().pid ?? 0;
    const before = cpuSeconds(pid);
    await page.goto(urlOf(site) + path, { waitUntil: 'load' });
    await page.waitForTimeout(SETTLE_MS);
    const cpuMs = (cpuSeconds(pid) - before) * 1_000;
    const { metrics } = await client.send('Performance.getMetrics');
    const threadMs = (metrics.find(({ name }) => name === 'ThreadTime')?.value ?? Number.NaN) * 1_000;
    const filled = await page.locator('[data-ad-shown]').count();
    const bytes = (await Promise.all(weights)).reduce((sum, each) => sum + each, 0);
    return { kB: bytes / 1_000, threadMs, cpuMs, filled };
  } finally {
    await server.close();
  }
}

/** Alternating, so that a slowdown of the machine affects both. */
async function costRow(site: Site, name: string, path: string): Promise<Row> {
  const [without, having]: [Cost[], Cost[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    without.push(await costOf(site, path, REFUSED));
    having.push(await costOf(site, path, AGREED));
  }
  const middle = (of: Cost[], what: keyof Cost) => median(of.map((each) => each[what]));
  const added = (what: keyof Cost) => middle(having, what) - middle(without, what);
  const words = (what: keyof Cost) => `${middle(without, what).toFixed(0)} + ${added(what).toFixed(0)}`;
  const filled = middle(having, 'filled');
  return {
    promise: `${name} on a phone: kB, CPU ms of the page's own thread, and of all processes, without advertising + what it adds`,
    figure: `${words('kB')} kB, ${words('threadMs')} ms, ${words('cpuMs')} ms (${filled} places filled at the first view)`,
    limit: `+${LIMITS.kB} kB, +${LIMITS.threadMs} ms, +${LIMITS.cpuMs} ms`,
    holds:
      filled > 0 && added('kB') <= LIMITS.kB && added('threadMs') <= LIMITS.threadMs && added('cpuMs') <= LIMITS.cpuMs,
  };
}

/** Lighthouse's phone, with all stand-ins responding. */
async function lighthouseRow(site: Site, name: string, path: string): Promise<Row> {
  const runs: Audit[] = [];
  for (let i = 0; i < AUDITS; i++) runs.push(await audit(urlOf(site) + path, AGREED));
  const middle = (of: (run: Audit) => number) => median(runs.map((run) => of(run)));
  const performance = Math.round(middle(({ asSeen }) => asSeen.categories.performance?.score ?? 0) * 100);
  const byCpu = Math.round(middle(({ byCpuTime }) => byCpuTime.categories.performance?.score ?? 0) * 100);
  const value = (id: string) => middle(({ asSeen }) => asSeen.audits[id]?.numericValue ?? Number.NaN);
  const shift = value('cumulative-layout-shift');
  const asked = runs.filter(({ asSeen }) => JSON.stringify(asSeen.audits['network-requests']).includes('/gampad/ads'));
  const machine = Math.round(middle(({ asSeen }) => asSeen.environment.benchmarkIndex));
  return {
    promise: `${name} with advertising: Lighthouse mobile, performance and CLS, median of ${AUDITS}`,
    figure: `${performance}; ${shift.toFixed(3)} (LCP ${(value('largest-contentful-paint') / 1000).toFixed(2)} s, TBT ${value('total-blocking-time').toFixed(0)} ms; by CPU time ${byCpu}; the ad server was asked in ${asked.length} of ${AUDITS}; machine ${machine})`,
    limit: `${LIMITS.performance}; ${LIMITS.shift}`,
    holds: performance >= LIMITS.performance && shift <= LIMITS.shift && asked.length === AUDITS,
  };
}

async function shiftOf(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage();
  await page.addInitScript(() => {
    const moved = window as unknown as { moved: number };
    moved.moved = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) moved.moved += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForTimeout(3_000);
  for (let at = 0; at < 12; at++) {
    await page.evaluate(() => scrollBy(0, innerHeight * 0.8));
    await page.waitForTimeout(200);
  }
  const moved = await page.evaluate(() => (window as unknown as { moved: number }).moved);
  await page.close();
  return moved;
}

/** Layout shifts without input, from the first paint to the end of the page. */
async function shiftRow(site: Site, browser: Browser, who: string, cookies: Record<string, string>): Promise<Row> {
  const article = await newestArticle(site.url);
  const moved: number[] = [];
  for (const width of WIDTHS) {
    const context = await browser.newContext({ viewport: { width, height: width === 390 ? 664 : 900 } });
    await context.addCookies(cookiesOf(site, cookies));
    // Blocked, because the station would report that the visitor has no ad-free plan.
    if (cookies['ad_free']) await context.route('**/api/user/state', (route) => route.abort());
    for (const path of ['/', article]) moved.push(await shiftOf(context, urlOf(site) + path));
    await context.close();
  }
  return {
    promise: `home and article at ${WIDTHS.join(', ')}, ${who}: the highest CLS without input, the whole page down`,
    figure: Math.max(...moved).toFixed(3),
    limit: String(LIMITS.shift),
    holds: Math.max(...moved) <= LIMITS.shift,
  };
}

/** Cost of advertising, and stability and speed of pages with it. */
export async function advertisingBench(site: Site): Promise<Row[]> {
  const article = await newestArticle(site.url);
  const rows: Row[] = [];
  for (const [name, path] of [
    ['home', '/'],
    ['article', article],
  ] as const) {
    rows.push(await costRow(site, name, path));
    rows.push(await lighthouseRow(site, name, path));
  }
  const browser = await chromium.launch({ executablePath: testBrowserPath() ?? '/usr/bin/chromium', args: FLAGS });
  for (const [who, cookies] of [
    ['with the bar', {}],
    ['as payer', { ...AGREED, ad_free: '1' }],
    ['with advertising', AGREED],
  ] as const)
    rows.push(await shiftRow(site, browser, who, cookies));
  await browser.close();
  return rows;
}
