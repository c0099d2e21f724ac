import { createMetrics } from '#server/operations/metrics.ts';

/** Metrics of a process without media, pages or reports, whose database is down. */
export const metricsOf = (over: Partial<Parameters<typeof createMetrics>[0]> = {}) =>
  createMetrics({
    reports: () => null,
    unplacedReports: async () => 0,
    pages: () => ({ pages: 0, bytes: 0 }),
    media: () => null,
    disk: async () => null,
    clockAheadMs: () => null,
    now: () => new Date(),
    backlog: () => Promise.reject(new Error('the database is unavailable')),
    ...over,
  });
