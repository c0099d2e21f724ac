import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { FilmWork } from '#domain/film-making/film-tools.types.ts';
import { writeDurably } from '#server/outside/disk/durable-file.ts';
import { createFilmWork } from '#server/outside/disk/film-work.ts';
import type { Bucket } from './bucket.ts';
import { s3UploadFiles } from './upload-files.ts';

const PREFIX = 'film-making';

/**
 * Working storage that machines share: what one has finished is in the bucket, and another fetches it into its folder when it
 * continues the film. A list of its files, stored last, makes an output complete.
 */
export function s3FilmWork(bucket: Bucket, folder: string): FilmWork {
  const local = createFilmWork(folder);
  const uploads = s3UploadFiles(bucket, `${PREFIX}/uploads`, join(folder, 'uploads'));
  const listOf = (sha256: string, name: string) => `${PREFIX}/${sha256}/${name}.json`;
  const fileOf = (sha256: string, name: string, file: string) => `${PREFIX}/${sha256}/${name}/${file}`;

  async function fetchTo(key: string, path: string): Promise<boolean> {
    const bytes = await bucket.stream(key);
    if (bytes === undefined) return false;
    await writeDurably(path, `${path}.${randomUUID()}.part`, bytes as AsyncIterable<Buffer>);
    return true;
  }

  async function storeSource<T extends { sha256: string; bytes: number }>(taken: T): Promise<T> {
    const { sha256, bytes } = taken;
    const path = await local.source(sha256);
    const key = `${PREFIX}/${sha256}/source`;
    if (path !== undefined && (await bucket.head(key)) === undefined)
      await bucket.putFile(key, path, { sha256, bytes });
    return taken;
  }

  const find: FilmWork['find'] = async (sha256, name) => {
    const known = await local.find(sha256, name);
    if (known !== undefined) return known;
    const list = await bucket.get(listOf(sha256, name));
    if (list === undefined) return undefined;
    const draft = await local.draft(sha256, name);
    for (const file of JSON.parse(list.toString()) as string[])
      if (!(await fetchTo(fileOf(sha256, name, file), join(draft, basename(file))))) return undefined;
    await local.finish(sha256, name, draft);
    return local.find(sha256, name);
  };

  return {
    ...local,
    uploads,
    takeSource: async (file) => storeSource(await local.takeSource(file)),
    // Its file is on this machine since it was opened.
    takeUpload: async (id) => storeSource(await local.takeUpload(id)),
    async source(sha256) {
      const known = await local.source(sha256);
      if (known !== undefined) return known;
      await mkdir(folder, { recursive: true });
      const draft = join(folder, `${randomUUID()}.part`);
      try {
        if (!(await fetchTo(`${PREFIX}/${sha256}/source`, draft))) return undefined;
        // Stored under the hash of the received bytes, so a corrupt copy is not found below.
        await local.takeSource(draft);
      } finally {
        await rm(draft, { force: true });
      }
      return local.source(sha256);
    },
    find,
    async finish(sha256, name, draft) {
      const files = await readdir(draft);
      for (const file of files) await bucket.putFile(fileOf(sha256, name, file), join(draft, file));
      await bucket.put(listOf(sha256, name), Buffer.from(JSON.stringify(files)));
      return local.finish(sha256, name, draft);
    },
    async readFile(sha256, name, file) {
      await find(sha256, name);
      return local.readFile(sha256, name, file);
    },
    async remove(sha256) {
      await local.remove(sha256);
      for await (const { key } of bucket.list(`${PREFIX}/${sha256}/`)) await bucket.remove(key);
    },
  };
}
