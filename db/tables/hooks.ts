import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { id, instant } from '#db/columns.ts';

/** What providers reported to us, once each by an id of theirs: written before it is answered, worked off by a job. */
export const hookNotices = pgTable(
  'hook_notices',
  {
    id: id(),
    /** Folder of `server/outside/` that knows it, such as `twilio`. */
    provider: text('provider').notNull(),
    /** What makes a notice of this provider the same when it comes again. */
    eventId: text('event_id').notNull(),
    /** What it is about; with the provider it says who handles it. */
    kind: text('kind').notNull(),
    /** What the provider's `read` keeps of it, as JSON: ids of our own and how far something got, nobody's number or name. */
    payload: text('payload').notNull(),
    receivedAt: instant('received_at').notNull(),
    handledAt: instant('handled_at'),
    /** Why its last try failed. */
    error: text('error'),
  },
  (t) => [
    unique('hook_notices_event').on(t.provider, t.eventId),
    // operator: what waits
    index('hook_notices_waiting_idx')
      .on(t.receivedAt)
      .where(sql`${t.handledAt} is null`),
    // clock: what is old
    index('hook_notices_handled_idx').on(t.handledAt),
    check('hook_notices_event_id', sql`char_length(${t.eventId}) between 1 and 200`),
    check('hook_notices_payload', sql`octet_length(${t.payload}) <= 65536`),
  ],
);
