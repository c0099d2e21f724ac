import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { documentHeaders, NO_PAGE_POLICY } from '#server/web/security-headers.ts';
import { ADS_ORIGIN, CHECKOUT, REPORTS_ORIGIN, SCRIPT_NONCE, SCRIPT_ORIGIN } from '#shared/page-headers.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** A page as the renderer gives it. */
export interface RenderedPage {
  status: number;
  headers: Headers;
  body: Buffer;
}

export type Encoding = 'br' | 'gzip';

/** A page as it is sent: rendered and hashed once, compressed once for each encoding that somebody asked for. */
export interface CachedPage {
  status: number;
  /** Headers of every reply of the page, without encoding, length and tag; a cookie may come more than once. */
  headers: readonly (readonly [name: string, value: string])[];
  bodies: { identity: Buffer } & Partial<Record<Encoding, Buffer>>;
  /** Weak: one for the page in every encoding. Empty on a page that has none. */
  etag: string;
  tags: readonly string[];
  /** Whether its headers let everybody have it. Everything else belongs to the one who asked. */
  isPublic: boolean;
  renderedAtMs: number;
  freshUntilMs: number;
  /** 0: may not be kept at all. */
  staleUntilMs: number;
  /** Header lines as they are sent with each of the bodies, made by the first reply (page-reply.ts). */
  lines: Partial<Record<Encoding | 'identity' | 'unchanged', string[]>>;
}

/** Quick while somebody waits; the rest of the way once a page has shown that it is asked for. */
const QUICK_BROTLI = 4;
const QUICK_GZIP = 5;
/** 11 saves a further 4 % and costs three times as much. */
const GOOD_BROTLI = 10;
/** Below this the encoding's own header eats what it saves. */
const MIN_PACKED_BYTES = 256;

/** Headers that speak to the cache alone, or that the reply makes itself. */
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
  CHECKOUT,
]);
const POLICY = 'content-security-policy';

/** The tag of a page's bytes but for its nonce, which is another at each render and tells nobody anything. */
function etagOf(body: Buffer, nonce: string): string {
  const hash = createHash('sha256');
  let from = 0;
  for (let at = nonce ? body.indexOf(nonce) : -1; at >= 0; at = body.indexOf(nonce, from)) {
    hash.update(body.subarray(from, at));
    from = at + nonce.length;
  }
  return `W/"${hash.update(body.subarray(from)).digest('base64url').slice(0, 22)}"`;
}

/** `X-Page-Cache: fresh=15;stale=60`, which app/cache.server.ts writes; null for a page that is not for everyone. */
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
 * Makes what is sent of what was rendered. `former` is the page this one takes the place of: where all but the nonce is
 * the same, its bytes stay, with the policy that names their nonce, and are not compressed again.
 */
export function toCachedPage(page: RenderedPage, renderedAtMs: number, former?: CachedPage): CachedPage {
  const terms = termsOf(page.headers);
  const headers = [...page.headers].filter(([name]) => !INTERNAL.has(name));
  const isPage = page.headers.get('content-type')?.startsWith('text/html');
  const nonce = page.headers.get(SCRIPT_NONCE) ?? '';
  if (!page.headers.has('cache-control')) headers.push(['cache-control', 'private, no-cache']);
  const vary = page.headers.get('vary');
  headers.push(['vary', vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding']);
  // A 304 would leave a cookie unset.
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

/** Whether a page can be sent in an encoding as it is, without compressing it first. */
export const isPacked = ({ bodies }: CachedPage, encoding: Encoding | null): boolean =>
  encoding === null || bodies[encoding] !== undefined || bodies.identity.length < MIN_PACKED_BYTES;

/** The same page with bytes in other encodings as well. */
export const withBodies = (page: CachedPage, bodies: Partial<Record<Encoding, Buffer>>): CachedPage => ({
  ...page,
  bodies: { ...page.bodies, ...bodies },
  lines: {},
});

const underWay = new WeakMap<Buffer, Map<Encoding, Promise<Buffer>>>();

/** The page ready to be sent in an encoding: compressed once, however many wait for it. */
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

/** Bodies that are made smaller already, or cannot be: the bytes of a page that is refreshed without a change stay. */
const tightened = new WeakSet<Buffer>();

/** Whether a page's Brotli, where anybody takes it, is still the quick one; false for whoever asks again. */
export function takeLoose({ bodies: { br } }: CachedPage): boolean {
  if (!br || tightened.has(br)) return false;
  tightened.add(br);
  return true;
}

/** The same page in fewer bytes. */
export async function packTighter(page: CachedPage): Promise<CachedPage> {
  const br = await packBrotli(page.bodies.identity, GOOD_BROTLI);
  tightened.add(br);
  return withBodies(page, { br });
}

export const bytesOf = ({ bodies }: CachedPage): number =>
  bodies.identity.length + (bodies.br?.length ?? 0) + (bodies.gzip?.length ?? 0) + 1_024;
