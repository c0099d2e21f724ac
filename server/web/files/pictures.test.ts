import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
  watch,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fastify, type FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { frameworkErrors, installErrors } from '#server/web/errors.ts';
import { createPictureCache } from './picture-cache.ts';
import { createPictureSources } from './picture-sources.ts';
import { pictures } from './pictures.ts';

const YEAR = 'public, max-age=31536000, immutable';
const HOUR = 'public, max-age=3600';
const manifest = JSON.parse(readFileSync('fixtures/art/manifest.json', 'utf8')) as Record<string, string>;

let dir: string;
let app: FastifyInstance;

async function open(cacheDir = join(dir, 'cache')): Promise<FastifyInstance> {
  const made = fastify({ frameworkErrors });
  installErrors(made);
  await made.register((scope) =>
    pictures(scope, {
      sources: createPictureSources({ artDir: join(dir, 'art') }),
      kept: createPictureCache(cacheDir, made.log),
    }),
  );
  return made;
}

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'pictures-'));

  mkdirSync(join(dir, 'art'));
  for (const name of ['taxi', 'host-1']) copyFileSync(`fixtures/art/${name}.svg`, join(dir, 'art', `${name}.svg`));
  writeFileSync(join(dir, 'secret.svg'), '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  app = await open();
});
afterEach(async () => {
  await app.close();
  rmSync(dir, { recursive: true, force: true });
});

describe('a picture that is there', () => {
  it.each([
    ['webp', 'image/webp', 'webp'],
    ['avif', 'image/avif', 'heif'],
    ['jpg', 'image/jpeg', 'jpeg'],
    ['png', 'image/png', 'png'],
  ])('comes as %s in the width and type that were asked for', async (ending, type, decoded) => {
    const reply = await app.inject(`/pictures/taxi/320.${ending}`);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toBe(type);
    const { format, width, height } = await sharp(reply.rawPayload).metadata();
    expect({ format, width, height }).toEqual({ format: decoded, width: 320, height: 180 });
  });

  it.each([160, 480, 640, 960, 1280, 1920])('comes %i pixels wide, a portrait as a square', async (width) => {
    for (const [name, height] of [
      ['taxi', (width * 9) / 16],
      ['host-1', width],
    ] as const) {
      const reply = await app.inject(`/pictures/${name}/${width}.webp`);
      expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ width, height });
    }
  });

  it('comes for shared links as a JPEG of 1200 by 630, whatever its own proportions', async () => {
    for (const name of ['taxi', 'host-1']) {
      const reply = await app.inject(`/pictures/${name}/1200x630.jpg`);
      expect(reply.headers['content-type']).toBe('image/jpeg');
      expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ width: 1200, height: 630 });
    }
  });

  it('is drawn in the width that is wanted, not blown up from a smaller one', async () => {
    const halves = '<rect width="240" height="240" fill="#fff"/><rect width="120.3" height="240"/>';
    writeFileSync(
      join(dir, 'art/halves.svg'),
      `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="240">${halves}</svg>`,
    );
    const reply = await app.inject('/pictures/halves/1920.png');
    const { data, info } = await sharp(reply.rawPayload).greyscale().raw().toBuffer({ resolveWithObject: true });
    const row = data.subarray(info.width * 960, info.width * 961);
    expect([row[100], row[1800]]).toEqual([0, 255]);
    // Rendered as vector, the edge takes one pixel; upscaled eightfold it would be a gradient of greys.
    expect(row.filter((value) => value > 8 && value < 247).length).toBeLessThanOrEqual(2);
  });
});

describe('keeping', () => {
  it('lets browsers keep for a year only the address that carries the hash of what it shows', async () => {
    const cacheControl = async (query: string) =>
      (await app.inject(`/pictures/taxi/160.webp${query}`)).headers['cache-control'];
    expect(await cacheControl(`?v=${manifest.taxi}`)).toBe(YEAR);
    expect(await cacheControl('?v=0000000000')).toBe(HOUR);
    expect(await cacheControl(`?v=${manifest.taxi}&v=${manifest.taxi}`)).toBe(HOUR);
    expect(await cacheControl('')).toBe(HOUR);
  });

  it('answers 304 to who has it, and sends it again once the drawing has changed', async () => {
    const url = '/pictures/taxi/160.webp';
    const first = await app.inject(url);
    const again = () => app.inject({ url, headers: { 'if-none-match': String(first.headers.etag) } });
    const unchanged = await again();
    expect([unchanged.statusCode, unchanged.rawPayload.length]).toEqual([304, 0]);

    copyFileSync('fixtures/art/vinyl.svg', join(dir, 'art/taxi.svg'));
    utimesSync(join(dir, 'art/taxi.svg'), new Date(), new Date(Date.now() + 5_000));
    const changed = await again();
    expect(changed.statusCode).toBe(200);
    expect(changed.rawPayload.equals(first.rawPayload)).toBe(false);
  });

  it('makes a picture once however many ask at once, and leaves no half-written file', async () => {
    const cacheDir = join(dir, 'cache');
    mkdirSync(cacheDir);
    const seen = new Set<string>();
    const watcher = watch(cacheDir, (_, file) => void seen.add(String(file)));
    const replies = await Promise.all(Array.from({ length: 20 }, () => app.inject('/pictures/taxi/640.webp')));
    // Events arrive in order: after this file, all earlier ones have been seen.
    writeFileSync(join(cacheDir, 'last'), '');
    await vi.waitUntil(() => seen.has('last'), { timeout: 10_000 });
    watcher.close();

    expect(new Set(replies.map((reply) => reply.statusCode))).toEqual(new Set([200]));
    expect(new Set(replies.map((reply) => reply.rawPayload.toString('base64'))).size).toBe(1);
    expect([...seen].filter((file) => file.endsWith('.part'))).toHaveLength(1);
    expect(readdirSync(cacheDir).filter((file) => file.endsWith('.part'))).toEqual([]);
  });

  it('serves what another process has made, without making it again', async () => {
    await app.inject('/pictures/taxi/160.png');
    const [kept] = readdirSync(join(dir, 'cache'));
    writeFileSync(join(dir, 'cache', kept!), 'made elsewhere');
    const other = await open();
    expect((await other.inject('/pictures/taxi/160.png')).payload).toBe('made elsewhere');
    await other.close();
  });

  it('still shows the picture when it cannot be kept', async () => {
    writeFileSync(join(dir, 'a-file'), '');
    const fullDisk = await open(join(dir, 'a-file'));
    const reply = await fullDisk.inject('/pictures/taxi/160.webp');
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'image/webp']);
    await fullDisk.close();
  });
});

describe('bad input', () => {
  it('says 404 with a wrapped reply for a picture that is not there', async () => {
    const reply = await app.inject('/pictures/nobody/320.webp');
    expect(reply.statusCode).toBe(404);
    expect(reply.json()).toMatchObject({ response_code: 9 });
    expect(reply.headers['cache-control'] ?? '').not.toContain('max-age');
  });

  it.each([
    '/pictures/taxi/321.webp',
    '/pictures/taxi/0320.webp',
    '/pictures/taxi/99999.webp',
    '/pictures/taxi/-320.webp',
    '/pictures/taxi/320.gif',
    '/pictures/taxi/320.constructor',
    '/pictures/taxi/320.webp.svg',
    '/pictures/taxi/1200x630.webp',
    '/pictures/Taxi/320.webp',
    '/pictures/taxi.svg/320.webp',
    '/pictures/%2e%2e%2fsecret/320.webp',
    '/pictures/..%5csecret/320.webp',
    '/pictures/taxi%00/320.webp',
    `/pictures/${'a'.repeat(65)}/320.webp`,
  ])('says 400 to %s', async (url) => {
    const reply = await app.inject(url);
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ response_code: 1 });
  });
});
