import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import autocannon from 'autocannon';
import { freePort } from '#tests/setup/site.ts';
import { median, pinTree, SERVER_CORES, type Row } from './measure.ts';
import type { Ask, Cpu, Shares } from './render-host.ts';

const ROUNDS = 5;
const SECONDS = 3;
const LIMIT = 3;
/** So long an address is not kept: each request renders the page. */
const UNKEPT = `?x=${'x'.repeat(400)}`;

async function ask<T>(host: ChildProcess, question: Ask): Promise<T> {
  const reply = once(host, 'message');
  host.send(question);
  return (await reply)[0] as T;
}

/** CPU a request. */
async function cost(host: ChildProcess, url: string): Promise<Cpu> {
  const before = await ask<Cpu>(host, 'cpu');
  const { requests, errors, non2xx } = await autocannon({ url, connections: 8, duration: SECONDS });
  if (errors + non2xx > 0) throw new Error(`${errors + non2xx} of ${requests.total} requests failed at ${url}`);
  // Those that were cut off at the end are still answered.
  await delay(300);
  const after = await ask<Cpu>(host, 'cpu');
  return {
    mainMs: (after.mainMs - before.mainMs) / requests.total,
    allMs: (after.allMs - before.allMs) / requests.total,
  };
}

/** Pages that nobody has asked for yet: the whole path against React rendering the same tree, in turn. */
export async function renderBench(): Promise<Row[]> {
  const rows: Row[] = [];
  const port = await freePort();
  const barePort = await freePort();
  const bareUrl = `http://127.0.0.1:${barePort}/`;
  const dataDir = mkdtempSync(resolve('data/render-'));
  const host = fork('benches/render-host.ts', [String(barePort)], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DEMO: 'on',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      METRICS_PORT: '0',
      LOG_LEVEL: 'error',
    },
  });
  try {
    await Promise.race([
      once(host, 'message'),
      once(host, 'exit').then(() => Promise.reject(new Error('the process that renders did not start'))),
    ]);
    pinTree(host.pid ?? 0, SERVER_CORES);
    for (const [name, path] of [
      ['home', '/'],
      ['a programme', encodeURI('/program/1035/放學後電台')],
    ] as const) {
      const url = `http://127.0.0.1:${port}${path}${UNKEPT}`;
      await cost(host, url);
      await cost(host, bareUrl);
      const whole: Cpu[] = [];
      const bare: number[] = [];
      for (let i = 0; i < ROUNDS; i++) {
        whole.push(await cost(host, url));
        bare.push((await cost(host, bareUrl)).mainMs);
      }
      await ask(host, 'profile');
      await cost(host, url);
      const shares = await ask<Shares>(host, 'shares');
      const mainMs = median(whole.map((cpu) => cpu.mainMs));
      const ratio = mainMs / median(bare);
      rows.push({
        promise: `uncached ${name} against a bare Fastify reply of \`renderToString\`, CPU a page without compression`,
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
        figure: `${where.join(', ')}; beside it compression (Brotli 5, gzip 6) and the engine's helpers ${beside.toFixed(2)} ms`,
        limit: 'told',
        holds: true,
      });
    }
  } finally {
    const ended = once(host, 'exit');
    if (host.exitCode === null && host.kill('SIGTERM')) await ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
  return rows;
}
