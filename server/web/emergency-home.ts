import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { pack, toCachedPage, type CachedPage } from '#server/web/cache/cached-page.ts';
import { createPageReply } from '#server/web/cache/page-reply.ts';
import { requestId } from '#server/web/cache/page-route.ts';
import type { Render } from '#server/web/render.ts';
import { DomainError } from '#shared/domain-error.ts';
import { EMERGENCY_PATH } from '#shared/paths/lite-paths.ts';

const MADE_EACH_MS = 60_000;
/** After a failure. */
const TRIED_EACH_MS = 5_000;
/** A cache in front may send it for a day after everything else is gone. No tags: a purge must not drop it. */
const CACHE = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600, stale-if-error=86400';

/**
 * The emergency home: one file of 20 kB, rendered from live data once a minute while it is needed. It is sent from
 * memory, for as long as it cannot be rendered again.
 */
export function createEmergencyHome({
  siteUrl,
  always,
  isArmed,
  isPulled,
  onFault,
  nowMs = Date.now,
}: {
  siteUrl: string;
  always: Readonly<Record<string, string>>;
  /** Whether it may be needed soon. */
  isArmed: () => boolean;
  /** Whether it takes the place of the home page. */
  isPulled: () => boolean;
  onFault: (error: unknown) => void;
  nowMs?: () => number;
}) {
  const sendPage = createPageReply(always);
  let render: Render | null = null;
  let page: CachedPage | null = null;
  let making: Promise<void> | null = null;
  let makeAtMs = -Infinity;

  async function make(by: Render): Promise<void> {
    const response = await by(new Request(siteUrl + EMERGENCY_PATH), null);
    if (response.status !== 200) throw new Error(`the emergency home answered ${response.status}`);
    const html = await response.text();
    const style = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    const headers = new Headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': CACHE });
    const made = toCachedPage({ status: 200, headers, body: Buffer.from(html) }, nowMs());
    const own = made.headers.map(
      ([name, value]) => [name, value.replace("style-src 'self'", `style-src 'sha256-${hash}'`)] as const,
    );
    page = await pack(await pack({ ...made, headers: own }, 'br'), 'gzip');
  }

  /** Starts to make it again if it is old. */
  function renew(): Promise<void> {
    if (making === null && render !== null && nowMs() >= makeAtMs)
      making = make(render)
        .then(
          () => void (makeAtMs = nowMs() + MADE_EACH_MS),
          (error: unknown) => {
            makeAtMs = nowMs() + TRIED_EACH_MS;
            onFault(error);
          },
        )
        .finally(() => (making = null));
    return making ?? Promise.resolve();
  }

  function send(of: CachedPage, request: IncomingMessage, response: ServerResponse): void {
    const asked = { id: requestId(request), method: request.method, headers: request.headers };
    sendPage(of, asked, response, nowMs());
  }

  return {
    /** Answers the home page in its place. False: nothing was sent. */
    answer(request: IncomingMessage, response: ServerResponse): boolean {
      if (request.url !== '/' || (request.method !== 'GET' && request.method !== 'HEAD') || !isArmed()) return false;
      void renew();
      if (page === null || !isPulled()) return false;
      send(page, request, response);
      return true;
    },
    /** Serves it under its own name, from then on. */
    begin(app: FastifyInstance, by: Render): void {
      render = by;
      app.get(EMERGENCY_PATH, { schema: { hide: true } }, async (request, reply) => {
        const renewed = renew();
        if (page === null) await renewed;
        if (page === null) throw new DomainError('unavailable');
        void reply.hijack();
        send(page, request.raw, reply.raw);
      });
    },
  };
}
