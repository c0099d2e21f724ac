import type { Db, ReadDb } from '#db/database.ts';
import { cachedQuery } from '#db/query-cache.ts';
import { leftOf } from '#domain/quotas/quotas.ts';
import type { MemberActor } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import { isPossibleId } from '#shared/ids.ts';
import { byNearness, eventTag, OVERRUN_MS, phaseAt, priceAt, saleAt, type SetItem } from './events.rules.ts';
import {
  findEvent,
  findEvents,
  findMessages,
  findSetItems,
  findUpcoming,
  hasReminder,
  type EventRow,
} from './events.store.ts';
import type { Event, OwnEvent, Strip } from './events.types.ts';
import { findTickets, type TicketRow } from './tickets.store.ts';

// The door for pages and calls.

export type { EventServices } from './event-services.ts';
export type { Event, OwnEvent, Strip } from './events.types.ts';
export { createEntrance } from './entrance.ts';
export { presentStrip } from './events.present.ts';
export { findAllTickets } from './tickets.store.ts';

/** Maximum messages shown at once. */
const MESSAGES_SHOWN = 5;

const seen = (row: EventRow, now: Date): Event => {
  const phase = phaseAt(row, now);
  return { ...row, phase, sale: saleAt(row, phase, now), price: priceAt(row, now) };
};

/** An event in its current phase; throws `dataNotFound`. */
export async function getEvent({ db, now }: { db: ReadDb; now: Date }, id: number): Promise<Event> {
  const row = isPossibleId(id)
    ? await cachedQuery(db, { key: `event ${id}`, tags: [eventTag(id)] }, () => findEvent(db, id))
    : null;
  if (row === null) throw new DomainError('dataNotFound');
  return seen(row, now);
}

/** An event's running order. */
export const listSetItems = (db: ReadDb, id: number): Promise<SetItem[]> =>
  cachedQuery(db, { key: `event set ${id}`, tags: [eventTag(id)] }, () => findSetItems(db, id));

/** More than a station has at once: the order depends on the clock, not on the database. */
const LISTED = 1_000;

/** Events by id, unordered, in their current phases. Unknown ids are omitted. */
export async function listEventsOf({ db, now }: { db: Db; now: Date }, ids: readonly number[]): Promise<Event[]> {
  return (await findEvents(db, ids.filter(isPossibleId))).map((row) => seen(row, now));
}

/** Live, upcoming and replayable events, in this order. */
export async function listEvents({ db, now }: { db: ReadDb; now: Date }, limit: number): Promise<Event[]> {
  const since = new Date(now.getTime() - OVERRUN_MS);
  const rows = await findUpcoming(db, { since, limit: LISTED });
  return rows
    .map((row) => seen(row, now))
    .filter(({ phase }) => phase !== 'ended')
    .toSorted(byNearness)
    .slice(0, limit);
}

/** What all viewers and waiting members poll; cached in memory. The primary counts what is left to sell. */
export async function getStrip(door: { db: ReadDb; primary: Db; now: Date }, id: number): Promise<Strip> {
  const { db, primary, now } = door;
  const event = await getEvent(door, id);
  const messages = await cachedQuery(db, { key: `event messages ${id}`, tags: [eventTag(id)] }, () =>
    findMessages(db, id, MESSAGES_SHOWN),
  );
  const items = await listSetItems(db, id);
  return { event, messages, items, ticketsLeft: event.sale === 'on' ? await leftOf(primary, event.quotaId, now) : 0 };
}

/** A member's tickets and reminder of an event. */
export async function getOwnEvent(
  door: { db: Db; now: Date },
  { memberId }: MemberActor,
  id: number,
): Promise<OwnEvent> {
  const event = await getEvent(door, id);
  const [tickets, reminded] = await Promise.all([
    findTickets(door.db, memberId, id),
    hasReminder(door.db, id, memberId),
  ]);
  return { event, tickets, hasReminder: reminded };
}

/** Events a member has tickets for: current and upcoming first, soonest first; then past ones, latest first. */
export async function listOwnEvents(
  { db, now }: { db: Db; now: Date },
  { memberId }: MemberActor,
): Promise<{ event: Event; tickets: TicketRow[] }[]> {
  const tickets = Map.groupBy(await findTickets(db, memberId), ({ eventId }) => eventId);
  const rows = await findEvents(db, [...tickets.keys()]);
  const isOver = ({ phase }: Event) => phase === 'ended' || phase === 'replay' || phase === 'cancelled';
  return rows
    .map((row) => seen(row, now))
    .toSorted((a, b) => {
      if (isOver(a) !== isOver(b)) return isOver(a) ? 1 : -1;
      const sooner = a.startsAt.getTime() - b.startsAt.getTime();
      return isOver(a) ? -sooner : sooner;
    })
    .map((event) => ({ event, tickets: tickets.get(event.id) ?? [] }));
}
