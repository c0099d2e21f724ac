import type { Tx } from '#db/database.ts';
import {
  carriedCookie,
  endSessions,
  lockOwner,
  memberChanged,
  reauthenticate,
  type LoggingIn,
  type Visitor,
} from '#domain/auth/auth.ts';
import { recordSecurityEvent } from '#domain/security-events/security-events.ts';
import { forgetMail, queueMail } from '#domain/mail/mail.ts';
import { lettered } from '#domain/mail/member-letter.ts';
import type { MemberActor } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import { accountErasedMail } from './privacy.mail.ts';
import {
  erasePersonalRows,
  findLeavingMember,
  findMembersToErase,
  findPersonalRows,
  lockLeavingMember,
  type PersonalRow,
} from './privacy.store.ts';
import type { PrivacyServices } from './privacy-services.ts';

export type { PrivacyServices } from './privacy-services.ts';

/** How long a member may take a deletion back. */
export const GRACE_DAYS = 30;
const GRACE_MS = GRACE_DAYS * 86_400_000;
const ERASE_AT_ONCE = 100;

/** Everything we hold of a member, table by table, columns under their names in the database. */
export interface PersonalData {
  exportedAt: Date;
  memberId: number;
  tables: Record<string, PersonalRow[]>;
}

/** Reads it all at one instant, so that no row is there twice or missing because of a change in between. */
export async function exportPersonalData(
  { db, tables, takeGuestOrders }: Pick<PrivacyServices, 'db' | 'tables' | 'takeGuestOrders'>,
  { memberId, now }: { memberId: number; now: Date },
): Promise<PersonalData> {
  await takeGuestOrders(db, memberId);
  return db.transaction(
    async (tx) => {
      const keys = await findLeavingMember(tx, memberId);
      if (keys === null) throw new DomainError('notAuthenticated');
      const rows: Record<string, PersonalRow[]> = {};
      for (const [name, table] of Object.entries(tables)) rows[name] = await findPersonalRows(tx, table, keys);
      return { exportedAt: now, memberId, tables: rows };
    },
    { isolationLevel: 'repeatable read' },
  );
}

/**
 * Asks for the account to be erased in 30 days, after `reauthenticate`: payments stop, other sessions end, and the member is written to. Asking
 * again changes nothing. Gives the instant from which it cannot be taken back.
 */
export async function askDeletion(
  services: PrivacyServices,
  actor: MemberActor,
  { password }: { password?: unknown },
  { known, ...visitor }: LoggingIn,
): Promise<{ eraseAt: Date; trustedDeviceCookie: string | undefined }> {
  const { memberId, sessionId } = actor;
  const { now } = visitor;
  await reauthenticate(services, actor, { password, now });
  return services.db.transaction(async (tx) => {
    await services.lockPayments(tx, memberId);
    const { epoch: former } = await lockOwner(tx, actor);
    const member = await lockLeavingMember(tx, memberId);
    if (member === null) throw new DomainError('notAuthenticated');
    if (member.state === 'inactive') throw new DomainError('userInactive');
    if (member.eraseAt !== null) return { eraseAt: member.eraseAt, trustedDeviceCookie: undefined };
    const eraseAt = new Date(now.getTime() + GRACE_MS);
    await services.setLeaving(tx, memberId, eraseAt, now);
    await services.stopPayments(tx, memberId, now);
    const { epoch } = await endSessions({ ...services, db: tx }, memberId, sessionId);
    await recordSecurityEvent(tx, {
      memberId,
      kind: 'deletion-asked',
      detail: { eraseAt: eraseAt.toISOString() },
      ...visitor,
    });
    return {
      eraseAt,
      trustedDeviceCookie: carriedCookie(services.secretKey, known, { id: memberId, epoch: former }, epoch),
    };
  });
}

/** Takes it back within the grace. Where nothing was asked it changes nothing. */
export async function takeBackDeletion(
  services: PrivacyServices,
  { memberId, visitor }: { memberId: number; visitor: Visitor },
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const member = await lockLeavingMember(tx, memberId);
    if (member === null) throw new DomainError('notAuthenticated');
    if (member.state !== 'deleting') return;
    await services.setLeaving(tx, memberId, null, visitor.now);
    await memberChanged(tx, memberId);
    await recordSecurityEvent(tx, { memberId, kind: 'deletion-taken-back', detail: {}, ...visitor });
  });
}

/** Erases one member whose grace is over; false where it was taken back, or done, in between. */
async function eraseMember(services: PrivacyServices, memberId: number, now: Date): Promise<boolean> {
  // Before the row of the guest is gone, by which they are found.
  await services.takeGuestOrders(services.db, memberId);
  return services.db.transaction(async (tx) => {
    await services.lockPayments(tx, memberId);
    const member = await lockLeavingMember(tx, memberId);
    if (member === null || member.eraseAt === null || member.eraseAt > now) return false;
    await endSessions({ ...services, db: tx }, memberId);
    await erasePersonalRows(tx, services.tables, member);
    // After the erasure, which takes the mails of the address too. Mails that were sent are forgotten in their turn.
    await queueMail(tx, lettered(accountErasedMail({ memberId, to: member.email })));
    return true;
  });
}

/** Erases everybody whose grace is over. Gives how many. */
export async function eraseDueMembers(services: PrivacyServices, now: Date): Promise<number> {
  let erased = 0;
  for (const memberId of await findMembersToErase(services.db, now, ERASE_AT_ONCE))
    if (await eraseMember(services, memberId, now)) erased += 1;
  return erased;
}

/** Called in the transaction that says that the last mail of an account was sent: its address goes too. */
export const erasedMailSent = (tx: Tx, { dedupeKey }: { dedupeKey: string }): Promise<void> =>
  forgetMail(tx, dedupeKey);
