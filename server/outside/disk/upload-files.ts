import { mkdir, open, rm, statfs, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { addAbortSignal } from 'node:stream';
import type { UploadFiles } from '#domain/uploads/uploads.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

async function writeAll(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < bytes.length;)
    at += (await handle.write(bytes, at, bytes.length - at, position + at)).bytesWritten;
}

/** Free bytes of the disk that a folder is on. */
export async function freeBytesOf(folder: string): Promise<number> {
  await mkdir(folder, { recursive: true });
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Uploaded files in a folder, named by their upload. */
export function createUploadFiles(folder: string): UploadFiles & { path(id: string): string } {
  const path = (id: string): string => {
    if (!UUID.test(id)) throw new Error(`"${id}" is not the id of an upload`);
    return join(folder, id);
  };
  return {
    path,
    open: async (id) => path(id),
    async write(id, { from, to }, bytes, signal) {
      await mkdir(folder, { recursive: true });
      // `r+` needs the file to exist, and `a` ignores positions.
      await (await open(path(id), 'a')).close();
      const handle = await open(path(id), 'r+');
      let at = from;
      try {
        const pieces = addAbortSignal(signal, bytes)[Symbol.asyncIterator]();
        while (at < to) {
          // Bytes received before a disconnect are kept, so slow clients make progress.
          const piece = (await pieces.next().catch(() => undefined)) as IteratorResult<Uint8Array> | undefined;
          if (piece === undefined || piece.done) break;
          const part = piece.value.subarray(0, to - at);
          await writeAll(handle, part, at);
          at += part.length;
        }
        await handle.datasync();
        return at;
      } finally {
        await handle.close();
      }
    },
    remove: (id) => rm(path(id), { force: true }),
  };
}
