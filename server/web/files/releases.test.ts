import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import Fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { diskReleases } from '#server/outside/disk/release-storage.ts';
import { createBucket } from '#server/outside/s3/bucket.ts';
import { s3Releases } from '#server/outside/s3/release-storage.ts';
import type { ReleaseStorage } from '#shared/outside/release-storage.ts';
import { startS3 } from '#tests/setup/s3.ts';
import { assets } from './assets.ts';
import { createReleases } from './releases.ts';

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'releases-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

/** A build with the files of its name, and one that all builds share. */
function build(name: string): string {
  const dir = folder();
  mkdirSync(join(dir, 'assets'));
  for (const [file, text] of [
    [`page-${name}.js`, `code of ${name}`],
    ['shared-0.js', 'the same in all'],
  ] as const) {
    writeFileSync(join(dir, 'assets', file), text);
    writeFileSync(join(dir, 'assets', `${file}.br`), brotliCompressSync(text));
  }
  writeFileSync(join(dir, 'assets', `face-${name}.woff2`), `letters of ${name}`);
  return dir;
}

const clock = { ms: Date.parse('2026-11-28T12:00:00Z') };
const now = () => new Date(clock.ms);

/** A process that serves a build. */
async function start(name: string, storage: ReleaseStorage) {
  clock.ms += 5_000;
  const clientDir = build(name);
  const releases = createReleases({ storage, clientDir, limit: 3, now });
  await releases.publish();
  const app = Fastify();
  onTestFinished(() => app.close());
  await assets(app, clientDir, releases);
  return (file: string, encoding = 'br') =>
    app.inject({ url: `/assets/${file}`, headers: { 'accept-encoding': encoding } });
}

it('gives a page of the former build its scripts at a new process, and the new page its scripts at a former process', async () => {
  const s3 = await startS3();
  onTestFinished(() => s3.stop());
  for (const storage of [diskReleases(join(folder(), 'releases')), s3Releases(createBucket(s3.access), 'releases')]) {
    const former = await start('former', storage);
    const present = await start('present', storage);
    for (const [ask, name] of [
      [present, 'former'],
      [former, 'present'],
    ] as const) {
      const script = await ask(`page-${name}.js`);
      expect(script.headers).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-encoding': 'br',
        vary: 'Accept-Encoding',
      });
      expect(script.rawPayload).toEqual(brotliCompressSync(`code of ${name}`));
      const plain = await ask(`page-${name}.js`, 'gzip');
      expect([plain.body, plain.headers['content-encoding']]).toEqual([`code of ${name}`, undefined]);
      expect((await ask(`face-${name}.woff2`)).body).toBe(`letters of ${name}`);
    }
  }
});

it('keeps three releases by their last start, so that one that was returned to stays', async () => {
  const dir = join(folder(), 'releases');
  const storage = diskReleases(dir);
  await start('one', storage);
  await start('two', storage);
  await start('three', storage);
  await start('one', storage);
  const ask = await start('four', storage);
  const status = async (name: string) => (await ask(`page-${name}.js`)).statusCode;
  expect([await status('one'), await status('two'), await status('three')]).toEqual([200, 404, 200]);
  expect(readdirSync(dir)).toHaveLength(6);
});

it('removes what a start that was killed left behind, leaves one in progress alone, and serves beside a damaged release', async () => {
  const dir = join(folder(), 'releases');
  const storage = diskReleases(dir);
  for (const [id, ageMs] of [
    ['a'.repeat(32), 7_200_000],
    ['b'.repeat(32), 60_000],
  ] as const) {
    await storage.put(`${id}.pack`, Buffer.from('half'));
    utimesSync(join(dir, `${id}.pack`), now(), new Date(clock.ms - ageMs));
  }
  const damaged = `${'c'.repeat(32)}.json`;
  await storage.put(damaged, Buffer.from('{"started_ts":'));
  const ask = await start('one', storage);
  await start('two', storage);
  expect((await ask('page-two.js')).statusCode).toBe(200);
  expect(readdirSync(dir)).toContain(damaged);
  expect(readdirSync(dir).filter((name) => /^[ab]{32}/.test(name))).toEqual([`${'b'.repeat(32)}.pack`]);
});

it('answers names that no release has at once, and asks storage for them once a second at most', async () => {
  const storage = diskReleases(join(folder(), 'releases'));
  let asked = 0;
  const counted: ReleaseStorage = { ...storage, list: () => (asked++, storage.list()) };
  const ask = await start('one', counted);
  asked = 0;
  clock.ms += 1_500;
  for (const name of [
    'gone-1.js',
    'gone-2.js',
    '..%2f..%2fetc%2fpasswd',
    'a%00.js',
    `${'x'.repeat(300)}.js`,
    'b/c.js',
    '',
  ]) {
    const reply = await ask(name);
    expect([reply.statusCode, reply.headers['cache-control']], name).toEqual([404, 'no-store']);
  }
  expect(asked).toBe(1);
});

it('says that an asset cannot be read now, and not that it is gone, while storage is unavailable', async () => {
  const s3 = await startS3();
  onTestFinished(() => s3.stop());
  const limits = { timeoutMs: 500, tries: 1, pauseMs: 1, hedgeMs: 400 };
  const storage = s3Releases(createBucket(s3.access, limits), 'releases');
  await start('one', storage);
  const ask = await start('two', storage);
  s3.fail({ method: 'GET', kind: 'unavailable', times: 1, of: '.pack' });
  const refused = await ask('page-one.js');
  expect([refused.statusCode, refused.headers['cache-control']]).toEqual([503, 'no-store']);
  expect((await ask('page-one.js')).statusCode).toBe(200);
});
