import { setTimeout as delay } from 'node:timers/promises';
import autocannon from 'autocannon';
import { median, type Row } from './measure.ts';
import type { Cpu, Shares } from './render-host.ts';
import { startRenderSite, type RenderSite } from './render-site.ts';

const ROUNDS = 5;
const SECONDS = 3;
const LIMIT = 3;
/**
 * A URL this long is not cached, so each request renders the page. A query name unknown to the page would be ignored.
 */
const UNKEPT = `?keyword=${'x'.repeat(400)}`;

/** CPU per request. */
async function cost(site: RenderSite, url: string): Promise<Cpu> {
  const before = await site.ask<Cpu>('cpu');
  const { requests, errors, non2xx } = await autocannon({ url, connections: 8, duration: SECONDS });
  if (errors + non2xx > 0) throw new Error(`${errors + non2xx} of ${requests.total} requests failed at ${url}`);
  // Requests cut off at the end are still answered.
  await delay(300);
  const after = await site.ask<Cpu>('cpu');
  return {
    mainMs: (after.mainMs - before.mainMs) / requests.total,
    allMs: (after.allMs - before.allMs) / requests.total,
  };
}

/** Uncached pages: the whole path compared with React rendering the same tree, alternating. */
export async function renderBench(): Promise<Row[]> {
  const rows: Row[] = [];
  const site = await startRenderSite();
  try {
    for (const [name, path] of [
      ['home', '/'],
      ['a programme', encodeURI('/program/1035/放學後電台')],
    ] as const) {
      const url = site.url + path + UNKEPT;
      await cost(site, url);
      await cost(site, site.bareUrl);
      const whole: Cpu[] = [];
      const bare: number[] = [];
      for (let i = 0; i < ROUNDS; i++) {
        whole.push(await cost(site, url));
        bare.push((await cost(site, site.bareUrl)).mainMs);
      }
      await site.ask('profile');
      await cost(site, url);
      const shares = await site.ask<Shares>('shares');
      const mainMs = median(whole.map((cpu) => cpu.mainMs));
      const ratio = mainMs / median(bare);
      rows.push({
        promise: `uncached ${name}, its lists remembered, against a bare Fastify reply of \`renderToString\`, CPU a page without compression`,
        figure: `${ratio.toFixed(2)} (${mainMs.toFixed(2)} and ${median(bare).toFixed(2)} ms)`,
        limit: `${LIMIT} at most`,
        holds: ratio <= LIMIT,
      });
      const where = Object.entries(shares)
        .toSorted(([, a], [, b]) => b - a)
        .map(([owner, share]) => `${owner} ${Math.round(share * 100)} %`);
      const beside = median(whole.map((cpu) => cpu.allMs - cpu.mainMs));
      rows.push({
        promise: `uncached ${name}: where the time goes`,
        figure: `${where.join(', ')}; beside it the engine's helpers ${beside.toFixed(2)} ms`,
        limit: 'told',
        holds: true,
      });
    }
  } finally {
    await site.close();
  }
  return rows;
}
