import { useEffect, useState } from 'react';
import { COOKIES, DAY_SECONDS, readCookie, writeCookie } from '#app/cookies.ts';
import { parseRecent, withKeyword } from './recent-keywords.ts';

/** Recent keywords of this browser, newest first. The current one is added. */
export function useRecent(keyword: string): { recent: string[]; clear: () => void } {
  const [recent, setRecent] = useState<string[]>([]);
  useEffect(() => {
    const kept = parseRecent(readCookie(document.cookie, COOKIES.search));
    const joined = withKeyword(kept, keyword);
    if (keyword) writeCookie(COOKIES.search, JSON.stringify(joined), { maxAgeSeconds: DAY_SECONDS });
    setRecent(joined.toReversed());
  }, [keyword]);
  const clear = () => {
    writeCookie(COOKIES.search, '', { maxAgeSeconds: 0 });
    setRecent([]);
  };
  return { recent, clear };
}
