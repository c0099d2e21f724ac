import type { FastifyInstance } from 'fastify';

/**
 * Lets the calls of a scope come without a body under the name of JSON, as clients send those that take none.
 * Everything else is read as everywhere: names that reach for prototypes are refused.
 */
export function acceptEmptyBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body, done);
  });
}
