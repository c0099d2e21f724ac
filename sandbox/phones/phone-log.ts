import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Texts and calls kept; the oldest are deleted first. */
const MAX_KEPT = 300;

const NAME = /^\d{15}-[0-9a-f-]{36}$/;

/** A text or call as recorded by the carrier's stand-in. */
export interface PhoneRecord {
  kind: 'text' | 'call';
  /** `out`: from the station to a member. */
  direction: 'out' | 'in';
  /** The provider's id. */
  sid: string;
  from: string;
  to: string;
  /** Content of a text. */
  body: string;
  /** Sentences heard in a call. */
  heard: string[];
  /** The provider's status; for incoming ones the site's response. */
  status: string;
  /** Status callback of the station. */
  statusUrl: string;
  /** URL that returns what to say after a key. */
  keyUrl: string;
}
export type KeptRecord = PhoneRecord & { id: string; at: Date };

export interface PhoneLog {
  /** Returns the id. */
  add(record: PhoneRecord, now: Date): Promise<string>;
  update(id: string, change: Partial<PhoneRecord>): Promise<void>;
  /** Newest first. */
  list(): Promise<KeptRecord[]>;
  get(id: string): Promise<KeptRecord | undefined>;
}

/** Stores texts and calls as files in a folder, so that any process of the demo can show those of another. */
export function phoneLog(path: string): PhoneLog {
  const ids = async (): Promise<string[]> => {
    const names = await readdir(path).catch(() => []);
    return names
      .filter((name) => name.endsWith('.json'))
      .map((name) => name.slice(0, -5))
      .filter((id) => NAME.test(id))
      .toSorted()
      .toReversed();
  };
  const write = async (id: string, record: PhoneRecord) => {
    const part = join(path, `${id}.${randomUUID()}.part`);
    await writeFile(part, JSON.stringify(record));
    await rename(part, join(path, `${id}.json`));
  };
  const get = async (id: string): Promise<KeptRecord | undefined> => {
    if (!NAME.test(id)) return undefined;
    const text = await readFile(join(path, `${id}.json`), 'utf8').catch(() => undefined);
    if (text === undefined) return undefined;
    return { ...(JSON.parse(text) as PhoneRecord), id, at: new Date(Number(id.slice(0, 15))) };
  };
  return {
    async add(record, now) {
      await mkdir(path, { recursive: true });
      const id = `${String(now.getTime()).padStart(15, '0')}-${randomUUID()}`;
      await write(id, record);
      for (const old of (await ids()).slice(MAX_KEPT)) await rm(join(path, `${old}.json`), { force: true });
      return id;
    },
    async update(id, change) {
      const kept = await get(id);
      if (!kept) return;
      const { id: _id, at: _at, ...record } = kept;
      await write(id, { ...record, ...change });
    },
    async list() {
      const all = await Promise.all((await ids()).map(get));
      return all.filter((record) => record !== undefined);
    },
    get,
  };
}
