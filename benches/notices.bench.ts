import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { eftSign } from '#server/outside/eft/signature.ts';
import { freePort } from '#tests/setup/site.ts';
import { ACCOUNTS } from '#tests/simulation/accounts.ts';
import { inTurn, median, pinTree, SERVER_CORES, type Load, type Row } from './measure.ts';
import { startOwnDatabase } from './own-database.ts';
import { openConnection, type RawConnection } from './raw-connection.ts';

const CONNECTIONS = 32;
const SECONDS = 4;
const SHARE_LIMIT = 0.5;
const P99_LIMIT_MS = 200;

let count = 0;
/** A unique, signed webhook. */
function noticeBody(): string {
  const number = `UR261122${String(++count).padStart(8, '0')}`;
  const fields: Record<string, string> = {
    notify_type: 'trade_status_sync',
    trade_type: 'SALE',
    user_confirm_key: ACCOUNTS.eft.userConfirmKey,
    trade_no: `2026112211${count}`,
    transaction_id: `2026112211${count}`,
    out_trade_no: number,
    eft_trade_no: `20261122110000${count}`,
    total_fee: '388.00',
    currency: 'HKD',
    trade_status: 'TRADE_SUCCESS',
    gmt_payment: '2026-11-22 11:00:00',
    wallet: 'ALIPAYHK',
    time: '20261122110001',
  };
  return JSON.stringify({ ...fields, sign: eftSign(ACCOUNTS.eft.secret, fields) });
}

/** At full speed, sequentially on each connection. */
async function flood(connections: readonly RawConnection[], path: string): Promise<Load> {
  const bodies = Array.from({ length: 20_000 }, noticeBody);
  const until = performance.now() + SECONDS * 1_000;
  let [taken, errors] = [0, 0];
  await Promise.all(
    connections.map(async (connection) => {
      while (performance.now() < until && bodies.length > 0) {
        const { status } = await connection.ask(path, { body: bodies.pop()! });
        if (status === 200) taken++;
        else errors++;
      }
    }),
  );
  return { perSecond: taken / SECONDS, cpuMs: 0, errors };
}

/** At a fixed rate, regardless of responses. Returns the latencies, ms. */
async function steadily(connections: readonly RawConnection[], path: string, perSecond: number): Promise<number[]> {
  const all = Math.floor(perSecond * SECONDS);
  const bodies = Array.from({ length: all }, noticeBody);
  const began = performance.now();
  const waits: number[] = [];
  const asked: Promise<void>[] = [];
  for (let i = 0; i < all; i++) {
    const dueMs = began + (i * 1_000) / perSecond;
    const earlyMs = dueMs - performance.now();
    if (earlyMs > 1) await delay(earlyMs);
    asked.push(
      connections[i % connections.length]!.ask(path, { body: bodies[i]! }).then(() => {
        waits.push(performance.now() - dueMs);
      }),
    );
  }
  await Promise.all(asked);
  return waits;
}

/** Provider webhooks, each parsed, verified, stored and committed before the response. */
export async function noticesBench(): Promise<Row[]> {
  const database = await startOwnDatabase(2);
  const port = await freePort();
  const host = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'benches/notices-host.ts', database.url, String(port)],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  try {
    await once(host.stdout, 'data');
    pinTree(host.pid ?? 0, SERVER_CORES);
    const connections = Array.from({ length: CONNECTIONS }, () => openConnection(port));
    await flood(connections, '/bare');
    const { ours, bare } = await inTurn({
      ours: () => flood(connections, '/api/payment/callback/eft'),
      bare: () => flood(connections, '/bare'),
    });
    const waits = await steadily(connections, '/api/payment/callback/eft', ours.perSecond / 2);
    for (const connection of connections) connection.close();
    const share = ours.perSecond / bare.perSecond;
    const p99 = waits.toSorted((a, b) => a - b)[Math.ceil(waits.length * 0.99) - 1] ?? Number.NaN;
    return [
      {
        promise: 'signed notices taken a second, durable, against a bare route with one INSERT',
        figure: `${ours.perSecond.toFixed(0)} to ${bare.perSecond.toFixed(0)}: ${share.toFixed(2)}`,
        limit: `${SHARE_LIMIT} or more, none refused`,
        holds: share >= SHARE_LIMIT && ours.errors === 0,
      },
      {
        promise: 'a notice at half that load, p99 from its moment on',
        figure: `${p99.toFixed(0)} ms (half of them ${median(waits).toFixed(0)} ms)`,
        limit: `${P99_LIMIT_MS} ms or less`,
        holds: p99 <= P99_LIMIT_MS,
      },
    ];
  } finally {
    host.kill('SIGKILL');
    await database.close();
  }
}
