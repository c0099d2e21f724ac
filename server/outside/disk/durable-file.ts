import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** What a read gives, or undefined where no such file is. */
export async function orMissing<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes a file beside its place, syncs it and renames it into it: it is never half, and outlives a power cut. */
export async function writeDurably(
  path: string,
  draft: string,
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
): Promise<void> {
  // The first file of a folder makes it, and the folder's own name must last too.
  const made = await mkdir(dirname(path), { recursive: true });
  try {
    const handle = await open(draft, 'w');
    try {
      await handle.writeFile(bytes);
      await handle.datasync();
    } finally {
      await handle.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
  if (made !== undefined) await syncFolder(dirname(made));
}
