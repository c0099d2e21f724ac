import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { assets } from './assets.ts';

let app: FastifyInstance;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assets-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'assets', 'main-abc.js'), 'plain');
  writeFileSync(join(folder, 'assets', 'main-abc.js.br'), 'as br');
  writeFileSync(join(folder, 'assets', 'main-abc.js.gz'), 'as gzip');
  writeFileSync(join(folder, 'icon.svg'), '<svg/>');
  app = Fastify();
  await assets(app, folder);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

it('gives each browser the smallest body that it takes, and none that it refuses by weight 0', async () => {
  const body = async (accepted: string) => (await get('/assets/main-abc.js', { 'accept-encoding': accepted })).body;
  expect(await body('gzip, deflate, br')).toBe('as br');
  expect(await body('gzip;q=1.0, br;q=0')).toBe('as gzip');
  expect(await body('br; q=0.0, gzip; q=0')).toBe('plain');
  expect(await body('brotli')).toBe('plain');
  expect((await get('/icon.svg', { 'accept-encoding': 'br' })).headers['content-encoding']).toBeUndefined();
});

it('lets a name with a hash be kept for ever, any other for a day, and asks by what it holds', async () => {
  const script = await get('/assets/main-abc.js');
  expect(script.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
  });
  expect((await get('/icon.svg')).headers['cache-control']).toBe('public, max-age=86400');
  const again = await get('/assets/main-abc.js', { 'if-none-match': String(script.headers.etag) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

it('serves no file of the build under a name that no page uses', async () => {
  expect((await get('/assets/main-abc.js.br')).statusCode).toBe(404);
});
