import { z } from 'zod';

export const securityEventReplySchema = z.object({
  event_id: z.number().int(),
  kind: z.string(),
  device: z.string().describe('Readable name of the browser and operating system; empty if unknown'),
  ip_address: z.string(),
  detail: z.record(z.string(), z.string()),
  happened_ts: z.number().describe('Unix seconds: time of the event'),
});

export const securityEventsReplySchema = z.object({ events: z.array(securityEventReplySchema) });
