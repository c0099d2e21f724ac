import { setTimeout as delay } from 'node:timers/promises';
import { searchQueries } from '#fixtures/search-queries.ts';
import { paths } from '#app/paths.ts';
import { startSite, type Site } from '#tests/setup/site.ts';
import { median, pinTree, SERVER_CORES, type Row } from './measure.ts';
import { makeScaledDatabase, type ScaledDatabase } from './scale-database.ts';

const SMALL = 10_000;
const LARGE = 1_000_000;
const ROUNDS = 5;
const REQUESTS_A_ROUND = 60;
const WARMING = 50;
const LIMIT_RATIO = 1.3;
/**
 * A URL this long is not cached, so each request renders the page. A query name unknown to the page would be ignored.
 */
const UNKEPT = `keyword=${'x'.repeat(400)}`;

const p95 = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN;

interface Side {
  database: ScaledDatabase;
  site: Site;
}

/** The nth URL of a kind of page. */
type Kind = readonly [name: string, path: (side: Side, n: number) => string];

const query = (n: number) => searchQueries[n % searchQueries.length]?.q ?? '';
const KINDS: readonly Kind[] = [
  ['an article', ({ database }, n) => database.articlePaths[n % database.articlePaths.length] ?? ''],
  ['page 1 of a list', () => paths.newsRecent()],
  ['page 500 of a list', () => paths.newsRecent({ page: 500 })],
  ['home', () => paths.home()],
  ['search', (_side, n) => paths.search({ q: query(n) })],
  ['search by latest', (_side, n) => paths.search({ q: query(n), sort: 'latest' })],
];

async function timed({ site }: Side, path: string): Promise<number> {
  const url = `${site.url}${path}${path.includes('?') ? '&' : '?'}${UNKEPT}`;
  const before = performance.now();
  const reply = await fetch(url, { redirect: 'manual' });
  await reply.arrayBuffer();
  if (reply.status !== 200) throw new Error(`${reply.status} at ${path}`);
  return performance.now() - before;
}

async function startSide(articles: number, now: Date): Promise<Side> {
  const database = await makeScaledDatabase(articles, now);
  try {
    const site = await startSite({
      args: ['--services=web'],
      env: { NODE_ENV: 'production', DEMO: 'on', LOG_LEVEL: 'error', DATABASE_URL: database.url },
    });
    pinTree(site.process.pid ?? 0, SERVER_CORES);
    return { database, site };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function closeSide({ database, site }: Side): Promise<void> {
  await site.close();
  await database.close();
}

/** One request to each side in turn, so that other load on the machine delays both alike. */
async function compare(small: Side, large: Side, [name, path]: Kind): Promise<Row> {
  const ratios: number[] = [];
  const all = { small: [] as number[], large: [] as number[] };
  for (let n = 0; n < WARMING; n++) for (const side of [small, large]) await timed(side, path(side, n));
  for (let round = 0; round < ROUNDS; round++) {
    const times = { small: [] as number[], large: [] as number[] };
    for (let i = 0; i < REQUESTS_A_ROUND; i++) {
      const n = WARMING + round * REQUESTS_A_ROUND + i;
      times.small.push(await timed(small, path(small, n)));
      times.large.push(await timed(large, path(large, n)));
    }
    ratios.push(p95(times.large) / p95(times.small));
    all.small.push(...times.small);
    all.large.push(...times.large);
  }
  const ratio = median(ratios);
  return {
    promise: `uncached ${name} at 1,000,000 articles against 10,000: p95, median of ${ROUNDS} rounds`,
    figure: `${ratio.toFixed(2)} (${p95(all.large).toFixed(1)} and ${p95(all.small).toFixed(1)} ms; medians ${median(all.large).toFixed(1)} and ${median(all.small).toFixed(1)} ms)`,
    limit: `${LIMIT_RATIO} at most`,
    holds: ratio <= LIMIT_RATIO,
  };
}

/** The same site with a hundred times as many articles. */
export async function scaleBench(): Promise<Row[]> {
  const now = new Date();
  const small = await startSide(SMALL, now);
  try {
    const large = await startSide(LARGE, now);
    try {
      const rows: Row[] = [];
      const before = await large.database.sequentialScans();
      for (const kind of KINDS) rows.push(await compare(small, large, kind));
      // A connection reports its statistics after being idle for a second.
      await delay(2_000);
      const scans = (await large.database.sequentialScans()) - before;
      rows.push({
        promise: 'tables of more than 1,000 rows read from end to end for those pages',
        figure: String(scans),
        limit: '0',
        holds: scans === 0,
      });
      return rows;
    } finally {
      await closeSide(large);
    }
  } finally {
    await closeSide(small);
  }
}
