import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { makeGivenTable } from '#tests/factories/money/payments.ts';
import { p95, pinTree, SERVER_CORES, type Row } from './measure.ts';
import { startOwnDatabase } from './own-database.ts';
import { openConnection, type RawConnection } from './raw-connection.ts';

const BUYERS = 5_000;
const SEATS = 500;
/** One in ten buyers gives up, and the seat goes to the next in the queue. */
const GIVES_UP_EACH = 10;
const LIMIT_MS = 2_000;
const MAX_RUSH_MS = 180_000;
const PORT = 5_391;

const body = JSON.stringify({
  product_type: 'Campaign',
  lines: [{ kind: 'goods', id: 7, quantity: 1 }],
  terms_version: '2026-11',
});

interface Reply {
  status: number;
  ms: number;
  response: { order_id?: number; place?: { every_ms: number } | null };
}

/** A buyer's requests on one keep-alive connection. */
async function ask(connection: RawConnection, path: string, how: { member: number; body: string }): Promise<Reply> {
  const began = performance.now();
  const reply = await connection.ask(path, { headers: { 'x-member': String(how.member) }, body: how.body });
  const { response = {} } = JSON.parse(reply.body.toString()) as { response?: Reply['response'] };
  return { status: reply.status, ms: performance.now() - began, response };
}

async function read<T>(path: string): Promise<T> {
  const connection = openConnection(PORT);
  const { body: told } = await connection.ask(path);
  connection.close();
  return JSON.parse(told.toString()) as T;
}

/** Five thousand buyers request five hundred seats at once: the first ones get them, and every reply is fast. */
export async function rushBench(): Promise<Row[]> {
  const database = await startOwnDatabase(4);
  const { db, pool, url } = database;
  await makeGivenTable(db);
  const { rows } = await pool.query<{ id: number }>(
    `insert into members (email, email_key, display_name, surname, given_name)
     select 'm' || n || '@member.example', 'm' || n || '@member.example', '大文', '陳', '大文'
     from generate_series(1, $1) as n returning id`,
    [BUYERS],
  );
  const host = spawn(process.execPath, ['benches/rush-host.ts', url, String(PORT), String(SEATS)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  try {
    await once(host.stdout, 'data');
    pinTree(host.pid ?? 0, SERVER_CORES);
    const took: number[] = [];
    const bad: number[] = [];
    const kept = new Set<number>();
    const endsAt = performance.now() + MAX_RUSH_MS;
    let isOver = false;
    const isGivingUp = (index: number) => index % GIVES_UP_EACH === 0;
    async function buy(member: number, index: number): Promise<void> {
      const connection = openConnection(PORT);
      while (!isOver && performance.now() < endsAt) {
        const { status, ms, response } = await ask(connection, '/api/payment/salesTransaction', { member, body });
        took.push(ms);
        if (status >= 500) bad.push(status);
        if (response.order_id) {
          if (isGivingUp(index)) await ask(connection, `/give-up/${response.order_id}`, { member, body: '{}' });
          else kept.add(member);
          if (kept.size === SEATS) isOver = true;
          break;
        }
        await wait(response.place?.every_ms ?? 2_000 + Math.random() * 2_000);
      }
      connection.close();
    }
    const members = rows.map(({ id }) => id);
    const indexOf = new Map(members.map((member, index) => [member, index]));
    await Promise.all(members.map((member, index) => buy(member, index)));
    const arrived = await read<number[]>('/arrived');
    const standing = await read<{ held: number; sold: number }>('/standing');
    const first = arrived.filter((member) => !isGivingUp(indexOf.get(member) ?? 0)).slice(0, SEATS);
    const passed = first.filter((member) => !kept.has(member)).length;
    const worst = took.reduce((most, ms) => Math.max(most, ms), 0);
    return [
      {
        promise: `${BUYERS} want ${SEATS} seats at once, one in ten who is served gives up: seats held, and who came first without one`,
        figure: `${standing.held + standing.sold}; ${passed}`,
        limit: `${SEATS}; 0`,
        holds: standing.held + standing.sold === SEATS && kept.size === SEATS && passed === 0,
      },
      {
        promise: 'the same, replies: p95, worst, and those of 500 or more',
        figure: `${p95(took).toFixed(0)} and ${worst.toFixed(0)} ms of ${took.length}; ${bad.length}`,
        limit: `${LIMIT_MS} ms; 0`,
        holds: worst <= LIMIT_MS && bad.length === 0,
      },
    ];
  } finally {
    host.stdin.end();
    await once(host, 'exit').catch(() => undefined);
    await database.close();
  }
}
