import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '#db/database.ts';
import { purgePages } from '#db/notifications.ts';
import { demoAccounts } from '#db/seed/members.ts';
import { sendCommand } from './control.ts';
import { databaseUrl } from './database.ts';
import { layoutOf, type Layout } from './layout.ts';
import type { Probe } from './probes.ts';
import { StandError } from './processes.ts';
import { runRounds, type RoundsOptions } from './rounds.ts';
import { siteUrl } from './site.ts';

const ANSWER_MS = 10_000;
const CHANNELS = ['881', '903', '864'] as const;
const listOf = (channel: string): string => `/media/${channel}/a64/live.m3u8`;

interface Call {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** On a new connection, like another visitor. */
const get = (url: string, call: Call = {}): Promise<Response> =>
  fetch(url, { ...call, headers: { connection: 'close', ...call.headers }, signal: AbortSignal.timeout(ANSWER_MS) });

async function textOf(url: string): Promise<string> {
  const reply = await get(url);
  if (!reply.ok) throw new StandError(`${url} answers ${reply.status}.`);
  return reply.text();
}

/** Repeats a check until it succeeds. */
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

/** Without what is around it: the bar of the current programme changes. */
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

/** Reports what works in a running stand, then what fails while servers do. True if all works and nothing was lost. */
export async function checkStand(
  folder: string,
  options: RoundsOptions,
  say: (line: string) => void,
): Promise<boolean> {
  const layout = layoutOf(folder, Number(await sendCommand(folder, ['port'])));
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
  const url = siteUrl(layout);
  const isOk = (path: string) => async () =>
    (await get(`${url}${path}`).then((reply) => reply.text().then(() => reply))).ok;
  const probes: Probe[] = [
    { what: 'pages', everyMs: 100, atOnce: 1, attempt: isOk('/') },
    { what: 'calls', everyMs: 100, atOnce: 1, attempt: isOk('/api/articles') },
    { what: 'sound', everyMs: 100, atOnce: 1, attempt: isOk(listOf('903')) },
    { what: 'log-ins', everyMs: 1_000, atOnce: 15, attempt: () => logsIn(layout) },
  ];
  return (await runRounds(layout, options, probes, say)) && isGood;
}
