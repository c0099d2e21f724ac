import { startBrowser } from '#tests/setup/browser.ts';
import type { Site } from '#tests/setup/site.ts';
import type { Result } from 'lighthouse';
import { audit, type Audit } from './lighthouse.ts';
import { median, type Row } from './measure.ts';
import { newestArticle } from './newest-article.ts';

async function weigh(
  url: string,
): Promise<{ html: number; css: number; js: number; pictures: number; hasHls: boolean }> {
  const browser = await startBrowser();
  const page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  const types = new Map<string, { type: string; url: string }>();
  const weight = { html: 0, css: 0, js: 0, pictures: 0, hasHls: false };
  client.on('Network.responseReceived', ({ requestId, type, response }) =>
    types.set(requestId, { type, url: response.url }),
  );
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const seen = types.get(requestId);
    if (seen?.type === 'Document') weight.html += encodedDataLength;
    else if (seen?.type === 'Stylesheet') weight.css += encodedDataLength;
    else if (seen?.type === 'Image') weight.pictures += encodedDataLength;
    else if (seen?.type === 'Script') {
      weight.js += encodedDataLength;
      weight.hasHls ||= seen.url.includes('hls');
    }
  });
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForTimeout(3_000);
  await browser.close();
  return weight;
}

const kB = (bytes: number) => (bytes / 1000).toFixed(1);
const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
/**
 * A single run is unreliable on a busy machine; the machine's own speed is reported with the figure (an idle desktop:
 * 1500 or more).
 */
const LIGHTHOUSE_RUNS = 5;
const JS_LIMIT = 150_000;
const READING_LIMIT = 60_000;
/** Words of an article that must be present for it to count as readable. */
const READABLE_WORDS = 200;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** Weighted share of passed audits in a category. */
function scoreOf({ categories, audits }: Result, key: (typeof CATEGORIES)[number], isNoindex: boolean): number {
  if (key !== 'seo' || !isNoindex) return categories[key]?.score ?? 0;
  // Search results pages are excluded from search engines on purpose.
  const counted = (categories.seo?.auditRefs ?? []).filter(({ id, weight }) => weight > 0 && id !== 'is-crawlable');
  const scored = counted.filter(({ id }) => typeof audits[id]?.score === 'number');
  const weights = scored.reduce((sum, { weight }) => sum + weight, 0);
  return scored.reduce((sum, { id, weight }) => sum + weight * (audits[id]?.score ?? 0), 0) / weights;
}

async function lighthouseRow(name: string, url: string, isNoindex = false): Promise<Row> {
  const audits: Audit[] = [];
  for (let i = 0; i < LIGHTHOUSE_RUNS; i++) audits.push(await audit(url));
  const runs = audits.map(({ asSeen }) => asSeen);
  const byCpuTime = median(audits.map((each) => scoreOf(each.byCpuTime, 'performance', isNoindex))) * 100;
  const scores = CATEGORIES.map((key) => Math.round(median(runs.map((run) => scoreOf(run, key, isNoindex))) * 100));
  const middle = (id: string) => median(runs.map((run) => run.audits[id]?.numericValue ?? Number.NaN));
  const shift = middle('cumulative-layout-shift');
  const speed = `FCP ${seconds(middle('first-contentful-paint'))}, LCP ${seconds(middle('largest-contentful-paint'))}, TBT ${Math.round(middle('total-blocking-time'))} ms`;
  const machine = Math.round(median(runs.map((run) => run.environment.benchmarkIndex)));
  return {
    promise: `${name}: Lighthouse mobile, median of ${LIGHTHOUSE_RUNS} (performance, accessibility, best practices, SEO${isNoindex ? ' but for noindex' : ''}; CLS)`,
    figure: `${scores.join(', ')}; ${shift.toFixed(3)} (${speed}; performance by CPU time ${Math.round(byCpuTime)}; machine ${machine})`,
    limit: '95, 100, 100, 100; 0.02',
    holds: (scores[0] ?? 0) >= 95 && scores.slice(1).every((s) => s === 100) && shift <= 0.02,
  };
}

/** Number of words of an article without scripts. */
async function wordsWithoutScripts(url: string): Promise<number> {
  const browser = await startBrowser();
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await page.goto(url, { waitUntil: 'load' });
  const words = await page.locator('main').innerText();
  await browser.close();
  return words.replaceAll(/\s/g, '').length;
}

async function readingRow(url: string): Promise<Row> {
  const { html, css } = await weigh(url);
  const words = await wordsWithoutScripts(url);
  return {
    promise: 'article: HTML, CSS in kB; characters to read without JavaScript',
    figure: `${kB(html)}, ${kB(css)}; ${words}`,
    limit: 'HTML and CSS 60, readable',
    holds: html + css <= READING_LIMIT && words >= READABLE_WORDS,
  };
}

/** Bytes that a phone loads before play is pressed, and Lighthouse scores. */
export async function browserBench(site: Site): Promise<Row[]> {
  const rows: Row[] = [];
  const article = await newestArticle(site.url);
  for (const [name, path] of [
    ['home', '/'],
    ['live', '/live/903'],
  ] as const) {
    const w = await weigh(site.url + path);
    rows.push({
      promise: `${name}: HTML, CSS, JS, pictures in kB before play`,
      figure: `${kB(w.html)}, ${kB(w.css)}, ${kB(w.js)}, ${kB(w.pictures)}`,
      limit: 'JS 150, no hls.js',
      holds: w.js <= JS_LIMIT && !w.hasHls,
    });
  }
  rows.push(await readingRow(site.url + article));
  for (const [name, path] of [
    ['home', '/'],
    ['live', '/live/903'],
    ['article', article],
    ['news', '/news'],
    ['articles', '/article/latest'],
    ['traffic data', '/traffic/data/1'],
  ] as const)
    rows.push(await lighthouseRow(name, site.url + path));
  rows.push(await lighthouseRow('search', `${site.url}/search?q=${encodeURIComponent('天文台')}`, true));
  return rows;
}
