import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { documentHeaders, NO_PAGE_POLICY } from '#server/web/security-headers.ts';
import {
  ADS_ORIGIN,
  CHECKOUT,
  PICTURES_FROM,
  REPORTS_ORIGIN,
  SCRIPT_NONCE,
  SCRIPT_ORIGIN,
} from '#shared/http/page-headers.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** A page as returned by the renderer. */
export interface RenderedPage {
  status: number;
  headers: Headers;
  body: Buffer;
}

export type Encoding = 'br' | 'gzip';

/** A page as sent: rendered and hashed once, compressed once per requested encoding. */
export interface CachedPage {
  status: number;
  /** Headers of all replies except encoding, length and ETag; Set-Cookie may repeat. */
  headers: readonly (readonly [name: string, value: string])[];
  bodies: { identity: Buffer } & Partial<Record<Encoding, Buffer>>;
  /** Weak, shared by all encodings. Empty if the page has none. */
  etag: string;
  tags: readonly string[];
  /** Whether its headers allow sharing; otherwise it belongs to the requester only. */
  isPublic: boolean;
  renderedAtMs: number;
  freshUntilMs: number;
  /** 0: not cacheable. */
  staleUntilMs: number;
  /** Header lines per body, created by the first reply (page-reply.ts). */
  lines: Partial<Record<Encoding | 'identity' | 'unchanged', string[]>>;
}

/** Fast levels while a visitor waits; better compression follows for popular pages. */
const QUICK_BROTLI = 4;
const QUICK_GZIP = 5;
/** Level 11 saves another 4 % at three times the cost. */
const GOOD_BROTLI = 10;
/** For smaller bodies, compression overhead exceeds the savings. */
const MIN_PACKED_BYTES = 256;

/** Headers for the cache only, or set by the reply itself. */
const INTERNAL = new Set([
  'x-page-cache',
  'content-length',
  'transfer-encoding',
  'connection',
  'vary',
  SCRIPT_NONCE,
  SCRIPT_ORIGIN,
  ADS_ORIGIN,
  REPORTS_ORIGIN,
  PICTURES_FROM,
  CHECKOUT,
]);
const POLICY = 'content-security-policy';

/** ETag of a page's bytes except its nonce, which differs on each render. */
function etagOf(body: Buffer, nonce: string): string {
  const hash = createHash('sha256');
  let from = 0;
  for (let at = nonce ? body.indexOf(nonce) : -1; at >= 0; at = body.indexOf(nonce, from)) {
    hash.update(body.subarray(from, at));
    from = at + nonce.length;
  }
  return `W/"${hash.update(body.subarray(from)).digest('base64url').slice(0, 22)}"`;
}

/** Parses `X-Page-Cache: fresh=15;stale=60`, written by app/cache.server.ts; null if the page is not public. */
function termsOf(headers: Headers): { freshMs: number; staleMs: number } | null {
  const terms = headers.get('x-page-cache');
  if (!terms || headers.has('set-cookie') || !/\bpublic\b/.test(headers.get('cache-control') ?? '')) return null;
  const seconds = (name: string) => Number(new RegExp(`\\b${name}=(\\d+)`).exec(terms)?.[1] ?? 0);
  return { freshMs: seconds('fresh') * 1000, staleMs: seconds('stale') * 1000 };
}

const tagsOf = (headers: Headers): string[] =>
  (headers.get('cache-tag') ?? '')
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);

const packBrotli = (body: Buffer, quality: number): Promise<Buffer> =>
  brotli(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  });

/**
 * Prepares a rendered page for sending. `former` is the page it replaces: if they differ only in the nonce, the
 * former's bytes are reused, with the policy that names its nonce, and are not compressed again.
 */
export function toCachedPage(page: RenderedPage, renderedAtMs: number, former?: CachedPage): CachedPage {
  const terms = termsOf(page.headers);
  const headers = [...page.headers].filter(([name]) => !INTERNAL.has(name));
  const isPage = page.headers.get('content-type')?.startsWith('text/html');
  const nonce = page.headers.get(SCRIPT_NONCE) ?? '';
  if (!page.headers.has('cache-control')) headers.push(['cache-control', 'private, no-cache']);
  const vary = page.headers.get('vary');
  headers.push(['vary', vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding']);
  // A 304 would not set the cookie.
  const etag = page.status === 200 && !page.headers.has('set-cookie') ? etagOf(page.body, nonce) : '';
  const isSame = former !== undefined && etag !== '' && former.etag === etag;
  for (const [name, value] of isPage ? documentHeaders(page.headers) : [[POLICY, NO_PAGE_POLICY] as const])
    headers.push([name, (isSame && former.headers.find(([known]) => known === name)?.[1]) || value]);
  const bodies: CachedPage['bodies'] = isSame ? former.bodies : { identity: page.body };
  return {
    status: page.status,
    headers,
    bodies,
    etag,
    tags: tagsOf(page.headers),
    isPublic: terms !== null,
    renderedAtMs,
    freshUntilMs: renderedAtMs + (terms?.freshMs ?? 0),
    staleUntilMs: terms && page.status === 200 ? renderedAtMs + terms.freshMs + terms.staleMs : 0,
    lines: {},
  };
}

/** Whether a page can be sent in an encoding without compressing it first. */
export const isPacked = ({ bodies }: CachedPage, encoding: Encoding | null): boolean =>
  encoding === null || bodies[encoding] !== undefined || bodies.identity.length < MIN_PACKED_BYTES;

/** Adds bodies in other encodings. */
export const withBodies = (page: CachedPage, bodies: Partial<Record<Encoding, Buffer>>): CachedPage => ({
  ...page,
  bodies: { ...page.bodies, ...bodies },
  lines: {},
});

const underWay = new WeakMap<Buffer, Map<Encoding, Promise<Buffer>>>();

/** A page with the encoding available: compressed once, however many wait for it. */
export async function pack(page: CachedPage, encoding: Encoding | null): Promise<CachedPage> {
  if (encoding === null || isPacked(page, encoding)) return page;
  const { identity } = page.bodies;
  let packing = underWay.get(identity);
  if (!packing) underWay.set(identity, (packing = new Map()));
  let packed = packing.get(encoding);
  if (!packed) {
    packed = encoding === 'br' ? packBrotli(identity, QUICK_BROTLI) : zip(identity, { level: QUICK_GZIP });
    packing.set(encoding, packed);
    const forget = () => packing.delete(encoding);
    packed.then(forget, forget);
  }
  return withBodies(page, { [encoding]: await packed });
}

/** Bodies already compressed tightly, or not improvable; a page refreshed without a change keeps its bytes. */
const tightened = new WeakSet<Buffer>();

/** Whether a page's Brotli body is still the fast one; false on later calls for the same body. */
export function takeLoose({ bodies: { br } }: CachedPage): boolean {
  if (!br || tightened.has(br)) return false;
  tightened.add(br);
  return true;
}

/** The page with tighter Brotli. */
export async function packTighter(page: CachedPage): Promise<CachedPage> {
  const br = await packBrotli(page.bodies.identity, GOOD_BROTLI);
  tightened.add(br);
  return withBodies(page, { br });
}

export const bytesOf = ({ bodies }: CachedPage): number =>
  bodies.identity.length + (bodies.br?.length ?? 0) + (bodies.gzip?.length ?? 0) + 1_024;
