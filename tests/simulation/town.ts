import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { freeOldLocks } from '#db/outbox.ts';
import { dayHkOf } from '#shared/hk-time.ts';
import { freePort } from '#tests/setup/site.ts';
import type { TestDatabase } from '#tests/setup/pg.ts';
import { SITE_URL, type BankName, type BanksOptions, type ShopOptions } from './accounts.ts';
import { openBanks } from './banks.ts';
import type { Point } from './points.ts';
import { setClock } from './shared-clock.ts';
import { openShop } from './shop.ts';

export interface Refused {
  refused: string;
}
export const isRefused = (answer: object): answer is Refused => 'refused' in answer;

function startProgram(file: string, options: BanksOptions | ShopOptions): ChildProcess {
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

const isReady = (program: ChildProcess, onLine: (line: string) => void): Promise<void> =>
  new Promise((done, fail) => {
    createInterface(program.stdout!).on('line', (line) => {
      onLine(line);
      done();
    });
    program.once('exit', () => fail(new Error('it ended before it began')));
  });

async function ended(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  program.kill('SIGKILL');
  await once(program, 'exit');
}

/** An idle connection may be closed just as it is used: retries once. */
const reach = (url: string, init: RequestInit = {}): Promise<Response> =>
  fetch(url, init).catch(() => fetch(url, init));

/**
 * Runs the banks in one process and our shop in another that dies and restarts, with a common clock. Where nobody is
 * killed both run in this process, whose modules are loaded.
 */
export async function startTown(
  database: TestDatabase,
  { startMs, mutants = [], isKilled }: { startMs: number; mutants?: readonly string[]; isKilled: boolean },
) {
  const folder = mkdtempSync(join(tmpdir(), 'town-'));
  const [shopPort, bankPort] = [await freePort(), await freePort()];
  const [shopUrl, bankUrl] = [`http://127.0.0.1:${shopPort}`, `http://127.0.0.1:${bankPort}`];
  let nowMs = startMs;
  const clockFile = join(folder, 'clock');
  setClock(clockFile, nowMs);
  let isOver = false;
  const days = new Set([dayHkOf(new Date(startMs))]);
  const kills = new Map<string, number>();
  const faults: string[] = [];

  const bankOptions = { port: bankPort, folder, siteUrl: SITE_URL, reachedAt: shopUrl, clockFile };
  const shopOptions = { port: shopPort, databaseUrl: database.url, bankUrl, clockFile, mutants };
  const programs: { close(): Promise<void> }[] = [];

  let shop: ChildProcess | undefined;
  let ready = Promise.resolve();
  const count = (what: string) => kills.set(what, (kills.get(what) ?? 0) + 1);
  function forkShop(): void {
    shop = startProgram('tests/simulation/shop.process.ts', shopOptions);
    ready = isReady(shop, (line) => {
      const { killed } = JSON.parse(line) as { killed?: string };
      if (killed !== undefined) count(killed);
    });
    ready.catch(() => {});
    shop.once('exit', () => {
      if (!isOver) void takeOver();
    });
  }
  /** Simulates the delay after which a dead worker's jobs are released. */
  async function takeOver(): Promise<void> {
    forkShop();
    await database.pool.query(
      `update graphile_worker._private_jobs set locked_at = locked_at - interval '1 hour' where locked_at is not null`,
    );
    await database.pool.query(
      `update graphile_worker._private_job_queues set locked_at = locked_at - interval '1 hour' where locked_at is not null`,
    );
    await freeOldLocks(database.db);
  }
  if (isKilled) {
    const banks = startProgram('tests/simulation/banks.process.ts', bankOptions);
    await isReady(banks, () => {});
    forkShop();
    await ready;
    programs.push({ close: () => ended(shop!) }, { close: () => ended(banks) });
  } else programs.push(await openBanks(bankOptions), await openShop(shopOptions));

  const bank = (name: BankName) => `${bankUrl}/sandbox/${name}`;

  return {
    bank,
    /** Days on which something was done. */
    days,
    kills,
    faults,
    now: () => new Date(nowMs),
    async advance(ms: number): Promise<void> {
      nowMs += ms;
      days.add(dayHkOf(new Date(nowMs)));
      setClock(clockFile, nowMs);
    },
    /** Calls our shop, retrying until a live process answers. An internal error is recorded and reported at the end. */
    async call<T extends object>(name: string, asked: object = {}): Promise<T | Refused> {
      for (;;) {
        try {
          await ready;
          const response = await fetch(`${shopUrl}/sim/${name}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(asked),
          });
          const answer = (await response.json()) as T | Refused | { fault: string };
          if (!('fault' in answer)) return answer;
          faults.push(answer.fault);
          return { refused: answer.fault };
        } catch {
          if (isOver) throw new Error('the town is closed');
          await delay(20);
        }
      }
    },
    /** A browser that returns with a bank's form. */
    async bringBack(path: string, fields: URLSearchParams): Promise<void> {
      await ready.catch(() => {});
      await fetch(`${shopUrl}${path}`, { method: 'POST', body: fields, redirect: 'manual' }).catch(() => null);
    },
    press: (url: string, fields: Record<string, string> | [string, string][]): Promise<Response> =>
      reach(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' }),
    read: async (url: string): Promise<string> => (await reach(url)).text(),
    arm: async (point: Point, after: number) => {
      const response = await fetch(`${shopUrl}/sim/arm`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ point, in: after }),
      }).catch(() => null);
      return response !== null;
    },
    kill(): void {
      if (!shop || shop.exitCode !== null || shop.signalCode !== null) return;
      count('at random');
      shop.kill('SIGKILL');
    },
    /** Waits until every webhook that our shop has accepted is processed. */
    async webhooksProcessed(): Promise<void> {
      for (;;) {
        const { rows } = await database.pool.query<{ waiting: number }>(
          `select count(*)::int as waiting from graphile_worker.jobs
            where task_identifier = 'handle-hook-notice' and attempts < max_attempts and run_at <= now()`,
        );
        if (rows[0]!.waiting === 0) return;
        await delay(20);
      }
    },
    /** Waits until everything in transit has arrived: the banks' webhooks and the jobs they cause. */
    async settleDown(): Promise<void> {
      for (let quiet = 0; quiet < 2;) {
        await delay(80);
        await database.pool.query(
          `update graphile_worker._private_jobs set run_at = now() where locked_at is null and run_at > now()
             and attempts < max_attempts`,
        );
        const { rows } = await database.pool.query<{ waiting: number }>(
          `select count(*)::int as waiting from graphile_worker.jobs
            where task_identifier in ('handle-hook-notice', 'payment-send-refunds', 'payment-access-changed', 'number-receipts')
              and attempts < max_attempts`,
        );
        quiet = rows[0]!.waiting === 0 ? quiet + 1 : 0;
      }
    },
    async close(): Promise<void> {
      isOver = true;
      for (const program of programs) await program.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Town = Awaited<ReturnType<typeof startTown>>;
