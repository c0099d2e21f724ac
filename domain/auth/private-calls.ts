import type { FastifyInstance, FastifyRequest } from 'fastify';
import { memberOf } from './request-member.ts';

/**
 * Readies a scope for calls of which each visitor hears something else. No cache keeps them. They may come without a body
 * under the name of JSON, as clients send those that take none; everything else is read as everywhere.
 */
export function privateCalls(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.header('cache-control', 'no-store');
    done();
  });
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body, done);
  });
}

/** Tells who is not logged in just that, before the body is looked at. */
export const membersOnly = {
  preValidation: async (request: FastifyRequest): Promise<void> => void (await memberOf(request)),
};
