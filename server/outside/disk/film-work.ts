import { createHash, randomUUID, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { FilmWork } from '#domain/film-making/film-tools.types.ts';
import { orMissing, syncFolder } from './durable-file.ts';
import { createUploadFiles, freeBytesOf } from './upload-files.ts';

const SHA256 = /^[0-9a-f]{64}$/;
const DRAFT = '.part';
const SOURCE = 'source';
/** Older temporary copies were left behind by a killed process. */
const DRAFT_LIFE_MS = 86_400_000;

/** The bytes of a file as they are read, which also update a hash. */
async function* hashed(file: string, hash: Hash): AsyncGenerator<Buffer> {
  for await (const part of createReadStream(file) as AsyncIterable<Buffer>) {
    hash.update(part);
    yield part;
  }
}

/** A folder for each source file of a film: its copy, and a subfolder for each output. */
export function createFilmWork(folder: string): FilmWork {
  const root = resolve(folder);
  const uploads = createUploadFiles(join(root, 'uploads'));
  const folderOf = (sha256: string): string => {
    if (!SHA256.test(sha256)) throw new Error(`"${sha256}" is not a SHA-256 hash`);
    return join(root, sha256);
  };
  const outputOf = (sha256: string, name: string): string => {
    if (!SHA256.test(name)) throw new Error(`"${name}" is not a SHA-256 hash`);
    return join(folderOf(sha256), name);
  };

  async function removeOldDrafts(): Promise<void> {
    for (const name of (await orMissing(() => readdir(root))) ?? []) {
      const found = name.endsWith(DRAFT) ? await orMissing(() => stat(join(root, name))) : undefined;
      if (found && found.mtimeMs < Date.now() - DRAFT_LIFE_MS) await rm(join(root, name), { force: true });
    }
  }

  return {
    async takeSource(file) {
      await mkdir(root, { recursive: true });
      await removeOldDrafts();
      const draft = join(root, `${randomUUID()}${DRAFT}`);
      const hash = createHash('sha256');
      let bytes: number;
      try {
        const handle = await open(draft, 'w');
        try {
          await handle.writeFile(hashed(file, hash));
          await handle.datasync();
          bytes = (await handle.stat()).size;
        } finally {
          await handle.close();
        }
        const sha256 = hash.digest('hex');
        await mkdir(folderOf(sha256), { recursive: true });
        await rename(draft, join(folderOf(sha256), SOURCE));
        await syncFolder(folderOf(sha256));
        return { sha256, bytes };
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    async takeUpload(id) {
      const file = uploads.path(id);
      const hash = createHash('sha256');
      let bytes = 0;
      for await (const part of hashed(file, hash)) bytes += part.length;
      const sha256 = hash.digest('hex');
      const source = join(folderOf(sha256), SOURCE);
      await mkdir(folderOf(sha256), { recursive: true });
      if ((await orMissing(() => stat(source))) === undefined) {
        const draft = join(root, `${randomUUID()}${DRAFT}`);
        // Some file systems have no hard links.
        await link(file, draft).catch(() => copyFile(file, draft));
        await rename(draft, source);
        await syncFolder(folderOf(sha256));
      }
      return { sha256, bytes };
    },
    uploads,
    async source(sha256) {
      const path = join(folderOf(sha256), SOURCE);
      return (await orMissing(() => stat(path))) === undefined ? undefined : path;
    },
    async find(sha256, name) {
      const path = SHA256.test(name) ? outputOf(sha256, name) : undefined;
      return path !== undefined && (await orMissing(() => stat(path))) !== undefined ? path : undefined;
    },
    async draft(sha256, name) {
      const path = `${outputOf(sha256, name)}.${randomUUID()}${DRAFT}`;
      await mkdir(path, { recursive: true });
      return path;
    },
    async finish(sha256, name, draft) {
      let bytes = 0;
      for (const file of await readdir(draft)) {
        const handle = await open(join(draft, file), 'r');
        try {
          bytes += (await handle.stat()).size;
          await handle.sync();
        } finally {
          await handle.close();
        }
      }
      await syncFolder(draft);
      await rename(draft, outputOf(sha256, name));
      await syncFolder(folderOf(sha256));
      return bytes;
    },
    readFile: (sha256, name, file) => readFile(join(outputOf(sha256, name), file)),
    async clearDrafts(sha256) {
      for (const name of (await orMissing(() => readdir(folderOf(sha256)))) ?? [])
        if (name.endsWith(DRAFT)) await rm(join(folderOf(sha256), name), { recursive: true, force: true });
    },
    remove: (sha256) => rm(folderOf(sha256), { recursive: true, force: true }),
    freeBytes: () => freeBytesOf(root),
  };
}
