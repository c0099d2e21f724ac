import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';

export interface BankBook<T extends { id: string }> {
  /** Written down when this returns: before anybody is answered. */
  put(entry: T): T;
  get(id: string): T | undefined;
  /** In the order in which they were first put. */
  list(): T[];
  /** Forgets everything. */
  clear(): void;
}

/**
 * What a stand-in thinks happened: one line each time that something of it changed, added to a file before the answer goes
 * out, so that its books can be held against ours after either was killed. Without a path it is kept in memory.
 */
export function bankBook<T extends { id: string }>(path: string | null): BankBook<T> {
  const entries = new Map<string, T>();
  if (path !== null) {
    mkdirSync(dirname(path), { recursive: true });
    let text = '';
    try {
      text = readFileSync(path, 'utf8');
    } catch {
      // the first start
    }
    // A line without its end was cut off: nobody was answered about it.
    for (const line of text.split('\n').slice(0, -1)) {
      try {
        const entry = JSON.parse(line) as T;
        entries.set(entry.id, entry);
      } catch {
        // cut off, and written on after
      }
    }
    if (text !== '' && !text.endsWith('\n')) appendFileSync(path, '\n');
  }
  return {
    put(entry) {
      if (path !== null) appendFileSync(path, `${JSON.stringify(entry)}\n`);
      entries.set(entry.id, entry);
      return entry;
    },
    get: (id) => entries.get(id),
    list: () => [...entries.values()],
    clear() {
      if (path !== null) rmSync(path, { force: true });
      entries.clear();
    },
  };
}
