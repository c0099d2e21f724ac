import type { FastifyInstance, FastifyRequest } from 'fastify';
import { jsonBody } from '#shared/http/json-body.ts';

/** Call bodies: JSON of limited depth, with storable text. Call it before the first route is added. */
export function jsonBodies(app: FastifyInstance): void {
  const read = jsonBody<FastifyRequest>(app.getDefaultJsonParser('error', 'error'));
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, read);
}
