import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { makeGivenTable } from '#tests/factories/payments.ts';
import { p95, type Row } from './measure.ts';
import { startOwnDatabase } from './own-database.ts';

const BUYERS = 5_000;
const SEATS = 500;
/** Of ten who are served one gives up: the next in line has it. */
const GIVES_UP_EACH = 10;
const LIMIT_MS = 2_000;
const MOST_MS = 180_000;
const PORT = 5_391;

const agent = new Agent({ keepAlive: true, maxSockets: BUYERS });
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

interface Asked {
  member?: number;
  method: 'GET' | 'POST';
}

function ask(path: string, { member, method }: Asked): Promise<Reply & { raw: unknown }> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const who = member === undefined ? {} : { 'x-member': String(member) };
    const headers = { ...who, 'content-type': 'application/json' };
    const sent = request({ host: '127.0.0.1', port: PORT, path, method, agent, headers }, (reply) => {
      let text = '';
      reply.setEncoding('utf8');
      reply.on('data', (part: string) => {
        text += part;
      });
      reply.on('end', () => {
        const raw = JSON.parse(text) as { response?: Reply['response'] };
        resolve({ status: reply.statusCode ?? 0, ms: performance.now() - began, response: raw.response ?? {}, raw });
      });
    });
    sent.on('error', reject);
    sent.end(method === 'GET' ? undefined : path.startsWith('/api') ? body : '{}');
  });
}

/** Five thousand want five hundred seats at once: who came first has them, and nobody waits for a reply. */
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
    const took: number[] = [];
    const bad: number[] = [];
    const kept = new Set<number>();
    const endsAt = performance.now() + MOST_MS;
    let isOver = false;
    const isGivingUp = (index: number) => index % GIVES_UP_EACH === 0;
    async function buy(member: number, index: number): Promise<void> {
      while (!isOver && performance.now() < endsAt) {
        const { status, ms, response } = await ask('/api/payment/salesTransaction', { member, method: 'POST' });
        took.push(ms);
        if (status >= 500) bad.push(status);
        if (response.order_id) {
          if (isGivingUp(index)) await ask(`/give-up/${response.order_id}`, { member, method: 'POST' });
          else kept.add(member);
          if (kept.size === SEATS) isOver = true;
          return;
        }
        await wait(response.place?.every_ms ?? 2_000 + Math.random() * 2_000);
      }
    }
    const members = rows.map(({ id }) => id);
    const indexOf = new Map(members.map((member, index) => [member, index]));
    await Promise.all(members.map((member, index) => buy(member, index)));
    const arrived = (await ask('/arrived', { method: 'GET' })).raw as number[];
    const standing = (await ask('/standing', { method: 'GET' })).raw as { held: number; sold: number };
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
    agent.destroy();
    await database.close();
  }
}
