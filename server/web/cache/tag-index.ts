/** Keys by tag, so that a purge touches only affected pages, however many are cached. */
export interface TagIndex {
  add(key: string, tags: readonly string[]): void;
  remove(key: string, tags: readonly string[]): void;
  /** Returns a copy, because entries may be removed during iteration. */
  keysOf(tags: readonly string[]): Set<string>;
  clear(): void;
  /** Number of tags with at least one key. */
  size(): number;
}

export function createTagIndex(): TagIndex {
  const keys = new Map<string, Set<string>>();
  return {
    add(key, tags) {
      for (const tag of tags) {
        const those = keys.get(tag);
        if (those) those.add(key);
        else keys.set(tag, new Set([key]));
      }
    },
    remove(key, tags) {
      for (const tag of tags) {
        const those = keys.get(tag);
        those?.delete(key);
        // There are as many tags as articles, so empty sets must be removed.
        if (those?.size === 0) keys.delete(tag);
      }
    },
    keysOf(tags) {
      const found = new Set<string>();
      for (const tag of tags) for (const key of keys.get(tag) ?? []) found.add(key);
      return found;
    },
    clear: () => keys.clear(),
    size: () => keys.size,
  };
}
