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

/** A reply's bytes as they are sent, not unpacked. */
function raw(url: string, headers: Record<string, string> = {}): Promise<Buffer> {
  return new Promise((done, fail) => {
    request(url, { headers }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on('data', (c: Buffer) => chunks.push(c)).on('end', () => done(Buffer.concat(chunks)));
    })
      .on('error', fail)
      .end();
  });
}

/** Pages, playlists, segments and the toolbar against nginx and a bare Fastify with the same bytes. */
export async function servingBench(site: Site): Promise<Row[]> {
  const rows: Row[] = [];
  const pid = site.process.pid ?? 0;
  const base = site.url.replace('localhost', '127.0.0.1');
  const rates = (a: number, b: number) => `${Math.round(a)} and ${Math.round(b)} a second`;
  // Pages alone: the stations, their sound and the jobs of a whole site would be counted as theirs.
  const pages = await startRenderSite();
  for (const [name, path] of [
    ['home', '/'],
    ['a programme', encodeURI('/program/1035/放學後電台')],
  ] as const) {
    const packed = await raw(pages.url + path, GZIP);
    const nginx = await startNginx(await freePort(), { 'page.html': gunzipSync(packed), 'page.html.gz': packed });
    const { a, b } = await versus(
      () => load(pages.url + path, pages.pid, GZIP),
      () => load(`${nginx.url}/page.html`, nginx.pid, GZIP),
    );
    nginx.stop();
    rows.push(
      row(`cached ${name} against nginx, throughput`, a.perSecond / b.perSecond, 0.4, rates(a.perSecond, b.perSecond)),
    );
    rows.push(
      row(
        `cached ${name} against nginx, CPU a request`,
        b.cpuMs / a.cpuMs,
        0.4,
        `${a.cpuMs.toFixed(3)} and ${b.cpuMs.toFixed(3)} ms`,
      ),
    );
  }
  await pages.close();
  const playlist = await raw(`${base}/media/903/a128/live.m3u8`);
  const segment = /^(\d+\.m4s)$/m.exec(playlist.toString())?.[1] ?? '';
  const bytes = await raw(`${base}/media/903/a128/${segment}`);
  const nginx = await startNginx(await freePort(), { 'live.m3u8': playlist, 'segment.m4s': bytes });
  for (const [name, path, file] of [
    ['live playlist', '/media/903/a128/live.m3u8', 'live.m3u8'],
    ['segment', `/media/903/a128/${segment}`, 'segment.m4s'],
  ] as const) {
    const { a, b } = await versus(
      () => load(base + path, pid),
      () => load(`${nginx.url}/${file}`, nginx.pid),
    );
    rows.push(row(`${name} against nginx`, a.perSecond / b.perSecond, 0.4, rates(a.perSecond, b.perSecond)));
  }
  nginx.stop();

  const body = await raw(`${base}/api/live/toolbar`);
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
