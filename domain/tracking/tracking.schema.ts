import { z } from 'zod';
import { REPORT_LIMITS } from '#shared/limits.ts';

/** What happened, PlayEventType (EN-19). */
export const PlayEvent = { CONTENT_VIEWED: 300 } as const;

/** The members of a report that are read; it may have others. */
export const trackingReportSchema = z.object({
  tracking: z.object({
    tracking_type: z.number().int(),
    content_type: z.number().int().optional(),
    content_id: z.number().int().optional(),
  }),
});

export const trackingBodySchema = z
  .string()
  .max(REPORT_LIMITS.trackingChars)
  .describe(
    'JSON as plain text: `{"tracking": {"tracking_type": 300, "content_type": 301, "content_id": 1, …}}`; 300 says that somebody read an article',
  );
