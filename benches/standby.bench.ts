import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { startPair, type Pair } from '#tests/setup/postgres/pair.ts';
import { startSite } from '#tests/setup/site.ts';
import { cpuSeconds, median, pinTree, SERVER_CORES, type Row } from './measure.ts';

const ROUNDS = 2;
const AT_ONCE = 4;
const RENDERS = 1_000;
/** A server that has nothing to do reports what it counted after ten seconds. */
const COUNTED_MS = 11_000;

const PARTS = ['articles-1', 'columns-1', 'highlights-1', 'news-1', 'editorials-1', 'traffic-news-1', 'programs'];
const PUBLIC_PARTS = [...PARTS, 'hosts', 'films', 'events', 'songs'];
const SEARCHES = ['電台', '音樂', '交通', '隧道', '新聞', '節目', '香港', '天文台', '九龍', '主持', '演唱會', '叱咤'];

/** Pages, feeds and calls, each once: none is in the page cache, and few of their queries are in the query cache. */
async function addresses(url: string): Promise<string[]> {
  const maps = await Promise.all(PUBLIC_PARTS.map(async (part) => (await fetch(`${url}/sitemap/${part}.xml`)).text()));
  const found = maps.flatMap((map) =>
    [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc]) => new URL(loc!).pathname),
  );
  const pages = [...new Set(found)];
  const ids = pages.flatMap((path) => /^\/(?:article|news\/\w+|highlight)\/(\d+)/.exec(path)?.[1] ?? []);
  const searches = SEARCHES.flatMap((word) => [1, 2, 3].map((page) => `q=${encodeURIComponent(word)}&page=${page}`));
  return [
    ...pages,
    ...searches.flatMap((query) => [`/search?${query}`, `/api/search?${query}`]),
    ...ids.map((id) => `/api/articles/${id}`),
    ...['news', 'articles', 'columns', 'highlights'].map((name) => `/feeds/${name}.xml`),
    '/xmltv.xml',
    '/crgovideo',
    '/crgovideo/all',
    '/api/premium',
    '/api/chart?channel=903',
    '/program/archives',
  ];
}

interface Cost {
  cpuS: number;
  queries: number;
}

async function committed(server: pg.Client): Promise<number> {
  const { rows } = await server.query<{ n: string }>(
    `select xact_commit n from pg_stat_database where datname = current_database()`,
  );
  return Number(rows[0]!.n);
}

/** What `RENDERS` renders cost the primary. */
async function costOf({ primary, standby }: Pair, isRead: boolean): Promise<Cost> {
  const site = await startSite({
    args: ['--services=web'],
    env: {
      NODE_ENV: 'production',
      DEMO: 'on',
      LOG_LEVEL: 'error',
      READS_PER_SECOND: '0',
      DATABASE_URL: primary.url,
      ...(isRead ? { READ_DATABASE_URL: standby.url } : {}),
    },
  });
  pinTree(site.process.pid ?? 0, SERVER_CORES);
  const server = new pg.Client({ connectionString: primary.url });
  await server.connect();
  try {
    const paths = await addresses(site.url);
    await delay(COUNTED_MS);
    const [cpuBefore, before] = [cpuSeconds(primary.pid), await committed(server)];
    let [next, answered] = [0, 0];
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let path = paths[next++]; path !== undefined && answered < RENDERS; path = paths[next++]) {
          const reply = await fetch(site.url + path);
          await reply.arrayBuffer();
          if (reply.status >= 500) throw new Error(`${path} answered ${reply.status}`);
          if (reply.ok) answered += 1;
        }
      }),
    );
    const cpuS = cpuSeconds(primary.pid) - cpuBefore;
    await delay(COUNTED_MS);
    const queries = (await committed(server)) - before;
    const share = RENDERS / answered;
    return { cpuS: cpuS * share, queries: queries * share };
  } finally {
    await server.end();
    await site.close();
  }
}

/** What a standby's reads take off the primary. */
export async function standbyBench(): Promise<Row[]> {
  const pair = await startPair();
  try {
    pinTree(pair.primary.pid, SERVER_CORES);
    pinTree(pair.standby.pid, SERVER_CORES);
    const costs: Record<'primary' | 'standby', Cost[]> = { primary: [], standby: [] };
    // The first fills the database.
    await costOf(pair, false);
    for (let round = 0; round < ROUNDS; round++) {
      costs.primary.push(await costOf(pair, false));
      costs.standby.push(await costOf(pair, true));
    }
    const of = (side: Cost[]) => ({
      cpuS: median(side.map(({ cpuS }) => cpuS)),
      queries: median(side.map(({ queries }) => queries)),
    });
    const [alone, read] = [of(costs.primary), of(costs.standby)];
    const said = ({ cpuS, queries }: Cost) => `${cpuS.toFixed(2)} s and ${Math.round(queries)} queries`;
    return [
      {
        promise: `CPU and queries of the primary for ${RENDERS} uncached pages, feeds and public calls: without READ_DATABASE_URL, and with it`,
        figure: `${said(alone)}; ${said(read)}`,
        limit: 'a tenth of the queries',
        holds: read.queries <= alone.queries / 10,
      },
    ];
  } finally {
    await pair.stop();
  }
}
