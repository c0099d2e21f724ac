import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { audioProgramme } from './loops.ts';
import { startFeed } from './station.ts';
import { SEGMENT_MS } from './time-mark.ts';

interface Put {
  file: string;
  token: string | undefined;
  method: string | undefined;
  body: Buffer;
}

const open: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).toReversed()) await thing.stop();
});

/** An origin that responds to each request with the status of `answer` and records what it accepted. */
async function origin(answer: (put: Put) => number, port = 0) {
  const taken: Put[] = [];
  let inFlight = 0;
  let most = 0;
  let wake = () => {};
  const server: Server = createServer((request, response) => {
    most = Math.max(most, ++inFlight);
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const put: Put = {
        file: request.url?.split('/').at(-1) ?? '',
        token: request.headers.authorization,
        method: request.method,
        body: Buffer.concat(parts),
      };
      const status = answer(put);
      if (status < 300) taken.push(put);
      inFlight--;
      response.writeHead(status).end();
      wake();
    });
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  const stop = () =>
    new Promise<void>((done) => {
      server.closeAllConnections();
      server.close(() => done());
    });
  open.push({ stop });
  const heldPort = (server.address() as AddressInfo).port;
  return {
    url: `http://127.0.0.1:${heldPort}/ingest/864/a64`,
    port: heldPort,
    stop,
    taken,
    most: () => most,
    segments: () => taken.filter((p) => p.file.endsWith('.m4s')).map((p) => Number.parseInt(p.file, 10)),
    async until(isSo: () => boolean) {
      while (!isSo()) await new Promise<void>((done) => (wake = done));
    },
  };
}

function feed(url: string, changes: Partial<Parameters<typeof startFeed>[0]> = {}) {
  const lines: string[] = [];
  const started = startFeed({
    url,
    token: 'demo-token',
    programme: audioProgramme(864, 'a64'),
    backfillMs: 20 * SEGMENT_MS,
    isOn: () => true,
    log: (line) => lines.push(line),
    ...changes,
  });
  open.push(started);
  return lines;
}

it('pushes the past oldest first, one request at a time, init before sound, each with the token', async () => {
  const sink = await origin(() => 201);
  const began = Math.floor(Date.now() / SEGMENT_MS);
  feed(sink.url);
  await sink.until(() => sink.segments().length >= 20);
  const segments = sink.segments();
  expect(sink.taken[0]?.file).toBe('init.mp4');
  expect(segments).toEqual(segments.map((_, i) => segments[0]! + i));
  expect(began - segments[0]!).toBeLessThanOrEqual(20);
  expect(sink.most()).toBe(1);
  expect(new Set(sink.taken.map((p) => `${p.method} ${p.token}`))).toEqual(new Set(['PUT Bearer demo-token']));
});

it('names every segment it has put in a playlist, at the instant its number stands for', async () => {
  const sink = await origin(() => 201);
  feed(sink.url);
  await sink.until(() => sink.taken.filter((p) => p.file === 'index.m3u8').length >= 4);
  const put = new Set<number>();
  const named = new Set<number>();
  let unnamed = 0;
  for (const { file, body } of sink.taken) {
    if (file.endsWith('.m4s')) put.add(Number.parseInt(file, 10));
    if (file !== 'index.m3u8') continue;
    const text = body.toString();
    expect(text).toContain('#EXT-X-MAP:URI="init.mp4"');
    for (const [, date, k] of text.matchAll(/PROGRAM-DATE-TIME:(\S+)\n#EXTINF:3\.840,\n(\d+)\.m4s/g)) {
      expect(put.has(Number(k))).toBe(true);
      expect(Date.parse(date!)).toBe(Number(k) * SEGMENT_MS);
      named.add(Number(k));
    }
    unnamed = [...put].filter((k) => !named.has(k)).length;
  }
  expect(unnamed).toBe(0);
});

it('keeps at a segment while the origin is in trouble, and loses none', async () => {
  let asked = 0;
  const sink = await origin(() => (++asked % 4 === 3 ? 503 : 201));
  feed(sink.url);
  await sink.until(() => new Set(sink.segments()).size >= 8);
  const segments = [...new Set(sink.segments())];
  expect(segments).toEqual(segments.map((_, i) => segments[0]! + i));
});

it('goes on where it was when the origin has been unavailable, with its init first', async () => {
  const before = await origin(() => 201);
  const noticed = Promise.withResolvers<string>();
  feed(before.url, { backfillMs: 60 * SEGMENT_MS, log: noticed.resolve });
  await before.until(() => before.segments().length >= 3);
  await before.stop();
  expect(await noticed.promise).toContain('retrying');
  const after = await origin(() => 201, before.port);
  await after.until(() => after.segments().length >= 3);
  // The segment in flight when the origin died may arrive twice; none is missing.
  const heard = [...new Set([...before.segments(), ...after.segments()])];
  expect(heard).toEqual(heard.map((_, i) => heard[0]! + i));
  expect(after.taken[0]?.file).toBe('init.mp4');
});

it('passes over what the origin refuses, says so, and goes on with the next', async () => {
  let first: string | null = null;
  const sink = await origin(({ file }) => {
    if (!file.endsWith('.m4s')) return 201;
    first ??= file;
    return file === first ? 413 : 201;
  });
  const lines = feed(sink.url, { backfillMs: 6 * SEGMENT_MS });
  await sink.until(() => sink.segments().length >= 4);
  expect(sink.segments()[0]).toBe(Number.parseInt(first!, 10) + 1);
  expect(lines.join('\n')).toContain(`${first}: 413`);
});

it('pushes only what falls in the hours it is on', async () => {
  const offMs = Math.floor(Date.now() / SEGMENT_MS - 10) * SEGMENT_MS;
  const sink = await origin(() => 201);
  feed(sink.url, { isOn: (at) => at.getTime() >= offMs });
  await sink.until(() => sink.segments().length >= 9);
  expect(sink.segments()[0]).toBe(offMs / SEGMENT_MS);
});
