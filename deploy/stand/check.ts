import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '#db/database.ts';
import { purgePages } from '#db/notifications.ts';
import { demoAccounts } from '#db/seed/members.ts';
import { tellStand } from './control.ts';
import { databaseUrl, leaderOf } from './database.ts';
import { layoutOf, type Layout } from './layout.ts';
import { watch, type Probe } from './probes.ts';
import { StandError } from './processes.ts';
import { siteUrl } from './site.ts';

const ANSWER_MS = 10_000;
const CHANNELS = ['881', '903', '864'] as const;
const listOf = (channel: string): string => `/media/${channel}/a64/live.m3u8`;

interface Call {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** With a connection of its own, as of another visitor. */
const get = (url: string, call: Call = {}): Promise<Response> =>
  fetch(url, { ...call, headers: { connection: 'close', ...call.headers }, signal: AbortSignal.timeout(ANSWER_MS) });

async function textOf(url: string): Promise<string> {
  const reply = await get(url);
  if (!reply.ok) throw new StandError(`${url} answers ${reply.status}.`);
  return reply.text();
}

/** Repeats a question until it is answered by yes. */
async function until(isTrue: () => Promise<boolean>, limitMs: number): Promise<boolean> {
  for (const endMs = performance.now() + limitMs; performance.now() < endMs; await delay(200))
    if (await isTrue().catch(() => false)) return true;
  return false;
}

const segmentsOf = (list: string): string[] => list.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

/** The same sequence and the same newest segment, whose bytes are the same. */
async function isHeardAlike({ ports }: Layout, channel: string): Promise<boolean> {
  const [one = '', other = ''] = await Promise.all(
    ports.balancers.map((port) => textOf(`http://127.0.0.1:${port}${listOf(channel)}`)),
  );
  const sequence = /#EXT-X-MEDIA-SEQUENCE:\d+/.exec(one)?.[0];
  const last = segmentsOf(one).at(-1);
  if (sequence === undefined || last === undefined || !other.includes(sequence) || last !== segmentsOf(other).at(-1))
    return false;
  const [first, second] = await Promise.all(
    ports.balancers.map(async (port) => {
      const reply = await get(new URL(last, `http://127.0.0.1:${port}${listOf(channel)}`).href);
      return reply.ok ? Buffer.from(await reply.arrayBuffer()) : Buffer.alloc(0);
    }),
  );
  return first!.length > 0 && first!.equals(second!);
}

/** Not what is around it: the bar of the present programme moves on. */
const mainOf = (page: string): string => /<main[\s\S]*<\/main>/.exec(page)?.[0] ?? '';

async function isPageAlike({ ports }: Layout): Promise<boolean> {
  const [one = '', other = ''] = await Promise.all(
    ports.balancers.map((port) => textOf(`http://127.0.0.1:${port}/article/latest`).then(mainOf)),
  );
  return one !== '' && one === other;
}

/** By the way of every change: a notification of the database, which the worker passes on to each Varnish. */
async function isPurgedAtBoth(layout: Layout): Promise<boolean> {
  const tag = `stand:${randomInt(1e9)}`;
  const database = openDatabase(databaseUrl(layout, 'airwave_service'), { max: 1 });
  try {
    await database.db.transaction((tx) => purgePages(tx, [tag]));
  } finally {
    await database.close();
  }
  const bansOf = (cache: string) =>
    execFileSync('varnishadm', ['-n', join(layout.folder, cache), 'ban.list'], { encoding: 'utf8' });
  return until(async () => ['cache1', 'cache2'].every((cache) => bansOf(cache).includes(tag)), 15_000);
}

async function logsIn(layout: Layout): Promise<boolean> {
  const { accounts, password } = demoAccounts();
  const reply = await get(`${siteUrl(layout)}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: accounts[0]?.email, password, rememberMe: false }),
  });
  await reply.text();
  return reply.ok && reply.headers.has('set-cookie');
}

/** Gaps that a playlist names, and jumps of its clock. */
function missingOf(list: string): number {
  let expectedMs: number | undefined;
  let missing = (list.match(/#EXT-X-GAP/g) ?? []).length;
  for (const line of list.split('\n')) {
    const [, date] = /^#EXT-X-PROGRAM-DATE-TIME:(.+)$/.exec(line) ?? [];
    const [, seconds] = /^#EXTINF:([\d.]+)/.exec(line) ?? [];
    if (date !== undefined) {
      if (expectedMs !== undefined && Math.abs(Date.parse(date) - expectedMs) > 500) missing++;
      expectedMs = Date.parse(date);
    }
    if (seconds !== undefined && expectedMs !== undefined) expectedMs += Number(seconds) * 1_000;
  }
  return missing;
}

/** Before a restart, so that all are calm with what is left; a dead primary takes longest, 20 s. */
const CALM_MS = 4_000;
const LIMIT_MS = 60_000;

async function killInTurn(layout: Layout, folder: string, say: (line: string) => void): Promise<void> {
  const url = siteUrl(layout);
  const isOk = (path: string) => async () =>
    (await get(`${url}${path}`).then((reply) => reply.text().then(() => reply))).ok;
  const probes: Probe[] = [
    { what: 'pages', everyMs: 100, attempt: isOk('/') },
    { what: 'calls', everyMs: 100, attempt: isOk('/api/articles') },
    { what: 'sound', everyMs: 100, attempt: isOk(listOf('903')) },
    { what: 'log-ins', everyMs: 1_000, attempt: () => logsIn(layout) },
  ];
  const leader = (await leaderOf(layout)) ?? 0;
  for (const name of ['web1', 'media1', 'worker1', 'nats1', 'redis', 'cache1', 'balancer1', `db${leader + 1}`]) {
    const watched = watch(probes);
    await delay(1_000);
    await tellStand(folder, ['kill', name]);
    const isCalm = await watched.untilCalm(CALM_MS, LIMIT_MS);
    await tellStand(folder, ['start', name]);
    await watched.untilCalm(CALM_MS, LIMIT_MS);
    const outcomes = await watched.stop();
    const failed = [...outcomes]
      .filter(([, { failures }]) => failures > 0)
      .map(
        ([what, { tries, failures, longestMs }]) =>
          `${what} ${(longestMs / 1_000).toFixed(1)} s (${failures} of ${tries})`,
      );
    // What was pushed meanwhile has arrived.
    await delay(8_000);
    const missing = await Promise.all(
      CHANNELS.map(async (channel) => missingOf(await textOf(`${url}${listOf(channel)}`))),
    );
    const gaps = missing.reduce((sum, count) => sum + count, 0);
    say(
      `${name.padEnd(10)} failed: ${failed.join(', ') || 'nothing'}${isCalm ? '' : ', and did not recover before its restart'}; ` +
        (gaps === 0 ? 'no segment is missing' : `${gaps} segments are missing`),
    );
  }
}

/** Says what of a running stand works, and for how long requests fail when one of each kind is killed. Whether all works. */
export async function checkStand(folder: string, say: (line: string) => void): Promise<boolean> {
  const layout = layoutOf(folder, Number(await tellStand(folder, ['port'])));
  const facts: [string, () => Promise<boolean>][] = [
    ...CHANNELS.map((channel): [string, () => Promise<boolean>] => [
      `channel ${channel} is heard alike through both balancers`,
      () => until(() => isHeardAlike(layout, channel), 20_000),
    ]),
    ['the page of articles is the same at both', () => until(() => isPageAlike(layout), 10_000)],
    ['a change is purged at both caches', () => isPurgedAtBoth(layout)],
    ['a member logs in', () => logsIn(layout)],
  ];
  let isGood = true;
  for (const [what, isTrue] of facts) {
    const isHeld = await isTrue();
    isGood &&= isHeld;
    say(`${isHeld ? 'yes' : 'NO '}  ${what}`);
  }
  await killInTurn(layout, folder, say);
  return isGood;
}
