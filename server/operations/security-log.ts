import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from '#server/operations/log.ts';
import { createBuckets } from '#server/counts/buckets.ts';
import { addressKey } from '#shared/http/address-key.ts';
import { DomainError, type ErrorName } from '#shared/domain-error.ts';
import { REPORT_LIMITS } from '#shared/limits.ts';

/** A refusal at a door. Labels for metrics: a fixed set of words, none of them from visitors. */
export interface SecurityRefusal {
  door: 'log-in' | 'hook' | 'push' | 'write';
  reason: string;
  /** Network address of the caller. */
  remoteIp: string;
  /** Further facts for operators, without names, mail addresses or secrets. */
  facts?: Readonly<Record<string, string | number | undefined>>;
}

export type RefuseLog = (refusal: SecurityRefusal) => void;

/**
 * Reports refusals to the operator: a log line marked `security`, and a metric. Addresses are included for blocking, in
 * the form that limits count: an IPv4 address, or the /64 of an IPv6 one.
 */
export function createSecurityLog({
  log,
  count,
  nowMs = Date.now,
}: {
  log: Pick<Logger, 'warn'>;
  count: (door: SecurityRefusal['door'], reason: string) => void;
  nowMs?: () => number;
}): RefuseLog {
  const takeLine = createBuckets({ perSecond: REPORT_LIMITS.securityLinesPerSecond, savedSeconds: 1 }, nowMs);
  let untold = 0;
  return ({ door, reason, remoteIp, facts = {} }) => {
    count(door, reason);
    if (takeLine('all') > 0) {
      untold++;
      return;
    }
    log.warn(
      { security: door, reason, from: addressKey(remoteIp), ...facts, ...(untold > 0 ? { untold } : {}) },
      'refused',
    );
    untold = 0;
  };
}

const PUSH_REASONS: Partial<Record<ErrorName, string>> = {
  notAuthenticated: 'wrong token',
  forbidden: 'other channel',
  tooManyRequests: 'too many wrong tokens',
};

/** ffmpeg first pushes without its token and repeats with it when challenged. */
const showsToken = ({ headers, url }: FastifyRequest) => headers.authorization !== undefined || /[?&]token=/.test(url);

function refusalAt(request: FastifyRequest, { errorName }: DomainError): Omit<SecurityRefusal, 'remoteIp'> | null {
  const { url = '', config } = request.routeOptions;
  if (url.startsWith('/ingest/')) {
    const reason = PUSH_REASONS[errorName];
    const [, , channel = '', rendition = ''] = request.url.split('?', 1)[0]?.split('/') ?? [];
    const facts = { channel: channel.slice(0, 20), rendition: rendition.slice(0, 20) };
    return reason !== undefined && showsToken(request) ? { door: 'push', reason, facts } : null;
  }
  if (errorName !== 'forbidden') return null;
  if (config.webhook !== undefined) return { door: 'hook', reason: 'signature', facts: { route: url } };
  const isWrite = request.method !== 'GET' && request.method !== 'HEAD';
  return isWrite ? { door: 'write', reason: 'another site', facts: { route: url } } : null;
}

/** Observes refusals of every route. Log-ins are reported by the auth module, which pages and calls share. */
export function hearRefusals(app: FastifyInstance, refused: RefuseLog): void {
  app.addHook('onError', (request, _reply, error, done) => {
    const refusal = error instanceof DomainError ? refusalAt(request, error) : null;
    if (refusal) refused({ ...refusal, remoteIp: request.ip });
    done();
  });
}
