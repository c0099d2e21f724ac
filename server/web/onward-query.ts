import type { CachedPage } from './cached-page.ts';
import { unreadQuery } from './page-address.ts';

/** Answers that say where a page is now; 303 leads to another page, which has nothing to do with what was asked. */
const MOVED = new Set([301, 302, 307, 308]);

/**
 * A page that leads to where it is now, with what no page reads of the query behind it: campaign marks and what scripts of the
 * page read. What renders a page is not told of these, so they are put back here.
 */
export function withOnwardQuery(page: CachedPage, target: string): CachedPage {
  if (!MOVED.has(page.status)) return page;
  const query = unreadQuery(target);
  if (query === '') return page;
  const headers = page.headers.map(([name, value]) => {
    // Another site's address is no business of ours.
    if (name !== 'location' || !/^\/(?!\/)/.test(value)) return [name, value] as const;
    const [path = '', hash] = value.split('#', 2);
    return [name, `${path}${path.includes('?') ? '&' : '?'}${query}${hash === undefined ? '' : `#${hash}`}`] as const;
  });
  return { ...page, headers, lines: {} };
}
