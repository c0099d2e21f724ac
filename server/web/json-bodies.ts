import type { FastifyInstance, FastifyRequest } from 'fastify';
import { jsonBody } from '#shared/json-body.ts';

/** Bodies of calls: JSON of a bounded depth, of text that can be kept. Call it before the first route is added. */
export function jsonBodies(app: FastifyInstance): void {
  const read = jsonBody<FastifyRequest>(app.getDefaultJsonParser('error', 'error'));
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, read);
}
