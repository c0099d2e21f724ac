import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql, type SQL } from 'drizzle-orm';
import { openDatabase, type Database, type Db } from '#db/database.ts';
import { staffRoleGrants } from '#db/tables/staff.ts';
import { insertAccount, lockStaffAccount, updateAccount } from '#domain/staff/staff.store.ts';
import { openStaffSession } from '#domain/staff/staff.ts';
import { searchQueries } from '#fixtures/search-queries.ts';
import { cpuSeconds, median, p95, pinTree, rssMb, SERVER_CORES, type Row } from './measure.ts';
import { makeScaledDatabase, withoutIndexes } from './scale-database.ts';

const ROWS = 1_000_000;
const PORT = 5_397;
const TABS = 200;
const TABS_OF_ACCOUNT = 20;
const WATCHED_S = 20;
const CALLS = 60;
const WARMING = 5;
const SAVES = 200;
const LIST_MS = 100;
const SEARCH_MS = 50;
const SAVE_MS = 80;
const CSV_MB = 100;

/** Orders of five years by twenty thousand members, each with a line and an attempt; few of the rarer states and methods. */
async function insertOrders(database: Database): Promise<void> {
  const { db } = database;
  const insert = (table: string, statement: SQL) =>
    withoutIndexes(database, table, () =>
      db.transaction(async (tx) => {
        await tx.execute(sql`set local statement_timeout = 0`);
        await tx.execute(statement);
      }),
    );
  await insert(
    'members',
    sql`
      insert into members (email, email_key, display_name, surname, given_name)
      select 'm' || n || '@member.example', 'm' || n || '@member.example', '大文', '陳', '大文' from generate_series(1, 20000) as n`,
  );
  await insert(
    'orders',
    sql`
      insert into orders (id, member_id, kind, state, total_cents, captured_cents, created_at, expires_at, paid_at, fulfilled_at)
      select n, first.id + n % 20000, case when n % 1000 = 0 then 'gift' else 'subscription' end,
        case when n % 100000 = 7 then 'review' when n % 10 = 0 then 'expired' else 'paid' end, 38800,
        case when n % 10 = 0 then 0 else 38800 end, at, at + interval '1 hour',
        case when n % 10 = 0 then null else at end, case when n % 10 = 0 then null else at end
      from (select min(id) as id from members where email like 'm%@member.example') as first,
        (select n, now() - (${ROWS}::int - n) * interval '150 seconds' as at from generate_series(1, ${ROWS}::int) as n) as rows`,
  );
  await insert(
    'order_lines',
    sql`
      insert into order_lines (order_id, line_no, kind, product_id, name, quantity, unit_cents)
      select n, 1, 'subscription', 1, '250日', 1, 38800 from generate_series(1, ${ROWS}::int) as n`,
  );
  await insert(
    'payment_attempts',
    sql`
      insert into payment_attempts (order_id, number, gateway, method, amount_cents, state, created_at, expires_at)
      select n, 'CR' || lpad(n::text, 14, '0'), case when n % 50000 = 3 then 'jetco' else 'mpgs' end,
        case when n % 50000 = 3 then 'jetco' else 'card' end, 38800, case when n % 10 = 0 then 'expired' else 'paid' end, now(), now()
      from generate_series(1, ${ROWS}::int) as n`,
  );
  await db.execute(sql`select setval('orders_id_seq', ${ROWS}::int)`);
}

/** Cookies of sessions of as many accounts as the tabs need, each with every permission. */
async function enter(db: Db): Promise<string[]> {
  const cookies: string[] = [];
  // A kept database has those of earlier runs.
  const run = Date.now();
  for (let n = 0; n < TABS / TABS_OF_ACCOUNT; n += 1)
    cookies.push(
      await db.transaction(async (tx) => {
        const now = new Date();
        const id = (await insertAccount(tx, {
          email: `bench-${run}-${n}@radio.example`,
          name: `bench ${n}`,
          createdAt: now,
        }))!;
        await updateAccount(tx, id, { state: 'active', activatedAt: now });
        const grant = { accountId: id, role: 'break-glass', grantedBy: 'bench', createdAt: now };
        await tx.insert(staffRoleGrants).values(grant);
        const account = (await lockStaffAccount(tx, id))!;
        const visitor = { remoteIp: '127.0.0.1', userAgent: 'bench', now };
        return `__Host-staff=${(await openStaffSession(tx, account, visitor)).token}`;
      }),
    );
  return cookies;
}

const ORIGIN = `http://localhost:${PORT}`;
const BASE = `http://127.0.0.1:${PORT}`;

async function ask<T>(path: string, cookie: string, body?: object): Promise<{ ms: number; response: T }> {
  const began = performance.now();
  const reply = await fetch(BASE + path, {
    method: body ? 'POST' : 'GET',
    headers: { cookie, ...(body && { 'content-type': 'application/json', origin: ORIGIN }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${reply.status} at ${path}: ${text.slice(0, 300)}`);
  return { ms: performance.now() - began, response: (JSON.parse(text) as { response: T }).response };
}

/** Times of a call, and of one that reads a session beside each, which tells how busy the machine was. */
interface Times {
  own: number[];
  beside: number[];
}

async function beside(cookie: string): Promise<number> {
  return (await ask('/api/staff/session', cookie)).ms;
}

async function timed(cookie: string, pathOf: (n: number) => string): Promise<Times> {
  const times: Times = { own: [], beside: [] };
  for (let n = 0; n < WARMING + CALLS; n += 1) {
    const { ms } = await ask(pathOf(n), cookie);
    const besideMs = await beside(cookie);
    if (n < WARMING) continue;
    times.own.push(ms);
    times.beside.push(besideMs);
  }
  return times;
}

const told = (times: number[]) => `p95 ${p95(times).toFixed(1)} ms (median ${median(times).toFixed(1)} ms)`;
const row = (promise: string, times: Times, limitMs: number): Row => ({
  promise,
  figure: `${told(times.own)}; a session read beside it ${told(times.beside)}`,
  limit: `${limitMs} ms`,
  holds: p95(times.own) <= limitMs,
});

/** CPU of a process for a while, as a part of a core. */
async function coreOf(pid: number): Promise<number> {
  const before = cpuSeconds(pid);
  await delay(WATCHED_S * 1_000);
  return (cpuSeconds(pid) - before) / WATCHED_S;
}

async function tabs(pid: number, cookies: readonly string[]): Promise<Row> {
  const alone = await coreOf(pid);
  const open: IncomingMessage[] = [];
  for (let n = 0; n < TABS; n += 1) {
    const headers = { cookie: cookies[Math.floor(n / TABS_OF_ACCOUNT)]! };
    const asked = request(`${BASE}/api/staff/live`, { headers, agent: false });
    asked.end();
    const [reply] = (await once(asked, 'response')) as [IncomingMessage];
    if (reply.statusCode !== 200) throw new Error(`tab ${n} was answered with ${reply.statusCode}`);
    reply.resume();
    open.push(reply);
  }
  await delay(2_000);
  const watched = await coreOf(pid);
  for (const reply of open) reply.destroy();
  const share = watched - alone;
  return {
    promise: `${TABS} open tabs of the desk: CPU of the server beyond that without them, of a core`,
    figure: `${(share * 100).toFixed(1)} % (${(watched * 100).toFixed(1)} and ${(alone * 100).toFixed(1)} %)`,
    limit: '5 %',
    holds: share < 0.05,
  };
}

async function csv(pid: number, cookie: string): Promise<Row> {
  const before = rssMb(pid);
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, rssMb(pid))), 200);
  const reply = await fetch(`${BASE}/api/staff/money/orders.csv`, { headers: { cookie } });
  let lines = 0;
  for await (const chunk of reply.body as unknown as AsyncIterable<Uint8Array>)
    for (const byte of chunk) if (byte === 10) lines += 1;
  clearInterval(timer);
  return {
    promise: `CSV of ${ROWS.toLocaleString('en')} orders: memory of the server beyond that before`,
    figure: `${(most - before).toFixed(0)} MB (${lines.toLocaleString('en')} lines)`,
    limit: `${CSV_MB} MB`,
    holds: most - before < CSV_MB && lines > ROWS,
  };
}

async function saves(cookie: string): Promise<Row> {
  const begun = await ask<{ draft_id: number }>('/api/staff/drafts', cookie, { fields: { contentType: 301 } });
  const path = `/api/staff/drafts/${begun.response.draft_id}`;
  let { revision } = (await ask<{ revision: number }>(path, cookie)).response;
  const times: Times = { own: [], beside: [] };
  for (let n = 0; n < SAVES; n += 1) {
    const body = { base_revision: revision, client: crypto.randomUUID(), fields: { title: `題目 ${n}` } };
    const { ms, response } = await ask<{ revision: number }>(path, cookie, body);
    revision = response.revision;
    times.own.push(ms);
    times.beside.push(await beside(cookie));
  }
  return row('a draft is saved: p95 until it is acknowledged', times, SAVE_MS);
}

const query = (n: number) => encodeURIComponent((searchQueries[n % searchQueries.length]?.q ?? '').slice(0, 20));
const LISTS: readonly (readonly [what: string, path: (n: number) => string])[] = [
  ['articles', () => '/api/staff/articles'],
  ['articles that are withdrawn', () => '/api/staff/articles?state=withdrawn'],
  ['articles of one kind', () => '/api/staff/articles?kind=305'],
  ['articles by a part of the title', (n) => `/api/staff/articles?text=${query(n)}`],
  ['articles of the caller', () => '/api/staff/articles?mine=1'],
  ['orders', () => '/api/staff/money/orders'],
  ['orders to follow up', () => '/api/staff/money/orders?state=review'],
  ['orders of a kind', () => '/api/staff/money/orders?kind=gift'],
  ['orders by a rare method', () => '/api/staff/money/orders?method=jetco'],
  ['orders of a day long ago', () => '/api/staff/money/orders?from=2023-01-02&to=2023-01-02'],
  ['orders of a member', (n) => `/api/staff/money/orders?member_id=${1_000 + n}`],
];

/** The desk on a million articles and a million orders, in a process of its own. */
export async function deskBench(): Promise<Row[]> {
  const scaled = await makeScaledDatabase(ROWS, new Date(), insertOrders);
  const dataDir = mkdtempSync(join(tmpdir(), 'desk-bench-'));
  const database = openDatabase(scaled.url, { max: 2, statementTimeoutMs: 0, queryTimeoutMs: 0 });
  try {
    const cookies = await enter(database.db);
    const cookie = cookies[0]!;
    const host = spawn(process.execPath, ['benches/desk-host.ts', scaled.url, String(PORT), dataDir], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    try {
      await once(host.stdout, 'data');
      const pid = host.pid ?? 0;
      pinTree(pid, SERVER_CORES);
      const rows = [await tabs(pid, cookies)];
      for (const [what, path] of LISTS)
        rows.push(row(`list of ${what}, among ${ROWS.toLocaleString('en')}: p95`, await timed(cookie, path), LIST_MS));
      const found = await timed(cookie, (n) => `/api/staff/search?q=${query(n)}`);
      rows.push(row(`search of the palette among ${ROWS.toLocaleString('en')} articles: p95`, found, SEARCH_MS));
      rows.push(await saves(cookie), await csv(pid, cookie));
      return rows;
    } finally {
      host.stdin.end();
      if (host.exitCode === null) await once(host, 'exit');
    }
  } finally {
    await database.close();
    await scaled.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
