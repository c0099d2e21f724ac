import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { privateCalls } from '#domain/auth/auth.ts';
import { testStream } from '#domain/events/event-play.ts';
import type { EventServices } from '#domain/events/events.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { sendReport, type DiagnosticServices } from './diagnostics.ts';
import { reportBodySchema, reportReplySchema, testReplySchema } from './diagnostics.schema.ts';

const tags = ['live events'];

/** API of the device check, and of sending its report (RT-073). */
export async function diagnosticsApi(
  app: FastifyInstance,
  { services, events, clock }: { services: DiagnosticServices; events: EventServices; clock: () => Date },
): Promise<void> {
  privateCalls(app);
  const api = app.withTypeProvider<ZodTypeProvider>();

  api.get(
    '/api/live-event/diagnostic',
    { schema: { tags, summary: 'Server time, and a test stream', response: { 200: wrapped(testReplySchema) } } },
    async () => {
      const now = clock();
      const test = await testStream(events, now);
      return ok({
        now_ts: unixSeconds(now),
        test: test && {
          path: test.path,
          seconds: test.seconds,
          qualities: test.qualities.map(({ id, bitsPerSecond, path }) => ({
            id,
            bits_per_second: bitsPerSecond,
            path,
          })),
        },
      });
    },
  );

  api.post(
    '/api/live-event/diagnostic',
    {
      schema: {
        tags,
        summary: 'Stores the measurements of a device for support, for thirty days',
        body: reportBodySchema,
        response: { 200: wrapped(reportReplySchema), ...refusals('invalidParam', 'tooManyRequests', 'unavailable') },
      },
    },
    async (request) => {
      const sender = { actor: await request.actor(), remoteIp: request.ip };
      return ok({ code: await sendReport(services, sender, request.body, clock()) });
    },
  );
}
