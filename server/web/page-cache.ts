import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import {
  bytesOf,
  isPacked,
  pack,
  packTighter,
  takeLoose,
  toCachedPage,
  withBodies,
  type CachedPage,
  type Encoding,
  type RenderedPage,
} from './cached-page.ts';
import { createTagIndex } from '#server/web/tag-index.ts';

export type CacheOutcome = 'hit' | 'stale' | 'miss' | 'pass';

export interface PageCacheOptions {
  maxBytes: number;
  now?: () => number;
  onError?: (error: unknown) => void;
  count?: (outcome: CacheOutcome) => void;
}

export interface PageCache {
  /** The page of a key if it is there, fresh and can be sent in the encoding at once; counted as a hit. */
  fresh(key: string, encoding: Encoding | null): CachedPage | undefined;
  /** Whether `get` has a page to give at once, fresh or stale. */
  has(key: string): boolean;
  /**
   * The page of a key. However many ask while it is missing, it is rendered once; a stale one is given while one render
   * runs. A page whose headers do not say that it is for everyone goes to the one who asked, and is kept for nobody.
   */
  get(key: string, render: () => Promise<RenderedPage>): Promise<CachedPage>;
  /** The page compressed for whoever asks; where the cache still has it, for those who ask after them too. */
  packed(key: string, page: CachedPage, encoding: Encoding | null): Promise<CachedPage>;
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

/** What happened while a page was rendered: it may have read what a purge was about. */
interface Meanwhile {
  /** How many purges came since it began. */
  purges: number;
  /** Each tag with the first of those purges that named it. */
  purgedAt: Map<string, number>;
  purgedAll: boolean;
}

interface Kept {
  page: CachedPage;
  hits: number;
  retryAtMs: number;
}

export function createPageCache({
  maxBytes,
  now = Date.now,
  onError = () => {},
  count = () => {},
}: PageCacheOptions): PageCache {
  const byTag = createTagIndex();
  const pages = new LRUCache<string, Kept>({
    maxSize: maxBytes,
    sizeCalculation: ({ page }) => bytesOf(page),
    dispose: ({ page }, key) => byTag.remove(key, page.tags),
  });
  const privateKeys = new LRUCache<string, true>({ max: PRIVATE_KEYS });
  /** The render that those who ask now wait for. */
  const current = new Map<string, { meanwhile: Meanwhile; page: Promise<CachedPage> }>();
  /** Of every render under way, also of one that a purge has cut off from newcomers. */
  const underWay = new Set<Meanwhile>();
  const oneAtATime = pLimit(1);

  /** Whether the page shows what one of the first `purges` purges was about. */
  const isOutdated = ({ tags }: CachedPage, { purgedAt }: Meanwhile, purges: number): boolean =>
    tags.some((tag) => (purgedAt.get(tag) ?? Infinity) <= purges);

  function keep(key: string, kept: Kept): void {
    pages.set(key, kept);
    // One that is larger than the whole cache was not taken in.
    if (pages.peek(key) === kept) byTag.add(key, kept.page.tags);
  }

  /** Takes in what a page was compressed to, unless it has other bytes by now or is gone. */
  function keepBodies(key: string, { bodies }: CachedPage): void {
    const kept = pages.peek(key);
    if (kept?.page.bodies.identity !== bodies.identity) return;
    keep(key, { ...kept, page: withBodies(kept.page, bodies) });
  }

  async function fill(key: string, meanwhile: Meanwhile, make: () => Promise<RenderedPage>): Promise<CachedPage> {
    const startedAtMs = now();
    const former = pages.peek(key)?.page;
    const isCurrent = () => current.get(key)?.meanwhile === meanwhile;
    try {
      // Never within this call: it must stand in `current` before it can end.
      const page = toCachedPage(await Promise.resolve().then(make), startedAtMs, former);
      const isTrue = !meanwhile.purgedAll && !isOutdated(page, meanwhile, meanwhile.purges);
      const isNewest = (pages.peek(key)?.page.renderedAtMs ?? 0) <= startedAtMs;
      if (page.staleUntilMs > 0) {
        if (isTrue && isNewest) keep(key, { page, hits: 0, retryAtMs: 0 });
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

  function start(key: string, make: () => Promise<RenderedPage>): Promise<CachedPage> {
    const meanwhile: Meanwhile = { purges: 0, purgedAt: new Map(), purgedAll: false };
    underWay.add(meanwhile);
    const page = fill(key, meanwhile, make);
    current.set(key, { meanwhile, page });
    return page;
  }

  function postpone(key: string): void {
    const kept = pages.peek(key);
    if (kept) kept.retryAtMs = now() + RETRY_MS;
  }

  function hit(key: string, kept: Kept): CachedPage {
    count('hit');
    if (++kept.hits >= POPULAR_HITS && takeLoose(kept.page)) {
      oneAtATime(() => packTighter(kept.page)).then((tight) => keepBodies(key, tight), onError);
    }
    return kept.page;
  }

  async function get(key: string, render: () => Promise<RenderedPage>): Promise<CachedPage> {
    const kept = pages.get(key);
    const nowMs = now();
    if (kept && nowMs < kept.page.freshUntilMs) return hit(key, kept);
    if (kept && nowMs < kept.page.staleUntilMs) {
      count('stale');
      if (!current.has(key) && nowMs >= kept.retryAtMs) start(key, render).catch(onError);
      return kept.page;
    }
    if (privateKeys.has(key)) {
      const page = toCachedPage(await render(), nowMs);
      if (page.isPublic) privateKeys.delete(key);
      count('pass');
      return page;
    }
    const running = current.get(key);
    const purgesBefore = running?.meanwhile.purges ?? 0;
    const page = await (running?.page ?? start(key, render));
    // It began before a change that this visitor came after; whoever was there before the change may have it.
    if (running && isOutdated(page, running.meanwhile, purgesBefore)) return get(key, render);
    if (!running || page.isPublic) {
      count(page.isPublic ? 'miss' : 'pass');
      return page;
    }
    // What was made for another visitor is not for this one.
    count('pass');
    return toCachedPage(await render(), nowMs);
  }

  return {
    fresh(key, encoding) {
      const kept = pages.get(key);
      return kept && now() < kept.page.freshUntilMs && isPacked(kept.page, encoding) ? hit(key, kept) : undefined;
    },
    has(key) {
      const kept = pages.peek(key);
      return kept !== undefined && now() < kept.page.staleUntilMs;
    },
    get,
    async packed(key, page, encoding) {
      if (isPacked(page, encoding)) return page;
      const packed = await pack(page, encoding);
      keepBodies(key, packed);
      return packed;
    },
    purge(tags) {
      for (const render of underWay) {
        render.purges += 1;
        for (const tag of tags) if (!render.purgedAt.has(tag)) render.purgedAt.set(tag, render.purges);
      }
      for (const key of byTag.keysOf(tags)) {
        pages.delete(key);
        // What refreshes it shows most likely the same: those who come now need not wait to find that out.
        current.delete(key);
      }
    },
    purgeAll() {
      for (const render of underWay) render.purgedAll = true;
      current.clear();
      pages.clear();
    },
    stats: () => ({ pages: pages.size, bytes: pages.calculatedSize }),
  };
}
