import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPair, until, type Pair } from '#tests/setup/postgres/pair.ts';
import { freePort, startSite, type Site } from '#tests/setup/site.ts';

// Pages of a site with two database servers, by the figures of its own `/metrics`.

let pair: Pair;
let site: Site;
let metricsUrl: string;
beforeAll(async () => {
  pair = await startPair();
  const port = await freePort();
  metricsUrl = `http://127.0.0.1:${port}/metrics`;
  site = await startSite({
    args: ['--services=web'],
    env: { DATABASE_URL: pair.primary.url, READ_DATABASE_URL: pair.standby.url, METRICS_PORT: String(port) },
  });
  await until(async () => valueOf(await metrics(), 'airwave_read_database_in_use') === 1);
});
afterAll(async () => {
  await site?.close();
  await pair?.stop();
});

const metrics = async () => (await fetch(metricsUrl)).text();
const valueOf = (text: string, name: string): number =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length) ?? Number.NaN,
  );
/** Queries of public content, by server. */
async function publicQueries(): Promise<{ standby: number; primary: number }> {
  const text = await metrics();
  const of = (server: string) => valueOf(text, `airwave_read_database_queries_total{server="${server}"}`);
  return { standby: of('standby'), primary: of('primary') };
}

async function statusOf(path: string, cookie = ''): Promise<number> {
  const reply = await fetch(site.url + path, { headers: { cookie }, redirect: 'manual' });
  await reply.arrayBuffer();
  return reply.status;
}

it.each([
  '/crgovideo',
  '/feeds/news.xml',
  '/search?q=電台',
  '/sitemap/films.xml',
  '/api/articles',
  '/api/search?q=電台',
])('reads %s from the standby', async (path) => {
  const before = await publicQueries();
  expect(await statusOf(encodeURI(path))).toBe(200);
  expect((await publicQueries()).standby).toBeGreaterThan(before.standby);
});

it('reads pages of a member, and what they load, from the primary alone', async () => {
  const reply = await fetch(`${site.url}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: site.url },
    body: JSON.stringify({ email: 'chikeung@demo.radio.example', password: 'airwave-demo-881', rememberMe: false }),
  });
  expect(reply.status).toBe(200);
  const cookie = reply.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const before = await publicQueries();
  for (const path of [
    '/member/userinfo',
    '/member/userinfo/memberHistory',
    '/member/userinfo/playlist',
    '/api/premium/my',
  ])
    expect([path, await statusOf(path, cookie)]).toEqual([path, 200]);
  expect(await publicQueries()).toEqual(before);
});
