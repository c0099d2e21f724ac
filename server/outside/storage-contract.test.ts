import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SegmentStorage } from '#domain/media/media.ts';
import type { RemovableFiles } from '#shared/outside/file-storage.ts';
import { startS3, type S3UnderTest } from '#tests/setup/s3.ts';
import { createFileStorage } from './disk/file-storage.ts';
import { diskStorage } from './disk/segment-storage.ts';
import { createBucket, PART_BYTES } from './s3/bucket.ts';
import { s3Files } from './s3/file-storage.ts';
import { s3Segments } from './s3/segment-storage.ts';

// Guards what callers rely on, whichever storage is set. AWS_* of a real bucket and TEST_BUCKET run it there too.

const { TEST_BUCKET, AWS_ENDPOINT_URL_S3 = '', AWS_REGION = 'us-east-1' } = process.env;
const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = process.env;

async function listed(names: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const name of names) all.push(name);
  return all;
}

const KINDS = ['disk', 's3', ...(TEST_BUCKET ? ['real bucket'] : [])];

describe.each(KINDS)('%s', (kind) => {
  let folder: string;
  let server: S3UnderTest | undefined;
  let segments: SegmentStorage;
  let files: RemovableFiles;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'contract-'));
    if (kind === 'disk') {
      segments = diskStorage(join(folder, 'media'));
      files = createFileStorage(join(folder, 'files'));
      return;
    }
    server = kind === 's3' ? await startS3() : undefined;
    const real = {
      endpoint: AWS_ENDPOINT_URL_S3,
      region: AWS_REGION,
      bucket: TEST_BUCKET ?? '',
      accessKeyId: AWS_ACCESS_KEY_ID,
      secretAccessKey: AWS_SECRET_ACCESS_KEY,
    };
    const bucket = createBucket({ ...(server?.access ?? real), prefix: `contract ${randomUUID()}/` });
    segments = s3Segments(bucket);
    files = s3Files(bucket, 'files');
  });
  afterAll(async () => {
    await server?.stop();
    await rm(folder, { recursive: true });
  });

  it('gives back what was stored, whole and in any range, and nothing beyond its end', async () => {
    const bytes = randomBytes(10_000);
    await segments.put('881/a64/2026-11-21T04/one.m4s', bytes);
    expect(await segments.get('881/a64/2026-11-21T04/one.m4s')).toEqual(bytes);
    const part = await segments.get('881/a64/2026-11-21T04/one.m4s', { start: 100, end: 250 });
    expect(part).toEqual(bytes.subarray(100, 250));
    expect(await segments.get('881/a64/2026-11-21T04/one.m4s', { start: 9_000, end: 10_001 })).toBeUndefined();
    expect(await segments.get('881/a64/2026-11-21T04/one.m4s', { start: 20_000, end: 20_001 })).toBeUndefined();
  });

  it('stores a key again without harm, and empty bytes', async () => {
    for (const bytes of [Buffer.from('sound'), Buffer.from('sound'), Buffer.alloc(0)]) {
      await segments.put('again.m4s', bytes);
      expect(await segments.get('again.m4s')).toEqual(bytes);
    }
  });

  it('stores a stream that is larger than a part, byte for byte', async () => {
    const pieces = [randomBytes(PART_BYTES - 1), randomBytes(2), randomBytes(PART_BYTES), randomBytes(1_000)];
    async function* read() {
      yield* pieces;
    }
    await segments.put('packs/hour.mp4', read());
    const all = Buffer.concat(pieces);
    const at = PART_BYTES - 10;
    expect(await segments.get('packs/hour.mp4', { start: at, end: at + 20 })).toEqual(all.subarray(at, at + 20));
    expect((await segments.get('packs/hour.mp4'))?.equals(all)).toBe(true);
  });

  it('stores nothing under the key of a stream that fails', async () => {
    async function* read() {
      yield randomBytes(PART_BYTES + 1);
      throw new Error('the source is gone');
    }
    await expect(segments.put('packs/torn.mp4', read())).rejects.toThrow('the source is gone');
    expect(await segments.has('packs/torn.mp4')).toBe(false);
    expect(server?.openUploads() ?? 0).toBe(0);
  });

  it('removes an object, and one that is missing', async () => {
    await segments.put('gone.m4s', Buffer.from('sound'));
    expect(await segments.has('gone.m4s')).toBe(true);
    await segments.remove('gone.m4s');
    await segments.remove('gone.m4s');
    expect(await segments.has('gone.m4s')).toBe(false);
    expect(await segments.get('gone.m4s')).toBeUndefined();
  });

  it('keeps a file under the hash of its bytes, and refuses bytes under another name', async () => {
    const bytes = Buffer.from('雷霆881 叱咤903 AM864');
    const name = createHash('sha256').update(bytes).digest('hex');
    expect(await files.put(bytes)).toBe(name);
    expect(await files.put(bytes, name)).toBe(name);
    expect(await files.stat(name)).toEqual({ bytes: bytes.length });
    expect(await buffer((await files.stream(name))!)).toEqual(bytes);
    expect(await buffer((await files.stream(name, { start: 6, end: 8 }))!)).toEqual(bytes.subarray(6, 9));
    await expect(files.put(Buffer.from('other'), name)).rejects.toThrow(name);
    for (const wrong of ['../secret', '', name.toUpperCase(), name.replace(/^./, 'x')]) {
      expect(await files.has(wrong)).toBe(false);
      expect(await files.stream(wrong)).toBeUndefined();
    }
  });

  it('lists all files stored before an instant, over several pages, until they are removed', async () => {
    const names = await Promise.all(Array.from({ length: 8 }, () => files.put(randomBytes(20))));
    const all = await listed(files.list(new Date(Date.now() + 60_000)));
    expect(all).toEqual(expect.arrayContaining(names));
    expect(await listed(files.list(new Date(0)))).toEqual([]);
    await files.remove(names[0]!);
    expect(await listed(files.list(new Date(Date.now() + 60_000)))).not.toContain(names[0]);
  });
});
