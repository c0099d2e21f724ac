import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Result of a read. Undefined if the file does not exist. */
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

/** Writes and syncs a temporary file and renames it, so the file is never partial and survives a power failure. */
export async function writeDurably(
  path: string,
  draft: string,
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
): Promise<void> {
  // Creating the folder must be made durable too.
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
