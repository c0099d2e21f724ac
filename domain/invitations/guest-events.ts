import type { Db, Tx } from '#db/database.ts';
import { demandRevision, differencesOf, revisionOf } from '#domain/actions/actions.ts';
import { lastChangeOf, recordAudit, type Hand } from '#domain/audit/audit.ts';
import { emailKeyOf } from '#domain/forms/email.rules.ts';
import { DomainError } from '#shared/domain-error.ts';
import { refused } from '#shared/staff/refusals.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import type { GuestEventFields, Invitee } from './guest-events.schema.ts';
import { MAX_INVITED, phaseOf } from './invitations.rules.ts';
import { invite, moveWaiting, type InvitationServices } from './invitations.ts';
import {
  countTaken,
  findInvitedKeys,
  insertEvent,
  lockEvent,
  updateEvent,
  type EventRow,
} from './invitations.store.ts';

// What staff do with events that people are invited to.

interface Call {
  hand: Hand;
  now: Date;
}

type Links = Pick<InvitationServices, 'siteUrl'>;

export const fieldsOfEvent = (event: EventRow): GuestEventFields => ({
  title: event.title,
  lead: event.lead,
  venue: event.venue,
  doorsTs: Math.round(unixSeconds(event.doorsAt)),
  startsTs: Math.round(unixSeconds(event.startsAt)),
  endsTs: Math.round(unixSeconds(event.endsAt)),
  replyByTs: Math.round(unixSeconds(event.replyBy)),
  seats: event.seats,
  acceptHours: event.acceptHours,
});

const at = (seconds: number): Date => new Date(seconds * 1000);

const columnsOf = ({ doorsTs, startsTs, endsTs, replyByTs, ...rest }: GuestEventFields) => ({
  ...rest,
  doorsAt: at(doorsTs),
  startsAt: at(startsTs),
  endsAt: at(endsTs),
  replyBy: at(replyByTs),
});

export const revisionOfEvent = (event: EventRow): string => revisionOf(fieldsOfEvent(event));

function refuse(names: readonly string[], why: string): void {
  if (names.length > 0)
    throw new DomainError('invalidParam', { fieldErrors: Object.fromEntries(names.map((name) => [name, [why]])) });
}

function demandOrder({ doorsTs, startsTs, endsTs, replyByTs }: GuestEventFields): void {
  const wrong = [
    ...(doorsTs > startsTs ? ['doorsTs'] : []),
    ...(endsTs <= startsTs ? ['endsTs'] : []),
    ...(replyByTs > startsTs ? ['replyByTs'] : []),
  ];
  refuse(wrong, 'doors and replies come before the start, and the end after it');
}

/** Adds an event, to which nobody is invited yet. */
export async function addGuestEvent(tx: Tx, { hand, now }: Call, fields: GuestEventFields): Promise<number> {
  demandOrder(fields);
  refuse(fields.startsTs * 1000 <= now.getTime() ? ['startsTs'] : [], 'the start is in the past');
  const id = await insertEvent(tx, { ...columnsOf(fields), createdAt: now });
  await recordAudit(tx, hand, { action: 'invitations.add-event', subject: ['guest-event', id], after: fields }, now);
  return id;
}

async function lockOpenEvent(tx: Tx, id: number): Promise<EventRow> {
  const event = await lockEvent(tx, id);
  if (!event) throw new DomainError('dataNotFound', `event ${id} does not exist`);
  if (event.cancelledAt !== null) throw refused('event-cancelled');
  return event;
}

/** Fields that invitations have mailed. */
const PROMISED = ['venue', 'doorsTs', 'startsTs', 'endsTs'] as const;

/**
 * Saves all fields of an event; `base` is the revision that the editor began with. Where and when it is stays once somebody
 * was invited, and there are no fewer seats than were given. More seats are offered to those who wait, by mail.
 */
export async function saveGuestEvent(
  tx: Tx,
  links: Links,
  { hand, now }: Call,
  { id, base, fields: after }: { id: number; base: string; fields: GuestEventFields },
): Promise<{ before: GuestEventFields; after: GuestEventFields; revision: string }> {
  const event = await lockOpenEvent(tx, id);
  const before = fieldsOfEvent(event);
  demandRevision(base, { fields: before, changedBy: (await lastChangeOf(tx, ['guest-event', id])).name });
  demandOrder(after);
  const isPromised = (await findInvitedKeys(tx, id)).size > 0;
  refuse(
    PROMISED.filter((name) => isPromised && before[name] !== after[name]),
    'people were invited with it; cancel the event and make another',
  );
  refuse(after.seats < (await countTaken(tx, id, null)) ? ['seats'] : [], 'more seats were given than that');
  await updateEvent(tx, id, columnsOf(after));
  await moveWaiting(tx, links, { ...event, ...columnsOf(after) }, now);
  const changes = differencesOf(before, after);
  await recordAudit(tx, hand, { action: 'invitations.save-event', subject: ['guest-event', id], ...changes }, now);
  return { before, after, revision: revisionOf(after) };
}

/** Invites the people of a file, each address once. Returns how many were invited, and which were invited before. */
export async function inviteMany(
  tx: Tx,
  links: Links,
  { hand, now }: Call,
  { eventId, people }: { eventId: number; people: readonly Invitee[] },
): Promise<{ invited: number; known: string[] }> {
  const event = await lockOpenEvent(tx, eventId);
  if (phaseOf(event, now) !== 'open') throw refused('replies-closed');
  const keys = await findInvitedKeys(tx, eventId);
  const known: string[] = [];
  let invited = 0;
  for (const { given_name: givenName, email, seats } of people) {
    const key = emailKeyOf(email);
    if (keys.has(key)) {
      known.push(email);
      continue;
    }
    keys.add(key);
    await invite(tx, links, { eventId, givenName, email, maxSeats: seats });
    invited++;
  }
  if (keys.size > MAX_INVITED) throw refused('too-many-invitations', { max: MAX_INVITED });
  if (invited === 0) throw refused('invited-before');
  const after = { invited, known: known.length };
  await recordAudit(tx, hand, { action: 'invitations.import', subject: ['guest-event', eventId], after }, now);
  return { invited, known };
}

/** Records that somebody downloaded the door list. */
export const noteListTaken = (db: Db, { hand, now }: Call, eventId: number): Promise<void> =>
  db.transaction(async (tx) => {
    await recordAudit(tx, hand, { action: 'invitations.list', subject: ['guest-event', eventId] }, now);
  });
