import { statfs } from 'node:fs/promises';
import type { Disk } from '#server/metrics.ts';

/** What an hour of sound takes, and some room for the database: with less there is no starting. */
export const MIN_FREE_BYTES = 300 * 1024 * 1024;

/** The disk of a folder, as who is not root finds it; null where it cannot be asked. */
export async function diskOf(folder: string): Promise<Disk | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    const freeBytes = bavail * bsize;
    return { freeBytes, totalBytes: blocks * bsize, isFull: freeBytes < MIN_FREE_BYTES };
  } catch {
    return null;
  }
}
