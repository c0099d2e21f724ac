import type { CachedPage } from './cached-page.ts';
import { unreadQuery } from './page-address.ts';

/** Redirects to a page's new address; 303 leads to a different page and is excluded. */
const MOVED = new Set([301, 302, 307, 308]);

/**
 * Restores query parameters that pages do not read on a redirect: campaign marks, and those read by client scripts. The
 * renderer does not receive them, so they are added here.
 */
export function withOnwardQuery(page: CachedPage, target: string): CachedPage {
  if (!MOVED.has(page.status)) return page;
  const query = unreadQuery(target);
  if (query === '') return page;
  const headers = page.headers.map(([name, value]) => {
    // Addresses of other sites are left unchanged.
    if (name !== 'location' || !/^\/(?!\/)/.test(value)) return [name, value] as const;
    const [path = '', hash] = value.split('#', 2);
    return [name, `${path}${path.includes('?') ? '&' : '?'}${query}${hash === undefined ? '' : `#${hash}`}`] as const;
  });
  return { ...page, headers, lines: {} };
}
