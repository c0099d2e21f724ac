import type { FastifyInstance } from 'fastify';
import type { LiveHub } from '#server/desk/live-hub.ts';
import { staffOf, staffOnly } from '#shared/staff/staff-actor.ts';

/** `GET /api/staff/live`: server-sent events for one tab, until its session or this process ends. */
export async function liveApi(app: FastifyInstance, hub: LiveHub): Promise<void> {
  app.addHook('preClose', () => hub.close());
  app.get(
    '/api/staff/live',
    { schema: { tags: ['staff'], summary: 'Events for an open tab of the desk' }, ...staffOnly() },
    async (request, reply) => {
      const { 'last-event-id': id } = request.headers;
      const body = await hub.open(await staffOf(request), typeof id === 'string' ? id.slice(0, 80) : undefined);
      return (
        reply
          .type('text/event-stream; charset=utf-8')
          .header('cache-control', 'no-store, no-transform')
          // nginx would hold events back until its buffer is full.
          .header('x-accel-buffering', 'no')
          // A stream that ends leaves no idle connection, which a shutdown would wait for.
          .header('connection', 'close')
          .send(body)
      );
    },
  );
}
