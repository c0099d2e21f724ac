import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { traced, tracing } from '#shared/outside/tracing.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * The handler in a span, where the process traces. A `traceparent` of a request is not read: its sender could
 * decide what is sampled, or join traces of others.
 */
export function tracedRequests(handler: Handler): Handler {
  const traces = tracing();
  if (traces === null) return handler;
  return (request, response) => {
    const span = traces.beginRequest();
    response.once('close', () => span.end(response.statusCode));
    span.run(() => handler(request, response));
  };
}

/** Names spans of requests by the pattern of their route, and puts what a route does in a span of its own. */
export function traceRoutes(app: FastifyInstance): void {
  const traces = tracing();
  if (traces === null) return;
  app.addHook('onRequest', (request, reply, done) => {
    const { url = 'none', config } = request.routeOptions;
    const span = traces.request();
    span?.name(request.method, url);
    // Streams last for hours.
    if (config.isEndless) span?.end(reply.statusCode);
    done();
  });
  app.addHook('onRoute', (route) => {
    const { handler, url } = route;
    route.handler = function (request, reply) {
      return traced('door', url, () => handler.call(this, request, reply));
    };
  });
}
