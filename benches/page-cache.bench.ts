import { setTimeout as delay } from 'node:timers/promises';
import autocannon from 'autocannon';
import { readConfig } from '#server/config.ts';
import type { Row } from './measure.ts';
import { startRenderSite, type RenderSite } from './render-site.ts';

/** Carried by every page of the mix, so that each purge drops all: the worst case. */
const TAG = 'programs';
const PAGES = 24;
const RATE = 300;
const QUIET_SECONDS = 5;
const PURGES = 8;
const PURGE_EVERY_MS = 2_000;
const PURGE_HEARD_MS = 1_000;
/** Longer than the shortest freshness of a page in the mix. */
const UNTIL_STALE_MS = 16_000;
const FLOOD_CONNECTIONS = 12;
const FLOOD_SECONDS = 8;

interface Counts {
  /** Cache outcomes. */
  outcomes: Record<string, number>;
  renders: Record<string, number>;
}

interface Phase {
  /** Share of requests answered from the cache, including stale pages. */
  kept: number;
  /** Share of requests that waited for a render. */
  waited: number;
  stale: number;
  /** Renders of each page. */
  renders: number[];
  p99Ms: number;
}

async function counts(site: RenderSite): Promise<Counts> {
  const text = await (await fetch(site.metricsUrl)).text();
  const lines = text.matchAll(/^page_cache_total\{outcome="(\w+)"\} (\d+)/gm);
  return {
    outcomes: Object.fromEntries([...lines].map(([, outcome, count]) => [outcome, Number(count)])),
    renders: await site.ask('renders'),
  };
}

async function underLoad(site: RenderSite, paths: readonly string[], seconds: number): Promise<Phase> {
  const before = await counts(site);
  let begun = 0;
  const { latency, errors, non2xx, requests } = await autocannon({
    url: site.url,
    connections: 50,
    duration: seconds,
    overallRate: RATE,
    // Each visitor starts at a different page: in step they would all wait for the same one.
    setupClient(client) {
      const from = begun++ % paths.length;
      client.setRequests([...paths.slice(from), ...paths.slice(0, from)].map((path) => ({ path })));
    },
    headers: { 'accept-encoding': 'br' },
  });
  if (errors + non2xx > 0) throw new Error(`${errors + non2xx} of ${requests.total} requests failed`);
  const after = await counts(site);
  const came = (outcome: string) => (after.outcomes[outcome] ?? 0) - (before.outcomes[outcome] ?? 0);
  const all = came('hit') + came('stale') + came('miss') + came('pass');
  return {
    kept: (came('hit') + came('stale')) / all,
    waited: (came('miss') + came('pass')) / all,
    stale: came('stale'),
    renders: paths.map((path) => (after.renders[path] ?? 0) - (before.renders[path] ?? 0)),
    p99Ms: latency.p99,
  };
}

/** The home page, live pages, and programmes and hosts from the sitemap. */
async function mixOf(site: RenderSite): Promise<string[]> {
  const map = await (await fetch(`${site.url}/sitemap.xml`)).text();
  const listed = [...map.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);
  const mix = ['/', '/program', '/host', '/live/881', '/live/903', '/live/864'];
  return [...mix, ...listed.filter((path) => /^\/(program|host)\/\d/.test(path))].slice(0, PAGES);
}

/**
 * Latency of a cached page while a dozen connections request uncached ones: the home page, alone and in parallel, with
 * default limits.
 */
async function besideFlood(): Promise<Row> {
  const { RENDERS_PER_SECOND } = readConfig({});
  const site = await startRenderSite({ RENDERS_PER_SECOND: String(RENDERS_PER_SECOND) });
  try {
    const home = () => autocannon({ url: site.url, connections: 1, overallRate: 50, duration: FLOOD_SECONDS });
    await home();
    const alone = await home();
    let asked = 0;
    const flood = autocannon({
      url: site.url,
      connections: FLOOD_CONNECTIONS,
      duration: FLOOD_SECONDS + 2,
      requests: [{ setupRequest: (request) => ({ ...request, path: `/search?keyword=${asked++}` }) }],
    });
    await delay(500);
    const { latency } = await home();
    const { '2xx': made } = await flood;
    return {
      promise: `kept home beside ${FLOOD_CONNECTIONS} connections of one address that ask for new pages: median`,
      figure: `${latency.p50} ms (p99 ${latency.p99} ms; alone ${alone.latency.p50} and ${alone.latency.p99} ms; ${made} of ${asked} pages made)`,
      limit: '10 ms',
      holds: latency.p50 <= 10,
    };
  } finally {
    await site.close();
  }
}

const percent = (share: number) => `${(share * 100).toFixed(2)} %`;

/** The page cache under load, purges and expiry. */
export async function pageCacheBench(): Promise<Row[]> {
  const site = await startRenderSite();
  try {
    const mix = await mixOf(site);
    const warm = async () => {
      for (const path of mix) await (await fetch(site.url + path)).arrayBuffer();
    };
    await warm();
    await underLoad(site, mix, 2);
    await site.ask({ purge: TAG });
    // The notification goes through the database.
    await delay(PURGE_HEARD_MS);
    await warm();
    const quiet = await underLoad(site, mix, QUIET_SECONDS);

    const purged = underLoad(site, mix, ((PURGES + 1) * PURGE_EVERY_MS) / 1000);
    for (let i = 0; i < PURGES; i++) {
      await delay(PURGE_EVERY_MS);
      await site.ask({ purge: TAG });
    }
    const dropping = await purged;
    const aPurge = dropping.renders.map((renders) => renders / PURGES);

    await warm();
    await delay(UNTIL_STALE_MS);
    const aging = await underLoad(site, mix, QUIET_SECONDS);
    const mostRefreshes = Math.max(...aging.renders);
    return [
      {
        promise: `page cache, ${mix.length} pages at ${RATE} requests a second, nothing changes: hits`,
        figure: `${percent(quiet.kept)}, p99 ${quiet.p99Ms} ms`,
        limit: 'all',
        holds: quiet.waited === 0,
      },
      {
        promise: `page cache, all ${mix.length} pages dropped every ${PURGE_EVERY_MS / 1000} seconds: renders a purge of the page rendered most`,
        figure: Math.max(...aPurge).toFixed(2),
        limit: '1',
        holds: Math.max(...aPurge) <= 1,
      },
      {
        promise: `page cache, all pages dropped every ${PURGE_EVERY_MS / 1000} seconds: hits; requests that waited for a render`,
        figure: `${percent(dropping.kept)}; ${percent(dropping.waited)}, p99 ${dropping.p99Ms} ms (${(dropping.p99Ms / quiet.p99Ms).toFixed(1)} times that of hits alone)`,
        limit: 'told',
        holds: true,
      },
      {
        promise: 'page cache, pages grow stale: requests that waited; renders of the page rendered most',
        figure: `${percent(aging.waited)}; ${mostRefreshes} (${aging.stale} stale replies, p99 ${aging.p99Ms} ms)`,
        limit: '0 %; 1',
        holds: aging.waited === 0 && mostRefreshes <= 1 && aging.stale > 0,
      },
      await besideFlood(),
    ];
  } finally {
    await site.close();
  }
}
