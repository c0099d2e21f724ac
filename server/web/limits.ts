import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { addressKey } from '#shared/address-key.ts';
import { DomainError } from '#shared/domain-error.ts';
import { ADDRESS_LIMITS } from '#shared/limits.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
/**
 * Writes of programs, each with a key of its own to show: the encoders' and the sandbox's, beside those of `hooks.ts`. What
 * providers of payments and browsers that they send back write is signed.
 */
const BY_PROGRAMS = ['/ingest/', '/sandbox/', '/api/payment/callback/', '/api/payment/return/'];
/** What players send by themselves every few seconds, thousands of them behind one carrier's address: counted by member. */
const BY_PLAYERS = '/api/playback/';
/** Reports, which pages of another origin may send: without a cookie, and counted by their sender. */
const REPORTS = ['/tracking', '/v2/tracking/'];

export interface Limits {
  siteUrl: string;
  /** Writes an address may make a second; 0: as many as it likes. */
  writesPerSecond: number;
  /** The same for calls under /api that read. Pages, pictures and sound are not counted: they cost next to nothing. */
  readsPerSecond: number;
  nowMs?: () => number;
}

function isOwnSite(request: FastifyRequest, siteUrl: string): boolean {
  // A browser always says where a write comes from; programs without cookies may leave it out.
  const { origin } = request.headers;
  if (request.headers['sec-fetch-site'] === 'cross-site') return false;
  // Never with the host of the request: whoever sends it may make that up, and a name that leads to us is not ours.
  return origin === undefined || origin === siteUrl;
}

/** Takes one from the bucket of an address; the seconds until there is one where it is empty. */
export function createBuckets(
  perSecond: number,
  nowMs: () => number = Date.now,
  savedSeconds: number = ADDRESS_LIMITS.savedSeconds,
): (key: string) => number {
  const size = Math.max(1, perSecond * savedSeconds);
  const buckets = new LRUCache<string, { left: number; atMs: number }>({ max: ADDRESS_LIMITS.addresses });
  return (key) => {
    const atMs = nowMs();
    const before = buckets.get(key) ?? { left: size, atMs };
    const left = Math.min(size, before.left + (Math.max(0, atMs - before.atMs) / 1000) * perSecond);
    if (left < 1) return (1 - left) / perSecond;
    buckets.set(key, { left: left - 1, atMs });
    return 0;
  };
}

/** Every write of a visitor comes from our own pages, and no address makes more of them than people do. */
export function limits(
  app: FastifyInstance,
  { siteUrl, writesPerSecond, readsPerSecond, nowMs = Date.now }: Limits,
): void {
  const takeWrite = writesPerSecond > 0 ? createBuckets(writesPerSecond, nowMs) : () => 0;
  const takeRead = readsPerSecond > 0 ? createBuckets(readsPerSecond, nowMs) : () => 0;

  app.addHook('onRequest', (request, reply, done) => {
    const isRead = SAFE.has(request.method);
    // Most of what is asked; the framework makes the route's options anew at each look.
    if (isRead && readsPerSecond === 0) return done();
    const { url = '', config } = request.routeOptions;
    const isByProgram =
      config.hook !== undefined || [...BY_PROGRAMS, ...REPORTS].some((prefix) => url.startsWith(prefix));
    if (isRead ? !url.startsWith('/api/') : isByProgram) return done();
    if (!isRead && !isOwnSite(request, siteUrl))
      return done(new DomainError('forbidden', 'this request comes from another site'));
    if (!isRead && url.startsWith(BY_PLAYERS)) return done();
    const waitSeconds = (isRead ? takeRead : takeWrite)(addressKey(request.ip));
    if (waitSeconds === 0) return done();
    void reply.header('retry-after', String(Math.ceil(waitSeconds)));
    done(new DomainError('tooManyRequests'));
  });
}
