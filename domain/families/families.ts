import { hash, randomBytes } from 'node:crypto';
import type { Db, Tx } from '#db/database.ts';
import { demandAttempt } from '#domain/attempts/attempts.ts';
import { findAccount, memberChanged } from '#domain/auth/auth.ts';
import { emailKeyOf } from '#domain/forms/email.rules.ts';
import { readForm } from '#domain/forms/forms.ts';
import { greeting, queueLetter } from '#domain/mail/member-letter.ts';
import { lockAccount } from '#domain/payments/payments.ts';
import { familyPlanUntil } from '#domain/subscriptions/subscriptions.ts';
import type { MemberActor } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import { isPossibleId } from '#shared/ids.ts';
import { FAMILY_LIMITS } from '#shared/limits.ts';
import { accountPaths } from '#shared/paths/account-paths.ts';
import { familyInvitationMail, familyJoinedMail } from './families.mail.ts';
import {
  changesSince,
  FAMILY_FORM,
  freeSeat,
  invitedUntil,
  mayJoin,
  MAX_OTHERS,
  roomOf,
  type InvitationState,
} from './families.rules.ts';
import {
  closeEmpty,
  countWaiting,
  deleteExpired,
  deleteInvitation,
  endSeats,
  findByToken,
  findInvitations,
  findOthers,
  findPeople,
  findSeat,
  insertSeat,
  putInvitation,
  spendInvitation,
  type InvitationRow,
  type Person,
  type SeatRow,
} from './families.store.ts';

const TOKEN_BYTES = 32;
/** More than wait at once: those that expired are listed until they are deleted. */
const MAX_INVITATIONS = 50;
/** Expired invitations can be sent again for this long. */
const KEPT_MS = 30 * 86_400_000;

interface At {
  db: Db;
  now: Date;
}
interface FamilyServices extends At {
  siteUrl: string;
}

const tokenHashOf = (token: string): Buffer => hash('sha256', token, 'buffer');

/** Locks the billing accounts of these members in the order of ids; whatever changes a plan or a family waits. */
async function lockAll(tx: Tx, memberIds: readonly number[]): Promise<void> {
  for (const id of [...new Set(memberIds)].toSorted((a, b) => a - b)) await lockAccount(tx, id);
}

/** A seat in somebody else's family, or in one's own with others in it. */
const isElsewhere = (seat: SeatRow | null, ownerId: number): boolean => seat !== null && seat.ownerId !== ownerId;

/** Throws unless the actor pays a family plan that runs, and has no seat in another family. */
async function demandPayer(db: Db, memberId: number, now: Date): Promise<void> {
  if ((await familyPlanUntil(db, memberId, now)) === null) throw new DomainError('forbidden', 'no family plan runs');
  if (isElsewhere(await findSeat(db, memberId), memberId))
    throw new DomainError('conflict', 'the member is in the family of another');
}

/** Invites a mailbox, or mails its invitation again with a new code; the code before is void. */
export async function inviteToFamily(
  { db, now, siteUrl }: FamilyServices,
  { memberId, isEmailVerified }: MemberActor,
  given: string,
): Promise<void> {
  await demandPayer(db, memberId, now);
  if (!isEmailVerified) throw new DomainError('forbidden', 'the address is not verified');
  const { email } = readForm(FAMILY_FORM, { email: given }, now);
  const emailKey = emailKeyOf(email);
  const keys = [`family-mails:${memberId}`, `family-mails:${memberId}:${hash('sha256', emailKey)}`] as const;
  await demandAttempt(db, keys[0], { ...FAMILY_LIMITS.mails, now });
  await demandAttempt(db, keys[1], { ...FAMILY_LIMITS.mailsOfAddress, now });
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const until = invitedUntil(now);
  await db.transaction(async (tx) => {
    await lockAll(tx, [memberId]);
    await demandPayer(tx, memberId, now);
    const payer = await findAccount(tx, memberId);
    if (!payer?.email) throw new DomainError('notAuthenticated');
    if (payer.emailKey === emailKey) throw new DomainError('sameEmail', 'a payer invites others');
    const { free } = roomOf(await findOthers(tx, memberId, changesSince(now)));
    if ((await countWaiting(tx, memberId, emailKey, now)) >= free)
      throw new DomainError('conflict', 'no seat is free, or changes are used up');
    const invitation = { ownerId: memberId, email, emailKey, tokenHash: tokenHashOf(token) };
    const id = await putInvitation(tx, { ...invitation, sentAt: now, expiresAt: until });
    const url = `${siteUrl}${accountPaths.history()}?code=${token}`;
    const about = { key: `${id}:${now.getTime()}`, recipient: email, payerEmail: payer.email, until, url };
    await queueLetter(tx, familyInvitationMail(about));
  });
}

/** Mails an invitation again; throws 6 if it is not theirs. */
export async function inviteAgain(services: FamilyServices, actor: MemberActor, id: number): Promise<void> {
  const invitations = await findInvitations(services.db, actor.memberId, MAX_INVITATIONS);
  const found = invitations.find((one) => one.id === id);
  if (!found) throw new DomainError('dataNotFound');
  await inviteToFamily(services, actor, found.email);
}

/** Throws 6 if it is not theirs. */
export async function withdrawFamilyInvitation({ db }: Pick<At, 'db'>, actor: MemberActor, id: number): Promise<void> {
  if (!isPossibleId(id) || !(await deleteInvitation(db, actor.memberId, id))) throw new DomainError('dataNotFound');
}

/** What an opened link means to its reader. Not revealed: who else used it, and how. */
async function stateFor(
  db: Db,
  invitation: InvitationRow | null,
  memberId: number,
  now: Date,
): Promise<InvitationState> {
  if (invitation === null || invitation.expiresAt <= now) return 'gone';
  const { ownerId } = invitation;
  if (ownerId === memberId) return 'own';
  const seat = await findSeat(db, memberId);
  if (seat?.ownerId === ownerId) return 'mine';
  if (seat !== null) return 'elsewhere';
  if ((await familyPlanUntil(db, ownerId, now)) === null) return 'lapsed';
  if (isElsewhere(await findSeat(db, ownerId), ownerId)) return 'lapsed';
  return mayJoin(await findOthers(db, ownerId, changesSince(now)), memberId) ? 'waiting' : 'full';
}

/** An invitation as its link shows it: the address of the payer, who wrote it to the reader of the mail. */
export async function findFamilyInvitation(
  { db, now }: At,
  { memberId }: MemberActor,
  token: string,
): Promise<{ state: InvitationState; payerEmail: string | null }> {
  const invitation = await findByToken(db, tokenHashOf(token));
  const state = await stateFor(db, invitation, memberId, now);
  const payer = invitation === null || state === 'gone' ? null : await findAccount(db, invitation.ownerId);
  return { state, payerEmail: payer?.email ?? null };
}

/**
 * Joins the family of an invitation. Throws 6 if the code does not wait for this member, 1 (409) if they are in another
 * family, no seat is free, changes are used up, or the payer's plan does not run.
 */
export async function joinFamily(
  { db, now, siteUrl }: FamilyServices,
  { memberId }: MemberActor,
  token: string,
): Promise<void> {
  const tokenHash = tokenHashOf(token);
  const found = await findByToken(db, tokenHash);
  if (found === null) throw new DomainError('dataNotFound');
  await db.transaction(async (tx) => {
    const { id, ownerId } = found;
    await lockAll(tx, [ownerId, memberId]);
    // Read again under the lock: the code may have been used, withdrawn or replaced.
    const state = await stateFor(tx, await findByToken(tx, tokenHash), memberId, now);
    if (state === 'gone' || state === 'own') throw new DomainError('dataNotFound');
    if (state === 'mine') return;
    if (state !== 'waiting') throw new DomainError('conflict', `the invitation is ${state}`);
    const [payer, member] = [await findAccount(tx, ownerId), await findAccount(tx, memberId)];
    if (payer === null || member === null || !(await spendInvitation(tx, id, tokenHash, now)))
      throw new DomainError('dataNotFound');
    const people = await findPeople(tx, ownerId);
    if (people.length === 0) await insertSeat(tx, { ownerId, memberId: ownerId, seat: 1, joinedAt: now });
    const seat = freeSeat(people.map((person) => person.seat));
    if (seat === undefined) throw new DomainError('conflict', 'no seat is free');
    await insertSeat(tx, { ownerId, memberId, seat, joinedAt: now });
    await memberChanged(tx, memberId);
    if (payer.email)
      await queueLetter(
        tx,
        familyJoinedMail({
          key: `${id}:${memberId}:${now.getTime()}`,
          memberId: ownerId,
          recipient: payer.email,
          greeting: greeting(payer.displayName),
          name: member.displayName,
          url: `${siteUrl}${accountPaths.history()}`,
        }),
      );
  });
}

/** Ends a seat, and the payer's with the last of the others. The caller has locked the payer's account. */
async function endSeat(
  tx: Tx,
  { ownerId, memberId }: Pick<SeatRow, 'ownerId' | 'memberId'>,
  how: { now: Date; why: 'left' | 'removed' | 'support' },
): Promise<boolean> {
  if (!(await endSeats(tx, ownerId, [memberId], how))) return false;
  if ((await findPeople(tx, ownerId)).every((person) => person.seat === 1))
    await endSeats(tx, ownerId, [ownerId], { now: how.now, why: 'closed' });
  await memberChanged(tx, memberId);
  return true;
}

/** Leaves the family of another. Throws 6 if the member is in none. */
export async function leaveFamily({ db, now }: At, { memberId }: MemberActor): Promise<void> {
  const seat = await findSeat(db, memberId);
  if (seat === null || seat.seat === 1) throw new DomainError('dataNotFound');
  await db.transaction(async (tx) => {
    await lockAll(tx, [seat.ownerId]);
    if (!(await endSeat(tx, seat, { now, why: 'left' }))) throw new DomainError('dataNotFound');
  });
}

/** Removes somebody from the family that the actor pays, also after its plan has ended. Throws 6 if they are not in it. */
export async function removeFromFamily({ db, now }: At, { memberId }: MemberActor, seatId: number): Promise<void> {
  await db.transaction(async (tx) => {
    await lockAll(tx, [memberId]);
    const person = (await findPeople(tx, memberId)).find(({ id, seat }) => id === seatId && seat > 1);
    if (!person || !(await endSeat(tx, { ownerId: memberId, memberId: person.memberId }, { now, why: 'removed' })))
      throw new DomainError('dataNotFound');
  });
}

/** Takes a member out of their family; a payer’s family ends with them. Returns who was in it; null if they are in none. */
export async function endSeatBySupport(
  tx: Tx,
  memberId: number,
  now: Date,
): Promise<{ ownerId: number; memberIds: number[] } | null> {
  const seen = await findSeat(tx, memberId);
  if (seen === null) return null;
  const { ownerId } = seen;
  await lockAll(tx, [ownerId]);
  const people = await findPeople(tx, ownerId);
  const leaving = people.filter((person) => person.seat > 1 && (memberId === ownerId || person.memberId === memberId));
  for (const person of leaving) await endSeat(tx, { ownerId, memberId: person.memberId }, { now, why: 'support' });
  return leaving.length > 0 ? { ownerId, memberIds: leaving.map((person) => person.memberId) } : null;
}

/** The people of the family that a member is in, the payer first; empty if in none. */
export async function peopleOfFamily(db: Db, memberId: number): Promise<{ ownerId: number; people: Person[] } | null> {
  const seat = await findSeat(db, memberId);
  return seat && { ownerId: seat.ownerId, people: await findPeople(db, seat.ownerId) };
}

/** A member's family as its page shows it. Only a payer sees invitations and the seats to remove. */
export async function viewFamily({ db, now }: At, { memberId }: MemberActor) {
  const [planUntil, family, invitations, others] = await Promise.all([
    familyPlanUntil(db, memberId, now),
    peopleOfFamily(db, memberId),
    findInvitations(db, memberId, MAX_INVITATIONS),
    findOthers(db, memberId, changesSince(now)),
  ]);
  const isIn = family !== null && family.ownerId !== memberId;
  const runsUntil = isIn ? await familyPlanUntil(db, family.ownerId, now) : planUntil;
  const room = roomOf(others);
  const waiting = invitations.filter(({ expiresAt }) => expiresAt > now).length;
  return {
    role: isIn ? ('member' as const) : planUntil !== null || family !== null ? ('payer' as const) : null,
    /** End of the plan that entitles; null while none runs. */
    runsUntil,
    people: family?.people ?? [],
    invitations: isIn ? [] : invitations,
    /** How many more can be invited now. */
    free: isIn || planUntil === null ? 0 : Math.max(0, room.free - waiting),
    freeFrom: isIn ? null : room.freeFrom,
    isFull: others.filter(({ leftAt }) => leftAt === null).length >= MAX_OTHERS,
  };
}

/** Deletes invitations that expired a month ago, and closes families whose others were erased. */
export async function tidyFamilies({ db, now }: At): Promise<void> {
  await deleteExpired(db, new Date(now.getTime() - KEPT_MS));
  await closeEmpty(db, now);
}
