import { launchBrowser } from '#tests/setup/browser.ts';
import type { Site } from '#tests/setup/site.ts';
import type { Result } from 'lighthouse';
import { audit } from './lighthouse.ts';
import { median, type Row } from './measure.ts';

async function weigh(
  url: string,
): Promise<{ html: number; css: number; js: number; pictures: number; hasHls: boolean }> {
  const browser = await launchBrowser();
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
/** One run says little of a machine with other work; its own speed is told with the figure (an idle desktop: 1500 or more). */
const LIGHTHOUSE_RUNS = 5;

/** What a phone loads before play is pressed, and what Lighthouse says of it. */
export async function browserBench(site: Site): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, path] of [
    ['home', '/'],
    ['live', '/live/903'],
  ] as const) {
    const w = await weigh(site.url + path);
    rows.push({
      promise: `${name}: HTML, CSS, JS, pictures in kB before play`,
      figure: `${kB(w.html)}, ${kB(w.css)}, ${kB(w.js)}, ${kB(w.pictures)}`,
      limit: 'JS 150, no hls.js',
      holds: w.js <= 150_000 && !w.hasHls,
    });
    const runs: Result[] = [];
    for (let i = 0; i < LIGHTHOUSE_RUNS; i++) runs.push(await audit(site.url + path));
    const scores = (['performance', 'accessibility', 'best-practices', 'seo'] as const).map((key) =>
      Math.round(median(runs.map((run) => run.categories[key]?.score ?? 0)) * 100),
    );
    const middle = (id: string) => median(runs.map((run) => run.audits[id]?.numericValue ?? Number.NaN));
    const shift = middle('cumulative-layout-shift');
    const speed = `FCP ${seconds(middle('first-contentful-paint'))}, LCP ${seconds(middle('largest-contentful-paint'))}, TBT ${Math.round(middle('total-blocking-time'))} ms`;
    const machine = Math.round(median(runs.map((run) => run.environment.benchmarkIndex)));
    rows.push({
      promise: `${name}: Lighthouse mobile, median of ${LIGHTHOUSE_RUNS} (performance, accessibility, best practices, SEO; CLS)`,
      figure: `${scores.join(', ')}; ${shift.toFixed(3)} (${speed}; machine ${machine})`,
      limit: '95, 100, 100, 100; 0.02',
      holds: (scores[0] ?? 0) >= 95 && scores.slice(1).every((s) => s === 100) && shift <= 0.02,
    });
  }
  return rows;
}
