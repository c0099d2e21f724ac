import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Db } from '#db/database.ts';
import { createViewCounter } from '#domain/articles/article-views.ts';
import { DomainError } from '#shared/domain-error.ts';
import { REPORT_LIMITS } from '#shared/limits.ts';
import { refusals } from '#shared/reply.ts';
import { z } from 'zod';
import { PlayEvent, trackingBodySchema, trackingReportSchema } from './tracking.schema.ts';

function parseReport(body: string) {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    throw new DomainError('invalidParam', 'not JSON');
  }
  const report = trackingReportSchema.safeParse(json);
  if (!report.success) throw new DomainError('invalidParam', z.flattenError(report.error));
  return report.data.tracking;
}

/** What visitors report. Replies are 200 and empty; nothing a page does waits for them. */
export async function trackingApi(app: FastifyInstance, { db, clock }: { db: Db; clock: () => Date }): Promise<void> {
  const views = createViewCounter({ db, onError: (error) => app.log.error({ err: error }, 'views were not counted') });
  app.addHook('onClose', () => views.close());

  app.withTypeProvider<ZodTypeProvider>().post(
    '/tracking',
    {
      // A letter may take four bytes.
      bodyLimit: REPORT_LIMITS.trackingChars * 4,
      schema: {
        tags: ['tracking'],
        summary: 'Reports what a visitor did; sent as text/plain',
        consumes: ['text/plain'],
        body: trackingBodySchema,
        response: {
          200: z.string().describe('Empty'),
          ...refusals('invalidParam', 'tooLarge', 'unsupportedMediaType', 'tooManyRequests'),
        },
      },
    },
    async ({ body, ip, headers }, reply) => {
      const { tracking_type, content_id } = parseReport(body);
      if (tracking_type === PlayEvent.CONTENT_VIEWED && content_id !== undefined) {
        await views.count({
          articleId: content_id,
          address: ip,
          userAgent: headers['user-agent'] ?? '',
          now: clock(),
        });
      }
      void reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').serializer(String);
      return '';
    },
  );
}
