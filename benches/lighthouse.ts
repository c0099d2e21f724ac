import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import lighthouse, { type Result } from 'lighthouse';
import { chromium } from 'playwright-core';
import { judgeByCpuTime } from './cpu-time.ts';
import { chromiumPath } from '#tests/setup/chromium.ts';

const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-extensions',
  '--mute-audio',
];
const START_LIMIT_MS = 30_000;
const STOP_LIMIT_MS = 5_000;
const MAX_TRIES = 3;

interface DebuggedBrowser {
  port: number;
  close(): Promise<void>;
}

/** A browser with an empty profile, ready when its debugging port responds. */
async function startBrowser(): Promise<DebuggedBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'lighthouse-'));
  const path = chromiumPath();
  if (!path) throw new Error('there is no Chromium on this machine');
  const browser = spawn(path, [...FLAGS, '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: 'ignore',
  });
  const close = async () => {
    await end(browser);
    // Its children may still write for a moment.
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  const file = join(profile, 'DevToolsActivePort');
  for (const startedAtMs = Date.now(); Date.now() - startedAtMs < START_LIMIT_MS; await delay(100)) {
    if (browser.exitCode !== null) break;
    const port = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
    if (port > 0 && (await fetch(`http://127.0.0.1:${port}/json/version`).catch(() => null))?.ok)
      return { port, close };
  }
  await close();
  throw new Error(`Chromium did not start (exit code ${browser.exitCode})`);
}

async function end(browser: ChildProcess): Promise<void> {
  if (browser.exitCode !== null || browser.signalCode !== null) return;
  const ended = new Promise((done) => browser.once('exit', done));
  browser.kill('SIGTERM');
  await Promise.race([ended, delay(STOP_LIMIT_MS)]);
  browser.kill('SIGKILL');
}

export interface Audit {
  asSeen: Result;
  /** As if nothing else had run on the machine. */
  byCpuTime: Result;
}

/** Lighthouse's result for a page with its default phone; each run in a new browser. */
export async function audit(url: string, cookies: Record<string, string> = {}): Promise<Audit> {
  // On a busy machine a trace may be lost; such a run measured nothing.
  for (let tries = 1; ; tries++) {
    try {
      return await auditOnce(url, cookies);
    } catch (error) {
      if (tries === MAX_TRIES) throw error;
    }
  }
}

/** Lighthouse clears storage, but not cookies. */
async function keepCookies(port: number, url: string, cookies: Record<string, string>): Promise<void> {
  const list = Object.entries(cookies).map(([name, value]) => ({ name, value, url }));
  if (list.length === 0) return;
  const remote = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  await remote.contexts()[0]?.addCookies(list);
  await remote.close();
}

async function auditOnce(url: string, cookies: Record<string, string>): Promise<Audit> {
  const browser = await startBrowser();
  try {
    await keepCookies(browser.port, url, cookies);
    const run = await lighthouse(url, {
      port: browser.port,
      output: 'json',
      logLevel: 'error',
      onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
    });
    if (!run) throw new Error(`no result of Lighthouse for ${url}`);
    if (run.lhr.runtimeError) throw new Error(`Lighthouse of ${url}: ${run.lhr.runtimeError.message}`);
    return { asSeen: run.lhr, byCpuTime: await judgeByCpuTime(run.artifacts) };
  } finally {
    await browser.close();
  }
}
