import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { id, instant } from '#db/columns.ts';

/** Webhook inbox, deduplicated by the provider's event id. Written before the response and processed by a job. */
export const webhooks = pgTable(
  'hook_notices',
  {
    id: id(),
    /** Folder of `server/outside/` that handles it, such as `twilio`. */
    provider: text('provider').notNull(),
    /** Identifies a repeated webhook of the same provider. */
    eventId: text('event_id').notNull(),
    /** Type of event. Provider and kind select the handler. */
    kind: text('kind').notNull(),
    /** JSON extracted by the provider's `read`: our own ids and the delivery status, without numbers or names. */
    payload: text('payload').notNull(),
    receivedAt: instant('received_at').notNull(),
    handledAt: instant('handled_at'),
    /** Error of the last attempt. */
    error: text('error'),
  },
  (t) => [
    unique('hook_notices_event').on(t.provider, t.eventId),
    // operator: pending webhooks
    index('hook_notices_waiting_idx')
      .on(t.receivedAt)
      .where(sql`${t.handledAt} is null`),
    // clock: expired webhooks
    index('hook_notices_handled_idx').on(t.handledAt),
    check('hook_notices_event_id', sql`char_length(${t.eventId}) between 1 and 200`),
    check('hook_notices_payload', sql`octet_length(${t.payload}) <= 65536`),
  ],
);
