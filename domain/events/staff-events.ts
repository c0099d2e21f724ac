import type { Db } from '#db/database.ts';
import { listAudit } from '#domain/audit/audit.ts';
import { listEncoders } from '#domain/media/media.ts';
import { standingOf } from '#domain/quotas/quotas.ts';
import { queueFigures } from '#domain/waiting-room/waiting-room.ts';
import { DomainError } from '#shared/domain-error.ts';
import { phaseAt, saleAt, type Phase } from './events.rules.ts';
import { findEvent, findLatest, findMessages, findSetItems, type EventRow } from './events.store.ts';
import { countTicketsBySource } from './tickets.store.ts';

// The door for staff who read: lists of all events, and what the operator of one sees.

const READ_AT_ONCE = 200;
const MESSAGES_LISTED = 20;
const AUDIT_LISTED = 30;

type Position = Pick<EventRow, 'startsAt' | 'id'>;

interface ListedEvent {
  event: EventRow;
  phase: Phase;
  sold: number;
  total: number;
}

/** Events of all phases, the latest beginnings first, and where the next page begins. */
export async function listEventsForStaff(
  { db, now }: { db: Db; now: Date },
  { phase, text }: { phase?: Phase | undefined; text?: string | undefined },
  { before, limit }: { before: Position | null; limit: number },
): Promise<{ items: ListedEvent[]; next: Position | null }> {
  const found: EventRow[] = [];
  // The phase follows from the clock, so rows are read until enough are in it.
  for (let from = before; found.length <= limit;) {
    const rows = await findLatest(db, { text, before: from, limit: READ_AT_ONCE });
    found.push(...rows.filter((row) => phase === undefined || phaseAt(row, now) === phase));
    from = rows.at(-1) ?? null;
    if (rows.length < READ_AT_ONCE) break;
  }
  const page = found.slice(0, limit);
  const quotas = await standingOf(
    db,
    page.map(({ quotaId }) => quotaId),
  );
  const items = page.map((event) => {
    const { sold = 0, total = 0 } = quotas.get(event.quotaId) ?? {};
    return { event, phase: phaseAt(event, now), sold, total };
  });
  return { items, next: found.length > limit ? (page.at(-1) ?? null) : null };
}

/** Everything an operator sees of an event. Throws `dataNotFound`. */
export async function getEventForStaff({ db, now }: { db: Db; now: Date }, id: number) {
  const event = await findEvent(db, id);
  if (event === null) throw new DomainError('dataNotFound', 'the event does not exist');
  const phase = phaseAt(event, now);
  const [items, messages, audit, quotas, tickets, queue, encoders] = await Promise.all([
    findSetItems(db, id),
    findMessages(db, id, MESSAGES_LISTED),
    listAudit(db, { subject: { kind: 'event', id: String(id) } }, AUDIT_LISTED),
    standingOf(db, [event.quotaId]),
    countTicketsBySource(db, id),
    queueFigures(db, event.queueId, now),
    listEncoders({ db }, event.streamId),
  ]);
  const quota = quotas.get(event.quotaId) ?? { total: 0, sold: 0, held: 0 };
  return { event, phase, sale: saleAt(event, phase, now), items, messages, audit, quota, tickets, queue, encoders };
}
