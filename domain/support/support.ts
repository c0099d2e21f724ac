import type { Db } from '#db/database.ts';
import { demandAttempt } from '#domain/attempts/attempts.ts';
import { listAudit, recordAudit } from '#domain/audit/audit.ts';
import { listSessions } from '#domain/auth/auth.ts';
import { findAllTickets } from '#domain/events/events.ts';
import { peopleOfFamily } from '#domain/families/families.ts';
import { listMerges } from '#domain/member-merges/member-merges.ts';
import { devicesLockedUntil, listDevices } from '#domain/members/members.ts';
import { listOrders } from '#domain/payments/payments.ts';
import { listLeases } from '#domain/playback/playback.ts';
import { personalDataPage } from '#domain/privacy/export-page.ts';
import { exportPersonalData, type PrivacyServices } from '#domain/privacy/privacy.ts';
import { listReceipts } from '#domain/receipts/receipts.ts';
import { cardExpiring, listPlans, listPlanTimes, listRecurringProfiles } from '#domain/subscriptions/subscriptions.ts';
import { listFilms, listRunning } from '#domain/films/films.ts';
import { DomainError } from '#shared/domain-error.ts';
import { STAFF_LIMITS } from '#shared/limits.ts';
import type { StaffActor } from '#shared/staff/staff-actor.ts';
import {
  lookUpKeys,
  TIMELINE_PARTS,
  TIMELINE_SOURCES,
  type TimelineCursor,
  type TimelinePart,
} from './support.rules.ts';
import { findPeople, findPerson, findStreamNames, type Person } from './support.store.ts';
import { findTimeline } from './timeline.store.ts';

export interface SupportServices {
  db: Db;
  clock: () => Date;
  privacy: Pick<PrivacyServices, 'db' | 'tables' | 'takeGuestOrders'>;
}

const MAX_FOUND = 20;
const MAX_ORDERS = 50;
const FILMS_LISTED = 200;
const TIMELINE_PAGE = 30;
/** A member's page that was opened this recently is neither counted nor recorded again. */
const OPENED_MS = 15 * 60_000;
/** How long an address and a number are shown after `members.see-contact`. */
const CONTACT_MS = 5 * 60_000;
/** How long an export can be fetched after `members.export`. */
const EXPORT_MS = 24 * 3_600_000;
const RECENT_EVENTS = 200;

type Caller = Pick<StaffActor, 'accountId' | 'name'>;
const handOf = ({ accountId, name: who }: Caller, why: string) => ({ who, why, accountId });

/** Looking up and opening count against separate limits, so that ids cannot be walked either. */
async function demandLook(db: Db, kind: 'lookUps' | 'openings', { accountId }: Caller, now: Date): Promise<void> {
  const key = `staff-${kind}:${accountId}`;
  await demandAttempt(db, key, { ...STAFF_LIMITS[kind], now });
  await demandAttempt(db, `${key}:day`, { ...STAFF_LIMITS[`${kind}ADay`], now });
}

/**
 * Members whom a text names exactly, at most twenty. The audit has the kinds of what was looked up and the ids found,
 * never the text.
 */
export async function lookUpMembers(
  { db, clock }: Pick<SupportServices, 'db' | 'clock'>,
  caller: Caller,
  asked: string,
): Promise<{ kinds: string[]; people: Person[] }> {
  const now = clock();
  const keys = lookUpKeys(asked);
  if (keys.length === 0) throw new DomainError('invalidParam', { fieldErrors: { query: ['cannot be looked up'] } });
  await demandLook(db, 'lookUps', caller, now);
  const found = (await Promise.all(keys.map((key) => findPeople(db, key, MAX_FOUND)))).flat();
  const people = [...new Map(found.map((person) => [person.id, person])).values()].slice(0, MAX_FOUND);
  const kinds = keys.map(({ kind }) => kind);
  await db.transaction((tx) =>
    recordAudit(
      tx,
      handOf(caller, 'members.look-up'),
      {
        action: 'members.look-up',
        subject: ['member-search', kinds.join('+')],
        after: { found: people.map(({ id }) => id) },
      },
      now,
    ),
  );
  return { kinds, people };
}

/** The newest time within `withinMs` at which the caller did something with a member; null if none. */
async function lastDone(
  db: Db,
  { accountId }: Caller,
  { action, memberId, now, withinMs }: { action: string; memberId: number; now: Date; withinMs: number },
): Promise<Date | null> {
  const from = new Date(now.getTime() - withinMs);
  const events = await listAudit(
    db,
    { action, subject: { kind: 'member', id: String(memberId) }, from },
    RECENT_EVENTS,
  );
  return events.find((event) => event.accountId === accountId && event.at > from)?.at ?? null;
}

/** Opens a member to the caller: counted and recorded once in a quarter of an hour. */
async function openMember(db: Db, caller: Caller, memberId: number, now: Date): Promise<Person> {
  const action = 'members.see';
  const isOpen = (await lastDone(db, caller, { action, memberId, now, withinMs: OPENED_MS })) !== null;
  if (!isOpen) await demandLook(db, 'openings', caller, now);
  const person = await findPerson(db, memberId);
  if (person === null) throw new DomainError('dataNotFound');
  if (!isOpen)
    await db.transaction((tx) =>
      recordAudit(tx, handOf(caller, action), { action, subject: ['member', memberId] }, now),
    );
  return person;
}

/** What support sees of a member. Without password, token, card or address; the caller of this masks the contact. */
export async function memberPage({ db, clock }: Pick<SupportServices, 'db' | 'clock'>, caller: Caller, id: number) {
  const now = clock();
  const person = await openMember(db, caller, id, now);
  const [
    plans,
    times,
    profiles,
    isCardExpiring,
    rentals,
    films,
    tickets,
    devices,
    sessions,
    leases,
    orders,
    receipts,
    merges,
    family,
  ] = await Promise.all([
    listPlans({ db, now }),
    listPlanTimes(db, id, now),
    listRecurringProfiles(db, id),
    cardExpiring(db, id, now),
    listRunning(db, id, now),
    listFilms({ db, now }, { limit: FILMS_LISTED }),
    findAllTickets(db, id),
    listDevices(db, id),
    listSessions({ db }, { memberId: id, sessionId: 0 }, now),
    listLeases(db, id, now),
    listOrders(db, id, MAX_ORDERS),
    listReceipts(db, id),
    listMerges(db, id),
    peopleOfFamily(db, id),
  ]);
  const streams = await findStreamNames(
    db,
    leases.map(({ streamId }) => streamId),
  );
  return {
    person,
    plans,
    times,
    profile: profiles[0] ?? null,
    isCardExpiring,
    rentals,
    films: films.films,
    tickets: tickets.filter(({ endedAt }) => endedAt === null),
    devices,
    sessions,
    leases,
    streams,
    orders,
    receipts,
    merges,
    family,
    devicesLockedUntil: devicesLockedUntil(person.devicesChangedAt, now),
  };
}
export type MemberPage = Awaited<ReturnType<typeof memberPage>>;

/** What happened to a member, newest first. */
export async function memberTimeline(
  { db, clock }: Pick<SupportServices, 'db' | 'clock'>,
  caller: Caller,
  { memberId, part, before }: { memberId: number; part: TimelinePart | null; before: TimelineCursor | null },
) {
  const person = await openMember(db, caller, memberId, clock());
  const sources = part === null ? TIMELINE_SOURCES : TIMELINE_PARTS[part];
  const found = await findTimeline(db, memberId, { sources, before, limit: TIMELINE_PAGE + 1 });
  const entries = found.slice(0, TIMELINE_PAGE);
  const last = entries.at(-1);
  return { person, entries, next: found.length > TIMELINE_PAGE && last ? last : null };
}

/** The whole address and number, for five minutes after the caller stated a reason by `members.see-contact`. */
export async function memberContact(
  { db, clock }: Pick<SupportServices, 'db' | 'clock'>,
  caller: Caller,
  memberId: number,
): Promise<{ person: Person; until: Date }> {
  const now = clock();
  const seenAt = await lastDone(db, caller, { action: 'members.see-contact', memberId, now, withinMs: CONTACT_MS });
  if (seenAt === null) throw new DomainError('forbidden', 'a reason must be stated by members.see-contact first');
  const person = await findPerson(db, memberId);
  if (person === null) throw new DomainError('dataNotFound');
  return { person, until: new Date(seenAt.getTime() + CONTACT_MS) };
}

/** All personal data as a page, for a day after another person approved `members.export` of the caller. */
export async function memberExport(
  { db, clock, privacy }: SupportServices,
  caller: Caller,
  memberId: number,
): Promise<string> {
  const now = clock();
  const approvedAt = await lastDone(db, caller, { action: 'members.export', memberId, now, withinMs: EXPORT_MS });
  if (approvedAt === null) throw new DomainError('forbidden', 'an approved members.export must precede');
  if ((await findPerson(db, memberId))?.email == null) throw new DomainError('dataNotFound');
  const action = 'members.fetch-export';
  await db.transaction((tx) => recordAudit(tx, handOf(caller, action), { action, subject: ['member', memberId] }, now));
  return personalDataPage(privacy.tables, await exportPersonalData(privacy, { memberId, now }));
}
