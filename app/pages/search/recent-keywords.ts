import { PAGE_LIMITS } from '#shared/page-limits.ts';

/** Maximum stored (constant `recentSearchHistory`). */
export const RECENT_MAX = PAGE_LIMITS.recentSearchHistory;

/** Browsers limit cookies to 4,096 bytes; a Han character takes nine of them. */
const COOKIE_MAX_BYTES = 3_600;

const encodedBytes = (keywords: readonly string[]) => encodeURIComponent(JSON.stringify(keywords)).length;

/** Keywords in the cookie, oldest first; empty if it is malformed. */
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

/** Adds or moves a keyword as the newest; the oldest is dropped beyond the limit. */
export function withKeyword(recent: readonly string[], keyword: string): string[] {
  const word = keyword.trim();
  if (!word) return [...recent];
  const all = [...recent.filter((each) => each !== word), word].slice(-RECENT_MAX);
  while (all.length > 1 && encodedBytes(all) > COOKIE_MAX_BYTES) all.shift();
  return all;
}
