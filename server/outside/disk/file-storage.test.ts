import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFileStorage } from './file-storage.ts';

const BYTES = Buffer.from('雷霆881 叱咤903 AM864');
const NAME = createHash('sha256').update(BYTES).digest('hex');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'files-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('keeps a file under the hash of its bytes and gives back any part of it', async () => {
  const files = createFileStorage(folder);
  expect(await files.put(BYTES)).toBe(NAME);
  expect(await files.stat(NAME)).toEqual({ bytes: BYTES.length });
  expect(await buffer((await files.stream(NAME))!)).toEqual(BYTES);
  expect(await buffer((await files.stream(NAME, { start: 6, end: 8 }))!)).toEqual(BYTES.subarray(6, 9));
});

it('keeps the same bytes once, however many bring them at once, and leaves no draft behind', async () => {
  const files = createFileStorage(folder);
  await Promise.all(Array.from({ length: 8 }, () => files.put(BYTES, NAME)));
  expect(await readdir(join(folder, NAME.slice(0, 2)))).toEqual([NAME]);
});

it('refuses bytes under a name that is not theirs', async () => {
  const files = createFileStorage(folder);
  await expect(files.put(BYTES, NAME.replace(/^./, 'x'))).rejects.toThrow(NAME);
  expect(await files.has(NAME)).toBe(false);
});

it('has nothing under a name that is no hash, not even a file beside its folder', async () => {
  await writeFile(join(folder, 'secret'), 'secret');
  const files = createFileStorage(join(folder, 'files'));
  for (const name of ['../secret', '..%2fsecret', '', NAME.toUpperCase(), NAME]) {
    expect(await files.has(name), name).toBe(false);
    expect(await files.stat(name), name).toBeUndefined();
    expect(await files.stream(name), name).toBeUndefined();
  }
});
