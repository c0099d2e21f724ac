import { fork } from 'node:child_process';
import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { freePort, type Site } from '#tests/setup/site.ts';
import { load, pinTree, SERVER_CORES, untilAnswers, versus, type Row } from './measure.ts';
import { startNginx } from './nginx.ts';
import { startRenderSite } from './render-site.ts';

const row = (promise: string, ratio: number, limit: number, more: string): Row => ({
  promise,
  figure: `${ratio.toFixed(2)} (${more})`,
  limit: `${limit} or more`,
  holds: ratio >= limit,
});
const GZIP = { 'accept-encoding': 'gzip' };

/** Headers that every Node server writes itself. */
const NODES_OWN = new Set(['date', 'connection', 'keep-alive']);

/** A raw reply: compressed bytes and headers. */
function raw(url: string, headers: Record<string, string> = {}): Promise<{ body: Buffer; lines: string[] }> {
  return new Promise((done, fail) => {
    request(url, { headers }, (reply) => {
      const chunks: Buffer[] = [];
      const pairs = Object.entries(reply.headersDistinct).filter(([name]) => !NODES_OWN.has(name));
      const lines = pairs.flatMap(([name, values = []]) => values.flatMap((value) => [name, value]));
      reply.on('data', (c: Buffer) => chunks.push(c)).on('end', () => done({ body: Buffer.concat(chunks), lines }));
    })
      .on('error', fail)
      .end();
  });
}

async function startBareNode(body: Buffer, lines: string[]): Promise<{ url: string; pid: number; stop(): void }> {
  const port = await freePort();
  const bare = fork('benches/bare-node.ts', [String(port)], { execArgv: [] });
  bare.send({ body: body.toString('base64'), lines });
  const url = `http://127.0.0.1:${port}/`;
  await untilAnswers(url);
  pinTree(bare.pid ?? 0, SERVER_CORES);
  return { url, pid: bare.pid ?? 0, stop: () => bare.kill() };
}

/**
 * Pages compared with a bare Node, playlists and segments with nginx, the toolbar with a bare Fastify: the same bytes
 * each.
 */
export async function servingBench(site: Site): Promise<Row[]> {
  const rows: Row[] = [];
  const pid = site.process.pid ?? 0;
  const base = site.url.replace('localhost', '127.0.0.1');
  const rates = (a: number, b: number) => `${Math.round(a)} and ${Math.round(b)} a second`;
  // Pages only: otherwise stations, sound and jobs of a whole site would be included.
  const pages = await startRenderSite();
  for (const [name, path] of [
    ['home', '/'],
    ['a programme', encodeURI('/program/1035/放學後電台')],
  ] as const) {
    // Twenty hits make it popular, which fixes its compressed bytes.
    await load(pages.url + path, pages.pid, GZIP);
    const { body, lines } = await raw(pages.url + path, GZIP);
    const bare = await startBareNode(body, lines);
    const nginx = await startNginx(await freePort(), { 'page.html': gunzipSync(body), 'page.html.gz': body });
    const { a, b } = await versus(
      () => load(pages.url + path, pages.pid, GZIP),
      () => load(bare.url, bare.pid, GZIP),
    );
    const front = await load(`${nginx.url}/page.html`, nginx.pid, GZIP);
    bare.stop();
    await nginx.stop();
    rows.push({
      promise: `cached ${name} against a bare Node reply of the same bytes, CPU a request`,
      figure: `${(a.cpuMs / b.cpuMs).toFixed(2)} (${a.cpuMs.toFixed(3)} and ${b.cpuMs.toFixed(3)} ms; nginx ${front.cpuMs.toFixed(3)} ms)`,
      limit: '1.15 at most',
      holds: a.cpuMs / b.cpuMs <= 1.15,
    });
  }
  await pages.close();
  const { body: playlist } = await raw(`${base}/media/903/a128/live.m3u8`);
  const segment = /^(\d+\.m4s)$/m.exec(playlist.toString())?.[1] ?? '';
  const { body: bytes } = await raw(`${base}/media/903/a128/${segment}`);
  const nginx = await startNginx(await freePort(), { 'live.m3u8': playlist, 'segment.m4s': bytes });
  for (const [name, path, file, limit] of [
    ['live playlist', '/media/903/a128/live.m3u8', 'live.m3u8', 0.6],
    ['segment', `/media/903/a128/${segment}`, 'segment.m4s', 0.4],
  ] as const) {
    const { a, b } = await versus(
      () => load(base + path, pid),
      () => load(`${nginx.url}/${file}`, nginx.pid),
    );
    rows.push(row(`${name} against nginx`, a.perSecond / b.perSecond, limit, rates(a.perSecond, b.perSecond)));
  }
  await nginx.stop();

  const { body } = await raw(`${base}/api/live/toolbar`);
  const port = await freePort();
  const bare = fork('benches/bare-fastify.ts', [String(port), body.toString('base64')], { execArgv: [] });
  await untilAnswers(`http://127.0.0.1:${port}/`);
  pinTree(bare.pid ?? 0, SERVER_CORES);
  const { a, b } = await versus(
    () => load(`${base}/api/live/toolbar`, pid),
    () => load(`http://127.0.0.1:${port}/`, bare.pid ?? 0),
  );
  bare.kill();
  rows.push(
    row(
      '/api/live/toolbar against a bare Fastify reply with the same bytes',
      a.perSecond / b.perSecond,
      0.5,
      rates(a.perSecond, b.perSecond),
    ),
  );
  return rows;
}
