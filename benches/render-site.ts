import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { freePort } from '#tests/setup/site.ts';
import { pinTree, SERVER_CORES } from './measure.ts';
import type { Ask } from './render-host.ts';

export interface RenderSite {
  url: string;
  pid: number;
  /** A bare Fastify that returns the last rendered page, rendered again by React alone. */
  bareUrl: string;
  metricsUrl: string;
  ask<T>(question: Ask): Promise<T>;
  close(): Promise<void>;
}

/** Only the pages, in a process that reports their cost. Pages are not rate-limited unless `env` says so. */
export async function startRenderSite(env: Record<string, string> = {}): Promise<RenderSite> {
  const [port, barePort, metricsPort] = [await freePort(), await freePort(), await freePort()];
  const dataDir = mkdtempSync(resolve('data/render-'));
  const host: ChildProcess = fork('benches/render-host.ts', [String(barePort)], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DEMO: 'on',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      METRICS_PORT: String(metricsPort),
      LOG_LEVEL: 'error',
      RENDERS_PER_SECOND: '0',
      ...env,
    },
  });
  const close = async () => {
    const ended = once(host, 'exit');
    if (host.exitCode === null && host.kill('SIGTERM')) await ended;
    rmSync(dataDir, { recursive: true, force: true });
  };
  const started = await Promise.race([once(host, 'message').then(() => true), once(host, 'exit').then(() => false)]);
  if (!started) {
    await close();
    throw new Error('the process that renders did not start');
  }
  pinTree(host.pid ?? 0, SERVER_CORES);
  return {
    url: `http://127.0.0.1:${port}`,
    pid: host.pid ?? 0,
    bareUrl: `http://127.0.0.1:${barePort}/`,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    async ask<T>(question: Ask) {
      const reply = once(host, 'message');
      host.send(question);
      return (await reply)[0] as T;
    },
    close,
  };
}
