import type { FastifyReply, FastifyRequest } from 'fastify';
import { RESPONSE_CODES, type DomainError } from '#shared/domain-error.ts';
import { errorReply } from '#shared/http/reply.ts';

/** Sends a problem document (RFC 9457), which players display; it includes the response code used by all calls. */
export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  { errorName, detail: told }: DomainError,
): FastifyReply {
  const { status, message } = RESPONSE_CODES[errorName];
  const detail = typeof told === 'string' ? told : message;
  if (typeof told === 'object' && told !== null && 'retry_after_seconds' in told)
    void reply.header('retry-after', String(told.retry_after_seconds));
  return reply
    .code(status)
    .headers({ 'cache-control': 'no-store', 'x-request-id': request.id })
    .type('application/problem+json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({ type: 'about:blank', title: message, status, detail, ...errorReply(errorName, request.id, detail) });
}
