import { spawn, spawnSync } from 'node:child_process';
import type { Result } from 'lighthouse';
import { freePort, type Site } from '#tests/setup/site.ts';
import { audit } from './lighthouse.ts';
import { mainThread } from './main-thread.ts';
import { median, untilAnswers, type Row } from './measure.ts';
import { newestArticle } from './newest-article.ts';

// What a page costs a phone, compared with an empty page of React and its router in the same run: the machine and its
// load cancel out.

const ROUNDS = 5;
const HOME_LIMIT = 1.5;
const PAGE_LIMIT = 1.3;
const TBT_LIMIT_MS = 200;

async function startFloor(): Promise<{ url: string; stop: () => void }> {
  const built = spawnSync('react-router', ['build', 'benches/floor'], { encoding: 'utf8' });
  if (built.status !== 0) throw new Error(`the floor page was not built:\n${built.stdout}${built.stderr}`);
  const port = await freePort();
  const host = spawn('node', ['benches/floor-host.ts', String(port)], { stdio: ['ignore', 'ignore', 'inherit'] });
  const url = `http://127.0.0.1:${port}/`;
  const stop = () => void host.kill('SIGTERM');
  await untilAnswers(url).catch((error: unknown) => {
    stop();
    throw error;
  });
  return { url, stop };
}

const blocked = (run: Result) => run.audits['total-blocking-time']?.numericValue ?? Number.NaN;

/** CPU of scripts and blocking time of pages, against those of the floor page. */
export async function floorBench(site: Site): Promise<Row[]> {
  const floor = await startFloor();
  try {
    const rows: Row[] = [];
    for (const [name, path] of [
      ['home', '/'],
      ['live', '/live/903'],
      ['archive', '/program/archives'],
      ['films', '/crgovideo'],
      ['news', '/news'],
      ['article', await newestArticle(site.url)],
    ] as const) {
      const [empty, page]: [Result[], Result[]] = [[], []];
      for (let round = 0; round < ROUNDS; round++) {
        empty.push((await audit(floor.url)).byCpuTime);
        page.push((await audit(site.url + path)).byCpuTime);
      }
      const of = (runs: Result[], figure: (run: Result) => number) => median(runs.map(figure));
      const scripts = (run: Result) => mainThread(run, 'scriptEvaluation') + mainThread(run, 'scriptParseCompile');
      const ratio = of(page, scripts) / of(empty, scripts);
      const score = of(page, (run) => (run.categories['performance']?.score ?? Number.NaN) * 100);
      const limit = name === 'home' ? HOME_LIMIT : PAGE_LIMIT;
      rows.push({
        promise: `${name}: scripts compared with an empty page of React; blocking time; performance (all by CPU time)`,
        figure: `${ratio.toFixed(2)}; ${Math.round(of(page, blocked))} ms, empty ${Math.round(of(empty, blocked))} ms; ${Math.round(score)}`,
        limit: `${limit}; ${TBT_LIMIT_MS} ms; 95`,
        holds: ratio <= limit && of(page, blocked) < TBT_LIMIT_MS && score >= 95,
      });
    }
    return rows;
  } finally {
    floor.stop();
  }
}
