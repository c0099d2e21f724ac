import { z } from 'zod';

export const securityEventReplySchema = z.object({
  event_id: z.number().int(),
  kind: z.string(),
  device: z.string().describe('Browser and system as people call them; empty where unknown'),
  ip_address: z.string(),
  detail: z.record(z.string(), z.string()),
  happened_ts: z.number().describe('Unix seconds: when'),
});

export const securityEventsReplySchema = z.object({ events: z.array(securityEventReplySchema) });
