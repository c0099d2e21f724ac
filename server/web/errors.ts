import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { isDiskFull } from '#shared/disk-full.ts';
import { DomainError, RESPONSE_CODES, type ErrorName } from '#shared/domain-error.ts';
import { errorReply } from '#shared/http/reply.ts';
import { indexRoutes } from '#server/web/route-index.ts';

/** Fastify's errors caused by the client; all others are ours. */
const BY_FASTIFY_CODE: Record<string, ErrorName> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupportedMediaType',
  FST_ERR_CTP_BODY_TOO_LARGE: 'tooLarge',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalidParam',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalidParam',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalidParam',
  FST_ERR_BAD_URL: 'invalidParam',
  FST_ERR_ASYNC_CONSTRAINT: 'invalidParam',
  FST_ERR_MAX_PARAM_LENGTH: 'invalidParam',
  FST_ERR_VALIDATION: 'invalidParam',
};

/** The database is unavailable or shutting down: the request was valid and can be retried. */
const UNAVAILABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EPIPE',
  'NO_PRIMARY',
  '25006', // a standby, or a former primary
  '53300', // too many connections
  '57014', // statement timeout
  '57P01', // shutting down
  '57P02',
  '57P03', // starting up
]);

interface Refusal {
  name: ErrorName;
  detail?: unknown;
}

/** An error and its causes, outermost first; the query builder wraps driver errors. */
function* causes(error: unknown): Generator<object> {
  for (let at = error, depth = 0; typeof at === 'object' && at !== null && depth < 5; depth++) {
    yield at;
    at = 'cause' in at ? at.cause : undefined;
  }
}

const errorCodeOf = (error: object): string => ('code' in error && typeof error.code === 'string' ? error.code : '');

/** Beginnings of the driver's messages that have no code. */
const UNAVAILABLE_MESSAGES = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Query read timeout',
  'Client has encountered a connection error',
];

/** Whether an error means that the database is temporarily unavailable. */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  [...causes(error)].some(
    (cause) =>
      UNAVAILABLE_CODES.has(errorCodeOf(cause)) ||
      (cause instanceof Error && UNAVAILABLE_MESSAGES.some((words) => cause.message.startsWith(words))),
  );

function refusalOf(error: unknown): Refusal {
  // First, because the code that failed to write may have wrapped it.
  if (isDiskFull(error)) return { name: 'diskFull' };
  if (error instanceof DomainError) return { name: error.errorName, detail: error.detail };
  if (hasZodFastifySchemaValidationErrors(error)) {
    const faults = error.validation.map(({ instancePath, message }) => ({
      field: instancePath.replace(/^\//, '').replaceAll('/', '.'),
      message,
    }));
    return { name: 'invalidParam', detail: { in: error.validationContext, faults } };
  }
  if (typeof error === 'object' && error !== null) {
    const known = BY_FASTIFY_CODE[errorCodeOf(error)];
    if (known !== undefined) return { name: known };
    // The JSON parser reports invalid text only by status, without a code.
    if (error instanceof SyntaxError && 'statusCode' in error && error.statusCode === 400) {
      return { name: 'invalidParam', detail: 'the body is not valid JSON' };
    }
  }
  if (isDatabaseUnavailable(error)) return { name: 'unavailable' };
  return { name: 'internalError' };
}

/** The retry delay of a refusal. */
const waitOf = (detail: unknown): number | undefined =>
  typeof detail === 'object' &&
  detail !== null &&
  'retry_after_seconds' in detail &&
  typeof detail.retry_after_seconds === 'number'
    ? detail.retry_after_seconds
    : undefined;

/** Default Retry-After if the service is unavailable; a restarted database is back by then. */
const AWAY_SECONDS = 5;

function send(request: FastifyRequest, reply: FastifyReply, { name, detail }: Refusal): FastifyReply {
  const waitSeconds = waitOf(detail) ?? (name === 'unavailable' ? AWAY_SECONDS : undefined);
  if (waitSeconds !== undefined) void reply.header('retry-after', String(waitSeconds));
  return (
    reply
      .code(RESPONSE_CODES[name].status)
      .headers({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-request-id': request.id,
      })
      // The route's response schema does not cover errors.
      .serializer(JSON.stringify)
      .send(errorReply(name, request.id, detail))
  );
}

const FULL_DISK_LINE_MS = 1_000;
let fullDiskToldAtMs = -Infinity;

/** One line a second without stack: logging every failed write would fill the rest of the disk. */
function logFullDisk(log: Pick<FastifyBaseLogger, 'error'>, nowMs: number): void {
  if (nowMs - fullDiskToldAtMs < FULL_DISK_LINE_MS) return;
  fullDiskToldAtMs = nowMs;
  log.error('the disk is full; no data can be stored');
}

/** Converts any error to the wrapped reply. Unknown errors reveal nothing; details are only in logs. */
function answerError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalOf(error);
  if (refusal.name === 'diskFull') logFullDisk(request.log, Date.now());
  else if (RESPONSE_CODES[refusal.name].report) request.log.error({ err: error }, 'request failed');
  return send(request, reply, refusal);
}

/**
 * Makes every failure a wrapped JSON reply with the request id: refusals of doors, schemas and body parsers, unknown
 * paths, and known paths with a wrong method (405 with Allow). Call it before the first route is added.
 */
export function installErrors(app: FastifyInstance): void {
  const routes = indexRoutes(app);
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((request, reply) => {
    const allowed = routes.methodsOf(request.url.split('?', 1)[0] ?? '');
    if (allowed.length === 0 || allowed.includes(request.method)) {
      return send(request, reply, { name: 'serviceNotFound' });
    }
    return send(request, reply.header('allow', allowed.join(', ')), { name: 'methodNotAllowed' });
  });
  // JSON must be UTF-8; another charset would silently be read as mojibake.
  app.addHook('onRequest', (request, _reply, done) => {
    const type = request.headers['content-type'];
    if (type === undefined || !/^application\/json\b/i.test(type)) return done();
    const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(type)?.[1];
    done(charset === undefined || /^utf-?8$/i.test(charset) ? undefined : new DomainError('invalidCharset'));
  });
}

/** Fastify's `frameworkErrors` option: an undecodable URL never reaches an error handler. */
export function frameworkErrors(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  void answerError(error, request, reply);
}

/**
 * Keeps API paths from the page router, which answers everything: unmatched calls under `prefix` get a wrapped 404 or
 * 405.
 */
export function fenceCalls(app: FastifyInstance, prefixes: readonly string[] = ['/api']): void {
  for (const prefix of prefixes) {
    app.all(`${prefix}/*`, { schema: { hide: true } }, (_request, reply) => {
      reply.callNotFound();
    });
  }
}
