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
import { createTagIndex } from '#server/web/cache/tag-index.ts';

export type CacheOutcome = 'hit' | 'stale' | 'miss' | 'pass';

export interface PageCacheOptions {
  maxBytes: number;
  now?: () => number;
  onError?: (error: unknown) => void;
  count?: (outcome: CacheOutcome) => void;
}

export interface PageCache {
  /** The page of a key if it is cached, fresh and available in the encoding; counts as a hit. */
  fresh(key: string, encoding: Encoding | null): CachedPage | undefined;
  /** Whether `get` would return a page at once, fresh or stale. */
  has(key: string): boolean;
  /**
   * The page of a key. A missing page is rendered once, however many wait; a stale one is served during a single
   * refresh. A page not marked public goes to its requester only and is not cached.
   */
  get(key: string, render: () => Promise<RenderedPage>): Promise<CachedPage>;
  /** The page compressed; the result is cached if the page still is. */
  packed(key: string, page: CachedPage, encoding: Encoding | null): Promise<CachedPage>;
  /** Drops every page with one of the tags; a render in progress that turns out to have one is not cached. */
  purge(tags: readonly string[]): void;
  /** Drops everything, when it is unknown what changed. */
  purgeAll(): void;
  stats(): { pages: number; bytes: number };
}

/** After a failed refresh, the stale page is served this long before a retry. */
const RETRY_MS = 1_000;
/** Hits after which a page is worth better compression. */
const POPULAR_HITS = 20;
/** Maximum remembered keys of non-public pages, so that their requests do not wait for each other. */
const PRIVATE_KEYS = 5_000;

/** Pages of moments (`?at=`): each second of each stream has one, so that all are in a corner of the cache. */
const MOMENT_PAGES = 400;
const isMoment = (key: string): boolean => /[?&]at=/.test(key);

/** Events during a render, which may have read data from before a purge. */
interface Meanwhile {
  /** Purges since it began. */
  purges: number;
  /** The first of those purges per tag. */
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
  const moments = new LRUCache<string, true>({
    max: MOMENT_PAGES,
    dispose: (_, key, reason) => {
      if (reason === 'evict') pages.delete(key);
    },
  });
  const privateKeys = new LRUCache<string, true>({ max: PRIVATE_KEYS });
  /** The render that new requests join. */
  const current = new Map<string, { meanwhile: Meanwhile; page: Promise<CachedPage> }>();
  /** Every render in progress, including those a purge detached from new requests. */
  const underWay = new Set<Meanwhile>();
  const oneAtATime = pLimit(1);

  /** Whether the page has a tag named by the first `purges` purges. */
  const isOutdated = ({ tags }: CachedPage, { purgedAt }: Meanwhile, purges: number): boolean =>
    tags.some((tag) => (purgedAt.get(tag) ?? Infinity) <= purges);

  function keep(key: string, kept: Kept): void {
    pages.set(key, kept);
    if (isMoment(key)) moments.set(key, true);
    // A page larger than the whole cache is not stored.
    if (pages.peek(key) === kept) byTag.add(key, kept.page.tags);
  }

  /** Stores a compressed body, unless the page changed or is gone. */
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
      // Asynchronous, so that it is in `current` before it can end.
      const page = toCachedPage(await Promise.resolve().then(make), startedAtMs, former);
      const isTrue = !meanwhile.purgedAll && !isOutdated(page, meanwhile, meanwhile.purges);
      const isNewest = (pages.peek(key)?.page.renderedAtMs ?? 0) <= startedAtMs;
      if (page.staleUntilMs > 0) {
        if (isTrue && isNewest) keep(key, { page, hits: 0, retryAtMs: 0 });
      } else if (page.status >= 500) {
        postpone(key);
      } else if (isCurrent()) {
        // The page is gone or no longer public, so its cached copy is dropped.
        pages.delete(key);
        if (!page.isPublic) privateKeys.set(key, true);
      }
      return page;
    } catch (error) {
      postpone(key);
      throw error;
    } finally {
      underWay.delete(meanwhile);
      // A purge may have let another render replace it.
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
    // It began before a change that this visitor arrived after; visitors from before the change may get it.
    if (running && isOutdated(page, running.meanwhile, purgesBefore)) return get(key, render);
    if (!running || page.isPublic) {
      count(page.isPublic ? 'miss' : 'pass');
      return page;
    }
    // A page rendered for another visitor must not be shared.
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
        // Its refresh most likely shows the old content: new requests start another.
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
