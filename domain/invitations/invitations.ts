import { hash, randomBytes } from 'node:crypto';
import type { Db, Tx } from '#db/database.ts';
import { demandAttempt } from '#domain/attempts/attempts.ts';
import { FormError, readForm } from '#domain/forms/forms.ts';
import { emailKeyOf } from '#domain/forms/email.rules.ts';
import { queueLetter } from '#domain/mail/member-letter.ts';
import { addressKey } from '#shared/http/address-key.ts';
import { campaignPaths } from '#shared/paths/campaign-paths.ts';
import { DomainError } from '#shared/domain-error.ts';
import { refused } from '#shared/staff/refusals.ts';
import { INVITATION_LIMITS } from '#shared/limits.ts';
import { answeredMail, cancelledMail, invitedMail, offeredMail } from './invitations.mail.ts';
import {
  faultOfSeats,
  MAX_INVITED,
  nextOffers,
  offerEndOf,
  phaseOf,
  REPLY_FORM,
  type Phase,
} from './invitations.rules.ts';
import {
  countBefore,
  countTaken,
  findByCode,
  findEvent,
  findEventsToMove,
  findInvitation,
  findInvitations,
  findLapsed,
  findWaiting,
  insertCode,
  insertInvitation,
  lockEvent,
  updateEvent,
  updateInvitation,
  type EventRow,
  type InvitationRow,
} from './invitations.store.ts';

// The door: invitations, answers, and the waiting list.

export {
  countByState,
  findEvent as findGuestEvent,
  findInvitations as listInvitations,
  findLatestEvents as listGuestEvents,
  findWaiting as listWaiting,
  insertEvent as makeEvent,
} from './invitations.store.ts';

const CODE_BYTES = 16;
const CODE = /^[\w-]{22}$/;
const hashOf = (code: string): Buffer => hash('sha256', code, 'buffer');

export interface InvitationServices {
  db: Db;
  siteUrl: string;
}

type InvitationLinks = Pick<InvitationServices, 'siteUrl'>;

/** An invitation as seen by the holder of its code. */
export interface Invitation {
  id: number;
  givenName: string;
  maxSeats: number;
  state: InvitationRow['state'];
  seats: number;
  guests: string[];
  food: string | null;
  help: InvitationRow['help'];
  /** Position in the waiting list, from 1; null if not waiting. */
  position: number | null;
  offerEndsAt: Date | null;
  phase: Phase;
  event: Pick<EventRow, 'title' | 'lead' | 'venue' | 'doorsAt' | 'startsAt' | 'endsAt' | 'replyBy' | 'cancelledWhy'>;
}

/** The row of a code. Unknown codes are rate-limited by address. */
async function rowOf(db: Db, code: string, { remoteIp, now }: { remoteIp: string; now: Date }): Promise<InvitationRow> {
  const row = CODE.test(code) ? await findByCode(db, hashOf(code)) : null;
  if (row) return row;
  await demandAttempt(db, `invitation code ${addressKey(remoteIp)}`, { ...INVITATION_LIMITS.wrongCodes, now });
  throw new DomainError('dataNotFound');
}

async function viewOf(db: Db, row: InvitationRow, now: Date): Promise<Invitation> {
  const event = (await findEvent(db, row.eventId))!;
  const { title, lead, venue, doorsAt, startsAt, endsAt, replyBy, cancelledWhy } = event;
  const { id, givenName, maxSeats, state, seats, guests, food, help, offerEndsAt } = row;
  return {
    id,
    givenName,
    maxSeats,
    state,
    seats,
    guests,
    food,
    help,
    offerEndsAt,
    position: state === 'waiting' ? (await countBefore(db, row)) + 1 : null,
    phase: phaseOf(event, now),
    event: { title, lead, venue, doorsAt, startsAt, endsAt, replyBy, cancelledWhy },
  };
}

/** Read-only: mail scanners open links too. */
export async function readInvitation(
  { db }: InvitationServices,
  code: string,
  visitor: { remoteIp: string; now: Date },
): Promise<Invitation> {
  return viewOf(db, await rowOf(db, code, visitor), visitor.now);
}

// MAILS: each has a new code, because only the reader knows the previous one.

async function newUrl(tx: Tx, { siteUrl }: InvitationLinks, invitationId: number): Promise<string> {
  const code = randomBytes(CODE_BYTES).toString('base64url');
  await insertCode(tx, invitationId, hashOf(code));
  return siteUrl + campaignPaths.invitation(code);
}

const aboutOf = ({ id, email, givenName }: InvitationRow, event: EventRow, url: string) => {
  const { title, venue, startsAt } = event;
  return { id, email, givenName, title, venue, startsAt, url };
};

// SEATS

/** Offers free seats to waiting invitees. Requires the event's lock. */
export async function moveWaiting(tx: Tx, services: InvitationLinks, event: EventRow, now: Date): Promise<void> {
  if (event.cancelledAt !== null || event.doorsAt <= now) return;
  const free = event.seats - (await countTaken(tx, event.id, null));
  for (const one of nextOffers(await findWaiting(tx, event.id), free)) {
    const until = offerEndOf(event, now);
    await updateInvitation(tx, one.id, { state: 'offered', offerEndsAt: until, updatedAt: now });
    const about = aboutOf(one, event, await newUrl(tx, services, one.id));
    await queueLetter(tx, offeredMail(about, { seats: one.seats, until }));
  }
}

interface Wanted {
  seats: number;
  guests: string[];
  food: string | null;
  help: InvitationRow['help'];
}

async function sayYes(
  tx: Tx,
  services: InvitationServices,
  { row, event, wanted, now }: { row: InvitationRow; event: EventRow; wanted: Wanted; now: Date },
): Promise<void> {
  const free = event.seats - (await countTaken(tx, event.id, row.id));
  const has = row.state === 'yes' || row.state === 'offered';
  const others = (await findWaiting(tx, event.id)).filter(({ id }) => id !== row.id);
  // Seats beyond those they already have come after the waiting list.
  const isTheirs = has && wanted.seats <= row.seats;
  const isFree = wanted.seats <= free && others.length === 0;
  if (has && !isTheirs && !isFree) throw new DomainError('quotaFull', { left: row.seats });
  const told = { ...wanted, answeredAt: now, updatedAt: now };
  if (!isTheirs && !isFree)
    return updateInvitation(tx, row.id, { ...told, state: 'waiting', waitingSince: row.waitingSince ?? now });
  await updateInvitation(tx, row.id, { ...told, state: 'yes', waitingSince: null, offerEndsAt: null });
  const about = aboutOf(row, event, await newUrl(tx, services, row.id));
  await queueLetter(tx, answeredMail(about, { seats: wanted.seats, answeredAt: now }));
}

/** Answers yes with seats and names, or no; can be changed until the reply date. Seats are taken under one lock. */
export async function answerInvitation(
  services: InvitationServices,
  code: string,
  given: Readonly<Record<string, unknown>>,
  visitor: { remoteIp: string; now: Date },
): Promise<Invitation> {
  const { db } = services;
  const { now, remoteIp } = visitor;
  await demandAttempt(db, `invitation answer ${addressKey(remoteIp)}`, { ...INVITATION_LIMITS.answers, now });
  const { id, eventId } = await rowOf(db, code, visitor);
  const { answer, seats, guests, food, help } = readForm(REPLY_FORM, given, now);
  await db.transaction(async (tx) => {
    const event = await lockEvent(tx, eventId);
    const row = await findInvitation(tx, id);
    if (!event || !row) throw new DomainError('dataNotFound');
    const isOffered = row.state === 'offered' && row.offerEndsAt !== null && row.offerEndsAt > now;
    const phase = phaseOf(event, now);
    if (phase !== 'open' && !(phase === 'over' && isOffered)) throw new DomainError('conflict', { fault: phase });
    if (answer === 'no') {
      const nothing = { seats: 0, guests: [], waitingSince: null, offerEndsAt: null };
      await updateInvitation(tx, id, {
        ...nothing,
        state: 'no',
        food: null,
        help: 'none',
        answeredAt: now,
        updatedAt: now,
      });
    } else {
      const wanted = { seats: Math.max(1, seats), guests, food: food || null, help };
      const fault = faultOfSeats(wanted, row.maxSeats);
      if (fault) throw new FormError([fault]);
      await sayYes(tx, services, { row, event, wanted, now });
    }
    await moveWaiting(tx, services, event, now);
  });
  return viewOf(db, (await findInvitation(db, id))!, now);
}

/** Clock: passes expired offers to the next waiting invitee. */
export async function moveOffers(services: InvitationServices, now: Date): Promise<void> {
  for (const eventId of await findEventsToMove(services.db, now))
    await services.db.transaction(async (tx) => {
      const event = await lockEvent(tx, eventId);
      if (!event) return;
      for (const { id } of await findLapsed(tx, eventId, now)) {
        const over = { seats: 0, waitingSince: null, offerEndsAt: null };
        await updateInvitation(tx, id, { ...over, state: 'lapsed', updatedAt: now });
      }
      await moveWaiting(tx, services, event, now);
    });
}

// STAFF

/** Creates and mails an invitation. `code`: fixed, for the demo. */
export async function invite(
  tx: Tx,
  links: InvitationLinks,
  {
    eventId,
    givenName,
    email,
    maxSeats,
    code,
  }: { eventId: number; givenName: string; email: string; maxSeats: number; code?: string },
): Promise<number> {
  const event = await findEvent(tx, eventId);
  if (!event) throw new DomainError('dataNotFound', `event ${eventId} does not exist`);
  const id = await insertInvitation(tx, { eventId, givenName, email, emailKey: emailKeyOf(email), maxSeats });
  if (code !== undefined) {
    await insertCode(tx, id, hashOf(code));
    return id;
  }
  if (event.cancelledAt !== null) throw refused('event-cancelled');
  const row = (await findInvitation(tx, id))!;
  await queueLetter(tx, invitedMail(aboutOf(row, event, await newUrl(tx, links, id)), event.replyBy));
  return id;
}

/** Cancels an event; notifies everyone coming or waiting of the reason. Returns how many. */
export async function cancelEvent(
  tx: Tx,
  links: InvitationLinks,
  { eventId, why }: { eventId: number; why: string },
  now: Date,
): Promise<number> {
  const event = await lockEvent(tx, eventId);
  if (!event) throw new DomainError('dataNotFound', `event ${eventId} does not exist`);
  if (event.cancelledAt !== null) throw refused('event-cancelled');
  await updateEvent(tx, eventId, { cancelledAt: now, cancelledWhy: why });
  const told = (await findInvitations(tx, eventId, MAX_INVITED)).filter(({ state }) => state !== 'no');
  for (const row of told) {
    const about = aboutOf(row, event, await newUrl(tx, links, row.id));
    await queueLetter(tx, cancelledMail(about, why));
  }
  return told.length;
}
