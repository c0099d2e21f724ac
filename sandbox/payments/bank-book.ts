import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';

export interface BankBook<T extends { id: string }> {
  /** Durable on return: called before any reply is sent. */
  put(entry: T): T;
  get(id: string): T | undefined;
  /** In order of first insertion. */
  list(): T[];
  /** Deletes everything. */
  clear(): void;
}

/**
 * A stand-in's book: appends a line per change to a file before the reply is sent, so that its book can be compared
 * with ours after either was killed. Kept in memory if `path` is null.
 */
export function bankBook<T extends { id: string }>(path: string | null): BankBook<T> {
  const entries = new Map<string, T>();
  if (path !== null) {
    mkdirSync(dirname(path), { recursive: true });
    let text = '';
    try {
      text = readFileSync(path, 'utf8');
    } catch {
      // First start.
    }
    // A line without a newline was truncated; its request got no reply.
    for (const line of text.split('\n').slice(0, -1)) {
      try {
        const entry = JSON.parse(line) as T;
        entries.set(entry.id, entry);
      } catch {
        // Truncated, then appended to.
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
