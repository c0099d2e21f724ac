import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Mails that are kept; the oldest go first. */
const MAX_KEPT = 200;

/** Name of a kept mail: when it came, and chance. Sorts by time. */
const NAME = /^\d{15}-[0-9a-f-]{36}$/;

export interface MailFolder {
  add(message: Buffer, now: Date): Promise<void>;
  /** Ids, newest first. */
  list(): Promise<string[]>;
  /** The whole message as it came; undefined when there is none of that id. */
  get(id: string): Promise<Buffer | undefined>;
}

/** Mails as files of a folder, so that any process of the demo can show what another received. */
export function mailFolder(path: string): MailFolder {
  const list = async (): Promise<string[]> => {
    const names = await readdir(path).catch(() => []);
    return names
      .filter((name) => name.endsWith('.eml'))
      .map((name) => name.slice(0, -4))
      .filter((id) => NAME.test(id))
      .toSorted()
      .toReversed();
  };
  return {
    async add(message, now) {
      await mkdir(path, { recursive: true });
      const id = `${String(now.getTime()).padStart(15, '0')}-${randomUUID()}`;
      await writeFile(join(path, `${id}.part`), message);
      await rename(join(path, `${id}.part`), join(path, `${id}.eml`));
      for (const old of (await list()).slice(MAX_KEPT)) await rm(join(path, `${old}.eml`), { force: true });
    },
    list,
    get: async (id) => (NAME.test(id) ? readFile(join(path, `${id}.eml`)).catch(() => undefined) : undefined),
  };
}
