import { LRUCache } from 'lru-cache';
import { createGate } from '#server/web/gate.ts';
import { bytesOf, keepPage, packTighter, type KeptPage, type RenderedPage } from '#server/web/kept-page.ts';

export type CacheOutcome = 'hit' | 'stale' | 'miss' | 'pass';

export interface PageCacheOptions {
  maxBytes: number;
  now?: () => number;
  onError?: (error: unknown) => void;
  count?: (outcome: CacheOutcome) => void;
}

export interface PageCache {
  /** The page of a key if it is there and fresh; counted as a hit. */
  fresh(key: string): KeptPage | undefined;
  /**
   * The page of a key. However many ask while it is missing, it is rendered once; a stale one is given while one render
   * runs. A page whose headers do not say that it is for everyone goes to the one who asked, and is kept for nobody.
   */
  get(key: string, render: () => Promise<RenderedPage>): Promise<KeptPage>;
  /** Drops every page that carries one of the tags; a render under way that turns out to carry one is not kept. */
  purge(tags: readonly string[]): void;
  /** Drops everything: what changed is not known. */
  purgeAll(): void;
  stats(): { pages: number; bytes: number };
}

/** After a refresh that failed the stale page is given for this long before the next try. */
const RETRY_MS = 1_000;
/** Hits after which a page is worth compressing well. */
const POPULAR_HITS = 20;
/** How many addresses of pages that are not for everyone are remembered, so that nobody waits in line for them. */
const PRIVATE_KEYS = 5_000;

/** What happened while a page was rendered. */
interface Meanwhile {
  /** Tags purged since it began: it may have read what they were about. */
  purged: Set<string>;
  purgedAll: boolean;
}

interface Kept {
  page: KeptPage;
  hits: number;
  retryAtMs: number;
}

export function createPageCache({
  maxBytes,
  now = Date.now,
  onError = () => {},
  count = () => {},
}: PageCacheOptions): PageCache {
  const pages = new LRUCache<string, Kept>({ maxSize: maxBytes, sizeCalculation: ({ page }) => bytesOf(page) });
  const privateKeys = new LRUCache<string, true>({ max: PRIVATE_KEYS });
  /** The render that those who ask now wait for. */
  const current = new Map<string, { meanwhile: Meanwhile; page: Promise<KeptPage> }>();
  /** Of every render under way, those that a purge has cut off from newcomers too. */
  const underWay = new Set<Meanwhile>();
  const oneAtATime = createGate(1);

  async function fill(key: string, meanwhile: Meanwhile, make: () => Promise<RenderedPage>): Promise<KeptPage> {
    const startedAtMs = now();
    const former = pages.peek(key)?.page;
    const isCurrent = () => current.get(key)?.meanwhile === meanwhile;
    try {
      // Never within this call: it must stand in `current` before it can end.
      const page = await keepPage(await Promise.resolve().then(make), startedAtMs, former);
      const isTrue = !meanwhile.purgedAll && !page.tags.some((tag) => meanwhile.purged.has(tag));
      const isNewest = (pages.peek(key)?.page.renderedAtMs ?? 0) <= startedAtMs;
      if (page.staleUntilMs > 0) {
        if (isTrue && isNewest) pages.set(key, { page, hits: 0, retryAtMs: 0 });
      } else if (page.status >= 500) {
        postpone(key);
      } else if (isCurrent()) {
        // The page is gone, or no longer for everyone, and takes the old copy with it.
        pages.delete(key);
        if (!page.isPublic) privateKeys.set(key, true);
      }
      return page;
    } catch (error) {
      postpone(key);
      throw error;
    } finally {
      underWay.delete(meanwhile);
      // A purge may have put another in its place.
      if (isCurrent()) current.delete(key);
    }
  }

  function start(key: string, make: () => Promise<RenderedPage>): Promise<KeptPage> {
    const meanwhile: Meanwhile = { purged: new Set(), purgedAll: false };
    underWay.add(meanwhile);
    const page = fill(key, meanwhile, make);
    current.set(key, { meanwhile, page });
    return page;
  }

  function postpone(key: string): void {
    const kept = pages.peek(key);
    if (kept) kept.retryAtMs = now() + RETRY_MS;
  }

  function hit(key: string, kept: Kept): KeptPage {
    count('hit');
    if (++kept.hits === POPULAR_HITS) {
      oneAtATime(() => packTighter(kept.page)).then((tight) => {
        // Unless it was refreshed or dropped meanwhile.
        if (pages.peek(key) === kept) pages.set(key, { ...kept, page: tight, hits: kept.hits });
      }, onError);
    }
    return kept.page;
  }

  return {
    fresh(key) {
      const kept = pages.get(key);
      return kept && now() < kept.page.freshUntilMs ? hit(key, kept) : undefined;
    },
    async get(key, render) {
      const kept = pages.get(key);
      const nowMs = now();
      if (kept && nowMs < kept.page.freshUntilMs) return hit(key, kept);
      if (kept && nowMs < kept.page.staleUntilMs) {
        count('stale');
        if (!current.has(key) && nowMs >= kept.retryAtMs) start(key, render).catch(onError);
        return kept.page;
      }
      if (privateKeys.has(key)) {
        const page = await keepPage(await render(), nowMs);
        if (page.isPublic) privateKeys.delete(key);
        count('pass');
        return page;
      }
      const running = current.get(key);
      const page = await (running?.page ?? start(key, render));
      if (!running || page.isPublic) {
        count(page.isPublic ? 'miss' : 'pass');
        return page;
      }
      // What was made for another visitor is not for this one.
      count('pass');
      return keepPage(await render(), nowMs);
    },
    purge(tags) {
      for (const render of underWay) for (const tag of tags) render.purged.add(tag);
      // A render under way answers those who wait for it; those who come after get one that began after the change.
      current.clear();
      for (const [key, { page }] of pages.entries()) if (page.tags.some((tag) => tags.includes(tag))) pages.delete(key);
    },
    purgeAll() {
      for (const render of underWay) render.purgedAll = true;
      current.clear();
      pages.clear();
    },
    stats: () => ({ pages: pages.size, bytes: pages.calculatedSize }),
  };
}
