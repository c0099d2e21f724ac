import { cpSync, mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdsConfig } from './ads-config.ts';
import { listenAds } from './ads-origin.ts';
import { FRAMES } from './frame-policies.ts';

const CONFIG: AdsConfig = {
  origin: 'https://ads.example.net',
  port: 0,
  sources: ['https://tag.example.net'],
  frames: {
    pages: ['https://radio.example.com'],
    tagUrl: 'https://tag.example.net/gpt.js',
    networkCode: '/1/airwave',
    bidders: [],
    prebidServerUrl: '',
    prebidAccount: '',
    vastUrl: '',
    searchTagUrl: '',
    blocked: [],
  },
};
const CLOSED = `default-src 'none'; frame-ancestors 'none'`;
let dir: string;
let origin: Awaited<ReturnType<typeof listenAds>>;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'airwave-ads-'));
  mkdirSync(join(dir, 'build/assets'), { recursive: true });
  writeFileSync(join(dir, 'secret.js'), 'secret');
  writeFileSync(join(dir, 'build/secret.js'), 'secret');
  writeFileSync(join(dir, 'build/assets/main-1.js'), 'export {};');
  writeFileSync(join(dir, 'build/assets/main-1.js.map'), 'secret');
  const entries = FRAMES.map((frame) => [`ads/${frame}/main.ts`, { file: 'assets/main-1.js' }]);
  writeFileSync(join(dir, 'build/manifest.json'), JSON.stringify(Object.fromEntries(entries)));
  origin = await listenAds(CONFIG, { host: '127.0.0.1', log: { warn: () => {} }, dir: join(dir, 'build') });
});
afterAll(async () => {
  await origin.stop();
  rmSync(dir, { recursive: true });
});

interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Sends raw bytes: an HTTP client would correct malformed requests. */
async function say(bytes: string): Promise<Reply> {
  const told = await new Promise<string>((done, fail) => {
    let heard = '';
    const socket = connect(origin.port, '127.0.0.1', () => socket.write(bytes, 'latin1'));
    socket
      .setEncoding('latin1')
      .on('data', (text: string) => (heard += text))
      .on('error', fail)
      .on('close', () => done(heard));
  });
  const [head = '', body = ''] = told.split(/\r\n\r\n([\s\S]*)/);
  const [first = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line) => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 1).trim(),
  ]);
  return { status: Number(first.split(' ')[1]), headers: Object.fromEntries(headers) as Reply['headers'], body };
}
const ask = (path: string, { method = 'GET', more = '', host = 'ads.example.net' } = {}) =>
  say(`${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${more}\r\n`);

describe('the origin of advertising', () => {
  it.each([
    '/',
    '/member/userinfo',
    '/api/user/state',
    '/manifest.json',
    '/assets/',
    '/assets/main-1.js.map',
    '/secret.js',
    '/../secret.js',
    '/assets/../secret.js',
    '/assets/../../secret.js',
    '/assets/..%2fsecret.js',
    '/assets/%2e%2e/secret.js',
    '/assets/..\\secret.js',
    '/assets//main-1.js',
    '//slot',
    '/slot/',
    '/SLOT',
    '/slot%00',
    '/slot;x',
    '/__proto__',
    '/constructor',
    '/%',
    '*',
    'https://radio.example.com/slot',
    'https://ads.example.net/slot',
  ])('knows nothing at %s, whatever the name it is called by', async (path) => {
    for (const host of ['ads.example.net', 'radio.example.com', 'localhost:1', 'a b', '']) {
      const { status, headers, body } = await ask(path, { host });
      expect([400, 404]).toContain(status);
      expect(headers['content-security-policy']).toBe(CLOSED);
      expect(headers['cache-control']).toBe('no-store');
      expect(body).not.toContain('secret');
    }
  });

  it('shows its documents to pages of the site alone, by their own policy, by whatever name they are asked for', async () => {
    for (const frame of FRAMES)
      for (const host of ['ads.example.net', 'evil.example']) {
        const { status, headers, body } = await ask(`/${frame}?${'q=%00&__proto__[x]=1&'.repeat(100)}`, { host });
        expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=60']);
        expect(/frame-ancestors ([^;]*)/.exec(headers['content-security-policy'] ?? '')?.[1]?.split(' ')).toEqual([
          ...(frame === 'creative' ? ['https://ads.example.net'] : []),
          'https://radio.example.com',
        ]);
        expect(body).not.toContain('evil.example');
        expect(body).not.toContain('__proto__');
      }
  });

  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'])('takes nothing by %s', async (method) => {
    const { status, headers } = await ask('/slot', { method, more: 'Content-Length: 0\r\n' });
    expect([status, headers['allow'], headers['content-security-policy']]).toEqual([405, 'GET, HEAD', CLOSED]);
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  it.each([
    ['garbage', 'nonsense\r\n\r\n', 400],
    ['no name of a host', 'GET /slot HTTP/1.1\r\n\r\n', 400],
    ['two lengths of one body', 'GET /slot HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
    ['a header without end', `GET /slot HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['a query without end', `GET /slot?${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
    ['an expectation', 'GET /slot HTTP/1.1\r\nHost: a\r\nExpect: wonders\r\n\r\n', 417],
  ])('answers %s with the closed policy as well', async (_what, bytes, expected) => {
    const { status, headers } = await say(bytes);
    expect([status, headers['content-security-policy'], headers['cache-control']]).toEqual([
      expected,
      CLOSED,
      'no-store',
    ]);
  });

  it('sets no cookie, and says the same to whoever brings one', async () => {
    const cookie = 'Cookie: __Host-session=abc; ad_free=1; cookie_consent=2.3\r\n';
    for (const path of ['/', '/slot', '/creative', '/assets/main-1.js', '/healthz']) {
      const plain = await ask(path);
      const known = await ask(path, { more: cookie });
      expect(known.headers['set-cookie']).toBeUndefined();
      expect([known.status, known.body]).toEqual([plain.status, plain.body]);
    }
  });
});

it('answers with empty frames until they are built, and with the frames from then on', async () => {
  const late = join(dir, 'late');
  const warnings: string[] = [];
  const log = { warn: (line: unknown) => void warnings.push(String(line)) };
  const waiting = await listenAds(CONFIG, { host: '127.0.0.1', log, dir: late });
  const ask = (frame: string) => fetch(`http://127.0.0.1:${waiting.port}/${frame}`);
  for (const frame of FRAMES) {
    const reply = await ask(frame);
    // A page may frame it, so that nothing is refused on the visitor's console.
    expect(reply.headers.get('content-security-policy')).toContain('https://radio.example.com');
    expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await reply.text()).not.toContain('<script');
  }
  expect(warnings).toHaveLength(1);
  cpSync(join(dir, 'build'), late, { recursive: true });
  for (const frame of FRAMES) expect(await (await ask(frame)).text()).toContain('/assets/main-1.js');
  await waiting.stop();
});

it('tells frames what is blocked with their next document, which browsers keep for a minute at most', async () => {
  origin.setBlocked([['shop.example', '']]);
  const { body, headers } = await ask('/slot');
  expect(body).toContain('&quot;blocked&quot;:[[&quot;shop.example&quot;,&quot;&quot;]]');
  expect(headers['cache-control']).toBe('public, max-age=60');
  origin.setBlocked([]);
  expect((await ask('/slot')).body).toContain('&quot;blocked&quot;:[]');
});

it('serves empty frames and no scripts while ads are switched off, and all again at the end', async () => {
  origin.setOff(Date.now() + 3_600_000);
  const off = await ask('/slot');
  expect([off.status, off.headers['cache-control'], off.body.includes('<script')]).toEqual([200, 'no-store', false]);
  expect((await ask('/assets/main-1.js')).status).toBe(404);
  for (const end of [Date.now() - 1, null]) {
    origin.setOff(end);
    expect((await ask('/slot')).body).toContain('<script');
  }
});
