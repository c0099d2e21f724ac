import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { orMissing } from '#server/outside/disk/durable-file.ts';
import type { Bucket } from '#server/outside/s3/bucket.ts';
import { uploadPieceKey } from '#server/outside/s3/upload-files.ts';

// Copies the bytes of a disk into a bucket while the station is on the air. But for the warehouse, keys are never written twice
// with different bytes, so what is there with the right size was copied before.

const FOLDERS = ['media', 'files'];
/** Files being received. They are copied as the first piece of an upload. */
const UPLOADS = ['classics', join('film-making', 'uploads')];
/** Days that the worker rewrites: on the disk before the move, in the bucket after it. */
const WAREHOUSE = 'warehouse';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const AT_ONCE = 4;

interface Found {
  key: string;
  path: string;
  bytes: number;
  changedAt: Date;
}

async function* filesBelow(root: string, folder: string): AsyncGenerator<Found> {
  const entries = await orMissing(() => opendir(join(root, folder)));
  if (entries === undefined) return;
  for await (const entry of entries) {
    const key = join(folder, entry.name);
    const path = join(root, key);
    if (entry.isDirectory()) yield* filesBelow(root, key);
    if (!entry.isFile() || entry.name.endsWith('.part')) continue;
    // Removed since it was listed, by retention.
    const found = await orMissing(() => stat(path));
    if (found) yield { key, path, bytes: found.size, changedAt: found.mtime };
  }
}

async function* filesOf(root: string): AsyncGenerator<Found> {
  for (const folder of [...FOLDERS, WAREHOUSE]) yield* filesBelow(root, folder);
  for (const folder of UPLOADS)
    for await (const found of filesBelow(root, folder)) {
      const id = found.path.slice(found.path.lastIndexOf('/') + 1);
      if (UUID.test(id) && found.bytes > 0) yield { ...found, key: uploadPieceKey(folder, id, 0, found.bytes) };
    }
}

async function sumOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of bytes) hash.update(part);
  return hash.digest('hex');
}

const fileSum = (path: string, bytes: number): Promise<string | undefined> =>
  orMissing(() => sumOf(createReadStream(path, { end: Math.max(0, bytes - 1) })));

/** Runs a few at once, and stops taking more after a failure. */
async function forEachOf<T>(items: AsyncIterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const inTurn = pLimit(AT_ONCE);
  const running = new Set<Promise<void>>();
  let failure: { error: unknown } | undefined;
  for await (const item of items) {
    if (failure) break;
    const run = inTurn(work, item)
      .catch((error: unknown) => void (failure ??= { error }))
      .finally(() => running.delete(run));
    running.add(run);
    if (running.size >= AT_ONCE) await Promise.race(running);
  }
  await Promise.all(running);
  if (failure) throw failure.error;
}

const isOfWarehouse = (key: string): boolean => key.startsWith(`${WAREHOUSE}/`);

export interface Moved {
  files: number;
  bytes: number;
  /** Files that were in the bucket already. */
  known: number;
}

/** Copies what the bucket does not have. May be ended at any point and run again. */
export async function copyToBucket(dataDir: string, bucket: Bucket, signal?: AbortSignal): Promise<Moved> {
  const there = new Map<string, { bytes: number; changedAt: Date }>();
  for (const folder of [...FOLDERS, ...UPLOADS, WAREHOUSE])
    for await (const { key, ...found } of bucket.list(`${folder}/`)) there.set(key, found);
  const moved: Moved = { files: 0, bytes: 0, known: 0 };
  await forEachOf(filesOf(dataDir), async ({ key, path, bytes, changedAt }) => {
    signal?.throwIfAborted();
    const found = there.get(key);
    if (found && (isOfWarehouse(key) ? found.changedAt >= changedAt : found.bytes === bytes)) {
      moved.known++;
      return;
    }
    const sha256 = await fileSum(path, bytes);
    if (sha256 === undefined) return;
    await orMissing(() => bucket.putFile(key, path, { sha256, bytes }));
    moved.files++;
    moved.bytes += bytes;
  });
  return moved;
}

export interface Verified {
  files: number;
  bytes: number;
  /** Keys that are missing in the bucket or have other bytes. */
  differing: string[];
  /** Files stored since the copy began, on the disk or, of the warehouse, in the bucket. */
  newer: number;
}

/** Reads every file of the disk that is older than the last copy, in both places, and compares their sums. */
export async function verifyBucket(
  dataDir: string,
  bucket: Bucket,
  { copiedAt, signal }: { copiedAt: Date; signal?: AbortSignal },
): Promise<Verified> {
  const verified: Verified = { files: 0, bytes: 0, differing: [], newer: 0 };
  await forEachOf(filesOf(dataDir), async ({ key, path, bytes, changedAt }) => {
    signal?.throwIfAborted();
    if (changedAt >= copiedAt) {
      verified.newer++;
      return;
    }
    const stored = await bucket.stream(key);
    const found = stored && (await sumOf(stored as AsyncIterable<Buffer>));
    const wanted = await fileSum(path, bytes);
    if (wanted === undefined) return;
    // A complete file that differs from the disk's was written by the worker since.
    if (found !== undefined && found !== wanted && isOfWarehouse(key) && (await bucket.head(key))?.sha256 === found) {
      verified.newer++;
      return;
    }
    verified.files++;
    verified.bytes += bytes;
    if (found !== wanted) verified.differing.push(key);
  });
  return verified;
}
