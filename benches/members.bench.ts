import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import autocannon from 'autocannon';
import { DEMO_PASSWORD, memberFixtures } from '#fixtures/members.ts';
import { freePort, type Site } from '#tests/setup/site.ts';
import { load, median, pinTree, SERVER_CORES, untilAnswers, versus, type Row } from './measure.ts';

/** Concurrent log-ins, cycling through the demo's members: fewer per member than the limit of a trusted device. */
const AT_ONCE = 12;
const SECONDS = 5;
const ROUNDS = 5;
const COMINGS = 200_000;

const EMAILS = memberFixtures.map(({ email }) => email);
const bodyOf = (email: string) => JSON.stringify({ email, password: DEMO_PASSWORD, rememberMe: false });
const headers = { 'content-type': 'application/json; charset=utf-8' };

/** The cookies set by a log-in, by name. */
async function logIn(base: string, email: string): Promise<Map<string, string>> {
  const reply = await fetch(`${base}/api/user/login`, { method: 'POST', headers, body: bodyOf(email) });
  if (!reply.ok) throw new Error(`log-in answers ${reply.status}`);
  return new Map(
    reply.headers.getSetCookie().map((cookie) => {
      const pair = cookie.split(';')[0] ?? '';
      return [pair.slice(0, pair.indexOf('=')), pair];
    }),
  );
}

async function subscribed(site: Site, base: string, cookie: string): Promise<Row> {
  const bytes = await (await fetch(`${base}/api/user/subscribed`, { headers: { cookie } })).arrayBuffer();
  const port = await freePort();
  const bare = fork('benches/bare-fastify.ts', [String(port), Buffer.from(bytes).toString('base64')], { execArgv: [] });
  await untilAnswers(`http://127.0.0.1:${port}/`);
  pinTree(bare.pid ?? 0, SERVER_CORES);
  const { a, b } = await versus(
    () => load(`${base}/api/user/subscribed`, site.process.pid ?? 0, { cookie }),
    () => load(`http://127.0.0.1:${port}/`, bare.pid ?? 0, { cookie }),
  );
  bare.kill();
  const ratio = a.perSecond / b.perSecond;
  return {
    promise: 'a signed-in call (/api/user/subscribed) against a bare Fastify reply with the same bytes',
    figure: `${ratio.toFixed(2)} (${Math.round(a.perSecond)} and ${Math.round(b.perSecond)} a second${a.errors ? `, ${a.errors} errors` : ''})`,
    limit: '0.4 or more',
    holds: ratio >= 0.4 && a.errors === 0,
  };
}

/** A log-in of a member from a trusted device. */
type Coming = { method: 'POST'; path: string; headers: Record<string, string>; body: string };

async function logIns(base: string, comings: readonly Coming[]): Promise<{ perSecond: number; errors: number }> {
  let clients = 0;
  const { requests, duration, errors, non2xx } = await autocannon({
    url: base,
    connections: AT_ONCE,
    duration: SECONDS,
    setupClient(client) {
      const coming = comings[clients % comings.length];
      clients += 1;
      if (coming) client.setRequests([coming]);
    },
  });
  // The last ones are still being processed.
  await new Promise((done) => setTimeout(done, 1_000));
  return { perSecond: requests.total / duration, errors: errors + non2xx };
}

async function hashes(alone: ChildProcess): Promise<number> {
  alone.send(SECONDS);
  const [perSecond] = (await once(alone, 'message')) as [number];
  return perSecond;
}

async function logInAgainstHash(base: string, comings: readonly Coming[]): Promise<Row> {
  const alone = fork('benches/argon2-alone.ts', [String(AT_ONCE)], { execArgv: [] });
  await once(alone, 'message');
  pinTree(alone.pid ?? 0, SERVER_CORES);
  const made: number[] = [];
  const letIn: number[] = [];
  let errors = 0;
  await logIns(base, comings);
  for (let i = 0; i < ROUNDS; i++) {
    const result = await logIns(base, comings);
    letIn.push(result.perSecond);
    errors += result.errors;
    made.push(await hashes(alone));
  }
  alone.kill();
  const more = (median(made) / median(letIn) - 1) * 100;
  return {
    promise: 'log-in against argon2id alone, the rest of the path',
    figure: `${more.toFixed(1)} % more (${median(letIn).toFixed(1)} and ${median(made).toFixed(1)} a second${errors ? `, ${errors} errors` : ''})`,
    limit: '10 % more or less',
    holds: more <= 10 && errors === 0,
  };
}

async function memory(): Promise<Row> {
  const soak = fork('benches/session-soak.ts', [String(COMINGS)], { execArgv: ['--expose-gc'] });
  pinTree(soak.pid ?? 0, SERVER_CORES);
  const [{ early, late, left }] = (await once(soak, 'message')) as [{ early: number; late: number; left: number }];
  const mb = (bytes: number) => (bytes / 2 ** 20).toFixed(1);
  return {
    promise: `heap after ${COMINGS.toLocaleString('en')} log-ins and log-outs, against after a tenth of them`,
    figure: `${mb(late)} and ${mb(early)} MB, ${left} sessions left`,
    limit: 'at most 10 % more, and none left',
    holds: late <= early * 1.1 && left === 0,
  };
}

/** Promises about accounts: member calls, log-ins, and stable memory. */
export async function membersBench(site: Site): Promise<Row[]> {
  const base = site.url.replace('localhost', '127.0.0.1');
  const cookies = await Promise.all(EMAILS.map((email) => logIn(base, email)));
  const comings = EMAILS.map((email, i) => ({
    method: 'POST' as const,
    path: '/api/user/login',
    headers: { ...headers, cookie: cookies[i]?.get('__Host-known') ?? '' },
    body: bodyOf(email),
  }));
  return [
    await subscribed(site, base, cookies[0]?.get('__Host-session') ?? ''),
    await logInAgainstHash(base, comings),
    await memory(),
  ];
}
