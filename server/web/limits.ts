import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { DomainError } from '#shared/domain-error.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Writes of programs, each with a key of its own to show: the encoders' and the sandbox's. */
const BY_PROGRAMS = ['/ingest/', '/sandbox/'];

/** Writes one address may make at once, and how many a second it gets back. */
const BURST = 40;
const A_SECOND = 2;
/** Addresses remembered: the longest silent is forgotten, and by then has all its writes back. */
const ADDRESSES = 50_000;

export interface Limits {
  siteUrl: string;
  burst?: number;
  aSecond?: number;
  nowMs?: () => number;
}

/** Who counts as one: an IPv4 address, or the network of an IPv6 one, of which a customer has 2^64 addresses. */
export function addressKey(ip: string): string {
  const four = /(?:^|:)(\d+\.\d+\.\d+\.\d+)$/.exec(ip)?.[1];
  if (four) return four;
  const [head = '', tail = ''] = ip.split('::');
  const front = head.split(':').filter(Boolean);
  const back = tail.split(':').filter(Boolean);
  const groups = ip.includes('::')
    ? [...front, ...Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0'), ...back]
    : front;
  return groups
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':');
}

function isOwnSite(request: FastifyRequest, siteUrl: string): boolean {
  // A browser always says where a write comes from; programs without cookies may leave it out.
  const { origin, host = '' } = request.headers;
  if (request.headers['sec-fetch-site'] === 'cross-site') return false;
  return origin === undefined || origin === siteUrl || origin === `${request.protocol}://${host}`;
}

/** Every write of a visitor comes from our own pages, and no address makes more of them than people do. */
export function limits(
  app: FastifyInstance,
  { siteUrl, burst = BURST, aSecond = A_SECOND, nowMs = Date.now }: Limits,
): void {
  const buckets = new LRUCache<string, { left: number; atMs: number }>({ max: ADDRESSES });

  app.addHook('onRequest', (request, reply, done) => {
    if (SAFE.has(request.method) || BY_PROGRAMS.some((prefix) => request.url.startsWith(prefix))) return done();
    if (!isOwnSite(request, siteUrl)) return done(new DomainError('forbidden', 'this request comes from another site'));
    const key = addressKey(request.ip);
    const atMs = nowMs();
    const before = buckets.get(key) ?? { left: burst, atMs };
    const left = Math.min(burst, before.left + (Math.max(0, atMs - before.atMs) / 1000) * aSecond);
    if (left < 1) {
      void reply.header('retry-after', String(Math.ceil((1 - left) / aSecond)));
      return done(new DomainError('tooManyRequests'));
    }
    buckets.set(key, { left: left - 1, atMs });
    done();
  });
}
