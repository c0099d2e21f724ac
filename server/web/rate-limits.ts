import type { FastifyInstance } from 'fastify';
import { addressKey } from '#shared/http/address-key.ts';
import { createCounter, type Counter } from '#server/counts/counter.ts';
import { DomainError } from '#shared/domain-error.ts';
import { ADDRESS_LIMITS } from '#shared/limits.ts';
import { isOwnSite } from './origin-check.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
/**
 * Writes by programs that authenticate themselves: encoders and the sandbox, besides `webhooks.ts`. Requests of payment
 * providers and their returning browsers are signed.
 */
const BY_PROGRAMS = ['/ingest/', '/sandbox/', '/api/payment/callback/', '/api/payment/return/'];
/** Sent by players every few seconds, thousands behind one carrier's address: limited per member instead. */
const BY_PLAYERS = '/api/playback/';
/** Tracking reports: may come from another origin, carry no cookie, and are limited by sender. */
const REPORTS = ['/tracking', '/v2/tracking/'];

export interface RateLimits {
  siteUrl: string;
  /** Writes per second and address; 0: unlimited. */
  writesPerSecond: number;
  /** Same for reads under /api. Pages, pictures and media are not limited: they cost almost nothing. */
  readsPerSecond: number;
  counter?: Counter;
  nowMs?: () => number;
}

/** Requires that visitors' writes come from our own pages, and limits them per address to a human rate. */
export function rateLimits(
  app: FastifyInstance,
  { siteUrl, writesPerSecond, readsPerSecond, counter = createCounter(), nowMs }: RateLimits,
): void {
  const { savedSeconds } = ADDRESS_LIMITS;
  const takeWrite = counter.limit('writes', { perSecond: writesPerSecond, savedSeconds }, { nowMs });
  const takeRead = counter.limit('reads', { perSecond: readsPerSecond, savedSeconds }, { nowMs, isFrequent: true });

  app.addHook('onRequest', (request, reply, done) => {
    const isRead = SAFE.has(request.method);
    // Most requests take this path; Fastify rebuilds the route's options on each access.
    if (isRead && readsPerSecond === 0) return done();
    const { url = '', config } = request.routeOptions;
    const isByProgram =
      config.webhook !== undefined || [...BY_PROGRAMS, ...REPORTS].some((prefix) => url.startsWith(prefix));
    if (isRead ? !url.startsWith('/api/') : isByProgram) return done();
    if (!isRead && !isOwnSite(request, siteUrl))
      return done(new DomainError('forbidden', 'cross-site requests are not allowed'));
    if (!isRead && url.startsWith(BY_PLAYERS)) return done();
    const goOn = (waitSeconds: number): void => {
      if (waitSeconds === 0) return done();
      void reply.header('retry-after', String(Math.ceil(waitSeconds)));
      done(new DomainError('tooManyRequests'));
    };
    const taken = (isRead ? takeRead : takeWrite)(addressKey(request.ip));
    if (typeof taken === 'number') goOn(taken);
    else void taken.then(goOn);
  });
}
