import { PAGE_LIMITS } from '#shared/page-limits.ts';

/** Kept at most (constant `recentSearchHistory`). */
export const RECENT_MAX = PAGE_LIMITS.recentSearchHistory;

/** Browsers keep cookies of 4,096 bytes and no more; a Han letter takes nine of them. */
const COOKIE_MAX_BYTES = 3_600;

const encodedBytes = (keywords: readonly string[]) => encodeURIComponent(JSON.stringify(keywords)).length;

/** Keywords of the cookie, oldest first; none where it holds something else. */
export function parseRecent(value: string | undefined): string[] {
  if (!value) return [];
  try {
    const kept: unknown = JSON.parse(decodeURIComponent(value));
    return Array.isArray(kept)
      ? kept.filter((word) => typeof word === 'string' && word.trim() !== '').slice(-RECENT_MAX)
      : [];
  } catch {
    return [];
  }
}

/** A keyword joins as the newest, wherever it stood before; the oldest goes when there are too many. */
export function withKeyword(recent: readonly string[], keyword: string): string[] {
  const word = keyword.trim();
  if (!word) return [...recent];
  const all = [...recent.filter((each) => each !== word), word].slice(-RECENT_MAX);
  while (all.length > 1 && encodedBytes(all) > COOKIE_MAX_BYTES) all.shift();
  return all;
}
