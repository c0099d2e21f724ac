import { statfs } from 'node:fs/promises';
import type { Disk } from '#server/operations/metrics.ts';

/** Minimum to start: an hour of sound plus a reserve for the database. */
export const MIN_FREE_BYTES = 300 * 1024 * 1024;

/** Free space of a folder's disk for a non-root user. Null if unavailable. */
export async function diskOf(folder: string): Promise<Disk | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    const freeBytes = bavail * bsize;
    return { freeBytes, totalBytes: blocks * bsize, isFull: freeBytes < MIN_FREE_BYTES };
  } catch {
    return null;
  }
}
