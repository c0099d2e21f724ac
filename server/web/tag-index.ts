/** Which keys carry a tag: a purge looks at the pages it is about, however many others are kept. */
export interface TagIndex {
  add(key: string, tags: readonly string[]): void;
  remove(key: string, tags: readonly string[]): void;
  /** A copy: what it names may be removed while it is walked. */
  keysOf(tags: readonly string[]): Set<string>;
  clear(): void;
  /** How many tags have a key at all. */
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
        // There are as many tags as articles: an empty set must not stay behind.
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
