import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase, type Db } from '#db/database.ts';
import { staffRoleGrants } from '#db/tables/staff.ts';
import { insertAccount, lockStaffAccount, updateAccount } from '#domain/staff/staff.store.ts';
import { openStaffSession } from '#domain/staff/staff.ts';
import { searchQueries } from '#fixtures/search-queries.ts';
import { insertDeskRows } from './desk-rows.ts';
import { cpuSeconds, median, p95, pinTree, rssMb, SERVER_CORES, type Row } from './measure.ts';
import { makeScaledDatabase } from './scale-database.ts';

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

/** Times of a call, and of one that reads a session beside each, which shows how busy the machine was. */
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
  ['broadcasts', () => '/api/staff/archive'],
  ['broadcasts of a channel', () => '/api/staff/archive?stream_id=864'],
  ['broadcasts of a programme', (n) => `/api/staff/archive?program_id=${1 + (n % 20)}`],
  ['broadcasts of a day long ago', () => '/api/staff/archive?day=2011-03-01'],
  ['broadcasts that are taken down', () => '/api/staff/archive?state=taken_down'],
  ['letters', () => '/api/staff/letters'],
  ['open letters', () => '/api/staff/letters?state=open'],
  ['open letters of the caller', () => '/api/staff/letters?state=mine'],
  ['lost property', () => '/api/staff/letters?form=lostproperty'],
  ['letters of a rare topic', () => '/api/staff/letters?topic=complaint'],
  ['deliveries of a campaign', () => '/api/staff/campaigns/bench_sale/deliveries'],
  ['packed deliveries of a campaign', () => '/api/staff/campaigns/bench_sale/deliveries?state=packed'],
  ['pictures', () => '/api/staff/pictures'],
  ['pictures by a part of their words', (n) => `/api/staff/pictures?text=${query(n)}`],
  ['pictures without a use', () => '/api/staff/pictures?lack=uses'],
  ['pictures whose rights end', () => '/api/staff/pictures?lack=rights'],
  ['audit events', () => '/api/staff/audit'],
  ['audit events of a person', () => '/api/staff/audit?who=audit-77'],
  ['audit events of a rare action', () => '/api/staff/audit?action=members.merge'],
  ['audit events of an order', (n) => `/api/staff/audit?subject_kind=order&subject_id=${1_000 + n}`],
  ['audit events of a day long ago', () => '/api/staff/audit?from=2023-01-02&to=2023-01-02'],
];

/** The desk on a million rows in each of its long lists, in a process of its own. */
export async function deskBench(): Promise<Row[]> {
  const scaled = await makeScaledDatabase(ROWS, new Date(), (database) => insertDeskRows(database, ROWS));
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
