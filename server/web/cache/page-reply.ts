import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Encoding, CachedPage } from './cached-page.ts';

const MAX_KNOWN_ACCEPTS = 200;
const accepts = new Map<string, Encoding | null>();

/** The best encoding a visitor accepts; `q=0` means refusal. */
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

/** Whether the visitor has this version; ETags are compared weakly, because caches in between may weaken them. */
export function hasCopy(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch || !etag) return false;
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  const bare = etag.replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === bare);
}

/** The request a page is sent for. */
export interface PageReplyRequest {
  id: string;
  method?: string | undefined;
  headers: IncomingHttpHeaders;
}

/** Per-reply values at the end of the cached header lines, overwritten for each reply. */
const OWN = ['x-request-id', '', 'age', ''];

/** Writes cached pages without the framework's serialisation: their bytes and header lines are made once. */
export function createPageReply(always: Readonly<Record<string, string>>) {
  const fixed = Object.entries(always);

  /** Alternating names and values, as written to the socket. */
  function makeLines(page: CachedPage, form: keyof CachedPage['lines'], body?: Buffer): string[] {
    return [
      ...(body ? page.headers : page.headers.filter(([name]) => name === 'vary' || name === 'cache-control')).flat(),
      // A checkout sets its own payment permission.
      ...fixed.filter(([name]) => !page.headers.some(([own]) => own === name)).flat(),
      ...(page.etag ? ['etag', page.etag] : []),
      ...(form === 'br' || form === 'gzip' ? ['content-encoding', form] : []),
      ...(body ? ['content-length', String(body.length)] : []),
      ...(page.staleUntilMs > 0 ? OWN : OWN.slice(0, 2)),
    ];
  }

  /** The lines with this reply's values. They are written to the socket before another reply can change them. */
  function withOwnValues(lines: string[], page: CachedPage, { id }: PageReplyRequest, nowMs: number): string[] {
    const isKept = page.staleUntilMs > 0;
    lines[lines.length - (isKept ? 3 : 1)] = id;
    if (isKept) lines[lines.length - 1] = String(Math.max(0, Math.floor((nowMs - page.renderedAtMs) / 1000)));
    return lines;
  }

  return function sendPage(page: CachedPage, asked: PageReplyRequest, response: ServerResponse, nowMs: number): void {
    if (hasCopy(asked.headers['if-none-match'], page.etag)) {
      const lines = (page.lines.unchanged ??= makeLines(page, 'unchanged'));
      response.writeHead(304, withOwnValues(lines, page, asked, nowMs)).end();
      return;
    }
    const wanted = encodingFor(asked.headers['accept-encoding']);
    const encoding = wanted && page.bodies[wanted] ? wanted : 'identity';
    const body = page.bodies[encoding] ?? page.bodies.identity;
    const lines = (page.lines[encoding] ??= makeLines(page, encoding, body));
    response.writeHead(page.status, withOwnValues(lines, page, asked, nowMs));
    response.end(asked.method === 'HEAD' ? undefined : body);
  };
}
