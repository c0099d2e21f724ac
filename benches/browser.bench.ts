import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { launchBrowser } from '#tests/setup/browser.ts';
import { chromiumPath } from '#tests/setup/chromium.ts';
import type { Site } from '#tests/setup/site.ts';
import type { Row } from './measure.ts';

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

interface Lighthouse {
  categories: Record<'performance' | 'accessibility' | 'best-practices' | 'seo', { score: number }>;
  audits: Record<string, { numericValue?: number }>;
}

function lighthouse(url: string, out: string): Lighthouse {
  const flags =
    '--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';
  execFileSync(
    'node_modules/.bin/lighthouse',
    [
      url,
      '--quiet',
      '--output=json',
      `--output-path=${out}`,
      '--only-categories=performance,accessibility,best-practices,seo',
      `--chrome-flags=${flags}`,
    ],
    {
      stdio: 'ignore',
      env: { ...process.env, CHROME_PATH: chromiumPath() ?? '' },
    },
  );
  return JSON.parse(readFileSync(out, 'utf8')) as Lighthouse;
}

const kB = (bytes: number) => (bytes / 1000).toFixed(1);
const middle = (values: number[]) => values.toSorted((a, b) => a - b)[1] ?? 0;

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
    const runs = [1, 2, 3].map((i) => lighthouse(site.url + path, `data/lighthouse-${name}-${i}.json`));
    const scores = (['performance', 'accessibility', 'best-practices', 'seo'] as const).map((key) =>
      Math.round(middle(runs.map((l) => l.categories[key].score)) * 100),
    );
    const shift = middle(runs.map((l) => l.audits['cumulative-layout-shift']?.numericValue ?? 1));
    rows.push({
      promise: `${name}: Lighthouse mobile, median of 3 (performance, accessibility, best practices, SEO; CLS)`,
      figure: `${scores.join(', ')}; ${shift.toFixed(3)}`,
      limit: '95, 100, 100, 100; 0.02',
      holds: (scores[0] ?? 0) >= 95 && scores.slice(1).every((s) => s === 100) && shift <= 0.02,
    });
  }
  return rows;
}
