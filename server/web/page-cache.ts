import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** A page as the renderer gives it. */
export interface RenderedPage {
  status: number;
  headers: Headers;
  body: Buffer;
}

/** A page as it is sent: rendered, compressed and hashed once. */
export interface KeptPage {
  status: number;
  /** Headers of every reply of the page, without encoding and length. */
  headers: Record<string, string>;
  bodies: { identity: Buffer; br: Buffer; gzip: Buffer };
  etag: string;
  tags: string[];
  renderedAtMs: number;
  freshUntilMs: number;
  staleUntilMs: number;
}

export type CacheOutcome = 'hit' | 'stale' | 'miss' | 'pass';

export interface PageCacheOptions {
  maxBytes: number;
  now?: () => number;
  onError?: (error: unknown) => void;
  count?: (outcome: CacheOutcome) => void;
}

export interface PageCache {
  /** The page of a key. However many ask while it is missing, it is rendered once; a stale one is given while one render runs. */
  get(key: string, render: () => Promise<RenderedPage>): Promise<KeptPage>;
  /** Drops every page that carries one of the tags; a render under way when it is called is not kept. */
  purge(tags: readonly string[]): void;
  stats(): { pages: number; bytes: number };
}

const QUICK_BROTLI = 5;

/** `X-Page-Cache: fresh=15;stale=60`, which app/cache.server.ts writes; null for a page that may not be kept. */
function termsOf(headers: Headers): { freshMs: number; staleMs: number } | null {
  const terms = headers.get('x-page-cache');
  if (!terms || headers.has('set-cookie') || !/\bpublic\b/.test(headers.get('cache-control') ?? '')) return null;
  const seconds = (name: string) => Number(new RegExp(`${name}=(\\d+)`).exec(terms)?.[1] ?? 0);
  return { freshMs: seconds('fresh') * 1000, staleMs: seconds('stale') * 1000 };
}

/** The content security policy of a page: its own inline scripts by hash, nothing else inline. */
export function pagePolicy(html: string): string {
  const hashes = new Set<string>();
  for (const [, attributes = '', script = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (/\bsrc=|ld\+json/.test(attributes)) continue;
    hashes.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  }
  return [
    `default-src 'self'`,
    `script-src 'self' ${[...hashes].join(' ')}`.trim(),
    `style-src 'self'`,
    // Widths of progress bars are set on elements; no rule can come in that way.
    `style-src-attr 'unsafe-inline'`,
    `img-src 'self' data:`,
    // hls.js marks text tracks it empties with a data address.
    `media-src 'self' blob: data:`,
    `worker-src 'self' blob:`,
    `connect-src 'self'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}

const INTERNAL = new Set(['x-page-cache', 'content-length', 'transfer-encoding', 'connection', 'vary']);

async function keep(page: RenderedPage, nowMs: number): Promise<KeptPage> {
  const terms = termsOf(page.headers);
  const [br, gz] = await Promise.all([
    brotli(page.body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: QUICK_BROTLI, [constants.BROTLI_PARAM_SIZE_HINT]: page.body.length },
    }),
    zip(page.body, { level: 6 }),
  ]);
  const headers: Record<string, string> = {};
  for (const [name, value] of page.headers) if (!INTERNAL.has(name)) headers[name] = value;
  const isHtml = (headers['content-type'] ?? '').startsWith('text/html');
  if (isHtml) headers['content-security-policy'] = pagePolicy(page.body.toString('utf8'));
  const vary = [page.headers.get('vary'), 'Accept-Encoding'].filter(Boolean).join(', ');
  return {
    status: page.status,
    headers: { ...headers, vary },
    bodies: { identity: page.body, br, gzip: gz },
    etag: `"${createHash('sha256').update(page.body).digest('base64url').slice(0, 22)}"`,
    tags: (page.headers.get('cache-tag') ?? '').split(',').filter(Boolean),
    renderedAtMs: nowMs,
    freshUntilMs: nowMs + (terms?.freshMs ?? 0),
    staleUntilMs: terms && page.status === 200 ? nowMs + terms.freshMs + terms.staleMs : 0,
  };
}

export function createPageCache({
  maxBytes,
  now = Date.now,
  onError = () => {},
  count = () => {},
}: PageCacheOptions): PageCache {
  const pages = new LRUCache<string, KeptPage>({
    maxSize: maxBytes,
    sizeCalculation: ({ bodies }) => bodies.identity.length + bodies.br.length + bodies.gzip.length + 1_024,
  });
  const underWay = new Map<string, Promise<KeptPage>>();
  /** Grows with every purge: a render that began before one may have read what the purge was about. */
  let purges = 0;

  function refresh(key: string, render: () => Promise<RenderedPage>): Promise<KeptPage> {
    const running = underWay.get(key);
    if (running) return running;
    const before = purges;
    const work = render()
      .then((page) => keep(page, now()))
      .then((page) => {
        // What may not be kept takes the old copy with it; a fault leaves it for its stale time.
        if (page.staleUntilMs > 0 && before === purges) pages.set(key, page);
        else if (page.status < 500) pages.delete(key);
        return page;
      })
      .finally(() => underWay.delete(key));
    underWay.set(key, work);
    return work;
  }

  return {
    async get(key, render) {
      const kept = pages.get(key);
      const nowMs = now();
      if (kept && nowMs < kept.freshUntilMs) {
        count('hit');
        return kept;
      }
      if (kept && nowMs < kept.staleUntilMs) {
        count('stale');
        refresh(key, render).catch(onError);
        return kept;
      }
      const page = await refresh(key, render);
      count(page.staleUntilMs > 0 ? 'miss' : 'pass');
      return page;
    },
    purge(tags) {
      purges++;
      // A render under way answers those who wait for it, and is made again for those who come after.
      underWay.clear();
      for (const [key, page] of pages.entries()) if (page.tags.some((tag) => tags.includes(tag))) pages.delete(key);
    },
    stats: () => ({ pages: pages.size, bytes: pages.calculatedSize }),
  };
}
