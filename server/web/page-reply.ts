import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Encoding, CachedPage } from './cached-page.ts';

/** Names and values in turn, as they are written to the socket. */
type HeaderLines = string[];

const MAX_KNOWN_ACCEPTS = 200;
const accepts = new Map<string, Encoding | null>();

/** The best encoding a visitor takes; `q=0` means that they do not take it. */
export function encodingFor(acceptEncoding: string | undefined): Encoding | null {
  if (!acceptEncoding) return null;
  const known = accepts.get(acceptEncoding);
  if (known !== undefined) return known;
  const taken = new Set(
    acceptEncoding
      .toLowerCase()
      .split(',')
      .map((part) => part.split(';').map((word) => word.trim()))
      .filter(([, weight = '']) => !/^q=0(\.0*)?$/.test(weight))
      .map(([name]) => name),
  );
  const best = taken.has('br') ? 'br' : taken.has('gzip') ? 'gzip' : null;
  if (accepts.size < MAX_KNOWN_ACCEPTS) accepts.set(acceptEncoding, best);
  return best;
}

/** Whether the visitor has these bytes already; tags are compared weakly, as a cache on the way may have weakened them. */
export function hasCopy(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch || !etag) return false;
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  const bare = etag.replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === bare);
}

/** What a page is sent for. */
export interface Asked {
  id: string;
  method?: string | undefined;
  headers: IncomingHttpHeaders;
}

/** Writes kept pages past the framework's serialising: their bytes and header lines are made once. */
export function createPageReply(always: Readonly<Record<string, string>>) {
  const fixed = Object.entries(always).flat();
  const made = new WeakMap<CachedPage, Partial<Record<Encoding | 'identity', HeaderLines>>>();

  function linesOf(page: CachedPage, encoding: Encoding | 'identity', body: Buffer): HeaderLines {
    let lines = made.get(page);
    if (!lines) made.set(page, (lines = {}));
    return (lines[encoding] ??= [
      ...page.headers.flat(),
      ...fixed,
      ...(page.etag ? ['etag', page.etag] : []),
      ...(encoding === 'identity' ? [] : ['content-encoding', encoding]),
      'content-length',
      String(body.length),
    ]);
  }

  return function sendPage(page: CachedPage, request: Asked, response: ServerResponse, nowMs: number): void {
    const own = ['x-request-id', request.id];
    if (page.staleUntilMs > 0) own.push('age', String(Math.max(0, Math.floor((nowMs - page.renderedAtMs) / 1000))));
    if (hasCopy(request.headers['if-none-match'], page.etag)) {
      const told = page.headers.filter(([name]) => name === 'vary' || name === 'cache-control').flat();
      response.writeHead(304, [...told, ...fixed, 'etag', page.etag, ...own]).end();
      return;
    }
    const wanted = encodingFor(request.headers['accept-encoding']);
    const encoding = wanted && page.bodies[wanted] ? wanted : 'identity';
    const body = page.bodies[encoding] ?? page.bodies.identity;
    response.writeHead(page.status, [...linesOf(page, encoding, body), ...own]);
    response.end(request.method === 'HEAD' ? undefined : body);
  };
}
