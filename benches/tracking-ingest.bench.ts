import { spawn } from 'node:child_process';
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import autocannon from 'autocannon';
import { cpuSeconds, inTurn, LOAD_CORES, pinTree, SERVER_CORES, type Load, type Row } from './measure.ts';
import { startOwnDatabase } from './own-database.ts';

const LIMIT = 0.7;
const LIMIT_P99_MS = 100;
const SECONDS = 4;
const CONNECTIONS = 64;
/** A player reports every ten seconds and sends every sixty. */
const A_CALL = 6;
const EACH_S = 60;
const PLAYERS = [5_000, 100_000];

/** A player's request with this many reports of ten seconds. */
function bodyOf(reports: number): string {
  const at = Math.floor(Date.now() / 1_000);
  const tracking = Array.from({ length: reports }, (_, seq) => ({
    seq,
    tracking_type: 101,
    tracking_ts: at - 10 * (reports - seq),
    content_type: 100,
    device_type: 1,
    channel: 903,
    playback_log_id: 123_456_789,
    rendition: 'a128',
    behind: 12.5,
    heard: [[at - 10 * (reports - seq) - 10, at - 10 * (reports - seq), at - 10 * (reports - seq) - 22.5]],
  }));
  return JSON.stringify({ tracking, batch: { session: 'abcdefghijklmnopqrstuv', sent_ts: at } });
}

async function startHost(side: 'ours' | 'bare', url: string) {
  const host = spawn(process.execPath, ['benches/tracking-host.ts', side, url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [told] = (await once(host.stdout, 'data')) as [Buffer];
  const pid = host.pid ?? 0;
  pinTree(pid, SERVER_CORES);
  const call = async (reports: number, rate?: number) => {
    const before = cpuSeconds(pid);
    const result = await autocannon({
      url: `http://127.0.0.1:${Number(String(told))}/v2/tracking/live`,
      method: 'POST',
      headers: { 'content-type': 'text/plain;charset=UTF-8', 'user-agent': 'Mozilla/5.0 Chrome/142.0 Safari/537.36' },
      body: bodyOf(reports),
      connections: CONNECTIONS,
      duration: SECONDS,
      ...(rate === undefined ? {} : { overallRate: Math.max(1, Math.round(rate)) }),
    });
    const answered = result['2xx'];
    const load: Load = {
      perSecond: answered / result.duration,
      cpuMs: ((cpuSeconds(pid) - before) * 1_000) / Math.max(1, answered),
      errors: result.errors + result.non2xx,
    };
    return { ...load, p99: result.latency.p99 };
  };
  return { call, stop: () => host.kill() };
}

/** Syncs per second of the disk alone. */
function syncsPerSecond(): number {
  const folder = mkdtempSync(resolve('data/bench-sync-'));
  const file = openSync(join(folder, 'file'), 'w');
  const page = Buffer.alloc(8_192, 1);
  const until = performance.now() + 2_000;
  let syncs = 0;
  for (; performance.now() < until; syncs++) {
    writeSync(file, page, 0, page.length, (syncs % 100) * page.length);
    fdatasyncSync(file);
  }
  closeSync(file);
  rmSync(folder, { recursive: true });
  return syncs / 2;
}

/**
 * Durable storage of reports before the response, compared with a minimal process that parses the same bytes and writes
 * as durably.
 */
export async function trackingIngestBench(): Promise<Row[]> {
  pinTree(process.pid, LOAD_CORES);
  const database = await startOwnDatabase(2);
  const rows: Row[] = [];
  const hosts = [await startHost('ours', database.url), await startHost('bare', database.url)] as const;
  const [ours, bare] = hosts;
  try {
    await ours.call(1);
    await bare.call(1);
    for (const reports of [1, 60]) {
      const found = await inTurn({ ours: () => ours.call(reports), bare: () => bare.call(reports) });
      const ratio = found.ours.perSecond / found.bare.perSecond;
      rows.push({
        promise: `calls of reports a second, ${reports} a call, durable, against a bare Fastify that parses the same and copies as durably`,
        figure: `${ratio.toFixed(2)} (${Math.round(found.ours.perSecond)} and ${Math.round(found.bare.perSecond)} calls; CPU ${found.ours.cpuMs.toFixed(2)} and ${found.bare.cpuMs.toFixed(2)} ms a call; ${found.ours.errors} errors)`,
        limit: `${LIMIT} or more`,
        holds: ratio >= LIMIT && found.ours.errors === 0,
      });
      const half = await ours.call(reports, found.ours.perSecond / 2);
      rows.push({
        promise: `the slowest hundredth of such calls at half that load, ${reports} a call`,
        figure: `${half.p99.toFixed(0)} ms at ${Math.round(half.perSecond)} calls a second`,
        limit: `${LIMIT_P99_MS} ms or less`,
        holds: half.p99 <= LIMIT_P99_MS && half.errors === 0,
      });
    }
    const before = database.cpuMs();
    const own = process.cpuUsage();
    const full = await ours.call(A_CALL);
    const { user, system } = process.cpuUsage(own);
    // Of the database only, since this process generated the load.
    const databaseMs = (database.cpuMs() - before - (user + system) / 1_000) / (full.perSecond * SECONDS);
    rows.push({
      promise: `cores that players take who send ${A_CALL} reports each ${EACH_S} s, by the CPU of a call`,
      figure: PLAYERS.map((players) => {
        const calls = players / EACH_S;
        const cores = (ms: number) => ((calls * ms) / 1_000).toFixed(2);
        return `${players}: ${cores(full.cpuMs)} and ${cores(databaseMs)} of the database, ${Math.round(calls)} calls a second`;
      }).join('; '),
      limit: 'told',
      holds: true,
    });
    rows.push({
      promise: 'the disk beside it: pages written for good, one after another',
      figure: `${Math.round(syncsPerSecond())} a second`,
      limit: 'told',
      holds: true,
    });
    return rows;
  } finally {
    for (const host of hosts) host.stop();
    await database.close();
  }
}
