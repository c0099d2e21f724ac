import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Mails kept; the oldest are deleted first. */
const MAX_KEPT = 200;

/** File name of a mail: time of arrival and a random part. Sorts by time. */
const NAME = /^\d{15}-[0-9a-f-]{36}$/;

export interface MailFolder {
  add(message: Buffer, now: Date): Promise<void>;
  /** Ids, newest first. */
  list(): Promise<string[]>;
  /** The complete original message. Undefined if there is none of that id. */
  get(id: string): Promise<Buffer | undefined>;
}

/** Stores mails as files in a folder, so that any process of the demo can show mails received by another. */
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
