import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { refusals } from '#shared/http/reply.ts';
import { ReportSource } from '#shared/tracking.ts';
import { z } from 'zod';
import { REPORT_BOUNDS } from './reports.rules.ts';
import { adBodySchema, errorBodySchema, liveBodySchema, tagBodySchema, trackingBodySchema } from './tracking.schema.ts';
import { takeReports, type TrackingServices } from './tracking.ts';

const CALLS = [
  { url: '/tracking', source: ReportSource.PLAY, body: trackingBodySchema, summary: 'Reports of playback and reading' },
  { url: '/tracking/tag', source: ReportSource.TAG, body: tagBodySchema, summary: 'Reports of tags and searches' },
  { url: '/v2/tracking/live', source: ReportSource.LIVE, body: liveBodySchema, summary: 'Reports of live listening' },
  {
    url: '/tracking/playbackerror',
    source: ReportSource.ERROR,
    body: errorBodySchema,
    summary: 'Reports of playback failures',
  },
  { url: '/tracking/ads', source: ReportSource.AD, body: adBodySchema, summary: 'Reports of advertisements' },
] as const;

/**
 * Tracking calls, as plain text, which pages of another origin may send. Replies are 200 and empty
 * once the reports are durable; pages never wait for them.
 */
export async function trackingApi(
  app: FastifyInstance,
  { services, siteUrl }: { services: TrackingServices; siteUrl: string },
): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();
  for (const { url, source, body, summary } of CALLS)
    api.post(
      url,
      {
        bodyLimit: REPORT_BOUNDS.bodyBytes,
        schema: {
          tags: ['tracking'],
          summary: `${summary}; sent as text/plain`,
          consumes: ['text/plain'],
          body,
          response: {
            200: z.string().describe('Empty body'),
            ...refusals('invalidParam', 'tooLarge', 'unsupportedMediaType', 'tooManyRequests', 'unavailable'),
          },
        },
      },
      async (request, reply) => {
        // Allows the site's own pages if this base is another origin; never with cookies.
        void reply.header('vary', 'Origin');
        if (request.headers.origin === siteUrl) void reply.header('access-control-allow-origin', siteUrl);
        const { ip: address, headers } = request;
        await takeReports(services, { body: request.body, source, address, userAgent: headers['user-agent'] ?? '' });
        void reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').serializer(String);
        return '';
      },
    );
}
