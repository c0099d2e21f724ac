import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { addressKey } from '#shared/http/address-key.ts';
import { DomainError } from '#shared/domain-error.ts';
import { ADDRESS_LIMITS } from '#shared/limits.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
/**
 * Writes by programs that authenticate themselves: encoders and the sandbox, besides `hooks.ts`. Requests of payment
 * providers and their returning browsers are signed.
 */
const BY_PROGRAMS = ['/ingest/', '/sandbox/', '/api/payment/callback/', '/api/payment/return/'];
/** Sent by players every few seconds, thousands behind one carrier's address: limited per member instead. */
const BY_PLAYERS = '/api/playback/';
/** Tracking reports: may come from another origin, carry no cookie, and are limited by sender. */
const REPORTS = ['/tracking', '/v2/tracking/'];

export interface Limits {
  siteUrl: string;
  /** Writes per second and address; 0: unlimited. */
  writesPerSecond: number;
  /** Same for reads under /api. Pages, pictures and media are not limited: they cost almost nothing. */
  readsPerSecond: number;
  nowMs?: () => number;
}

function isOwnSite(request: FastifyRequest, siteUrl: string): boolean {
  // Browsers always send the origin of a write; programs without cookies may omit it.
  const { origin } = request.headers;
  if (request.headers['sec-fetch-site'] === 'cross-site') return false;
  // Never compared with the Host header: it is client-controlled, and another name may resolve to us.
  return origin === undefined || origin === siteUrl;
}

/** Takes a token from an address's bucket; returns the seconds to wait if it is empty. */
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

/** Requires that visitors' writes come from our own pages, and limits them per address to a human rate. */
export function limits(
  app: FastifyInstance,
  { siteUrl, writesPerSecond, readsPerSecond, nowMs = Date.now }: Limits,
): void {
  const takeWrite = writesPerSecond > 0 ? createBuckets(writesPerSecond, nowMs) : () => 0;
  const takeRead = readsPerSecond > 0 ? createBuckets(readsPerSecond, nowMs) : () => 0;

  app.addHook('onRequest', (request, reply, done) => {
    const isRead = SAFE.has(request.method);
    // Most requests take this path; Fastify rebuilds the route's options on each access.
    if (isRead && readsPerSecond === 0) return done();
    const { url = '', config } = request.routeOptions;
    const isByProgram =
      config.hook !== undefined || [...BY_PROGRAMS, ...REPORTS].some((prefix) => url.startsWith(prefix));
    if (isRead ? !url.startsWith('/api/') : isByProgram) return done();
    if (!isRead && !isOwnSite(request, siteUrl))
      return done(new DomainError('forbidden', 'cross-site requests are not allowed'));
    if (!isRead && url.startsWith(BY_PLAYERS)) return done();
    const waitSeconds = (isRead ? takeRead : takeWrite)(addressKey(request.ip));
    if (waitSeconds === 0) return done();
    void reply.header('retry-after', String(Math.ceil(waitSeconds)));
    done(new DomainError('tooManyRequests'));
  });
}
