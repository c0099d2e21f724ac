import type { IncomingMessage, ServerResponse } from 'node:http';
import { toolbarCache } from '#domain/live/toolbar-cache.ts';
import type { ReadDb } from '#db/database.ts';
import { requestId } from '#server/web/cache/page-route.ts';
import { NO_PAGE_POLICY } from '#server/web/security-headers.ts';

const PATH = '/api/live/toolbar';

/**
 * Sends the toolbar from memory on the bare server: each listener asks for it each time a programme ends, and the
 * framework would multiply its cost. False: it has to be made, which its route does.
 */
export function toolbarFastPath({
  db,
  clock,
  always,
  count,
}: {
  db: ReadDb;
  clock: () => Date;
  /** Headers of all replies. */
  always: Readonly<Record<string, string>>;
  count: (route: string, seconds: number) => void;
}) {
  const cache = toolbarCache(db);
  const headers = {
    ...always,
    'content-security-policy': NO_PAGE_POLICY,
    'content-type': 'application/json; charset=utf-8',
    // A cached response would set the listener's clock wrong.
    'cache-control': 'no-store',
  };
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.url !== PATH || request.method !== 'GET') return false;
    const since = performance.now();
    const body = cache.ready(clock());
    if (body === null) return false;
    response.writeHead(200, { ...headers, 'x-request-id': requestId(request), 'content-length': body.length });
    response.end(body);
    count(PATH, (performance.now() - since) / 1_000);
    return true;
  };
}
