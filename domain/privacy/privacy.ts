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
import { forgetMail } from '#domain/mail/mail.ts';
import { queueLetter } from '#domain/mail/member-letter.ts';
import type { MemberActor } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import { refused } from '#shared/staff/refusals.ts';
import { accountErasedMail } from './privacy.mail.ts';
import {
  erasePersonalRows,
  findLeavingMember,
  findMembersToErase,
  findPersonalRows,
  lockLeavingMember,
  lockTakenOver,
  type PersonalRow,
} from './privacy.store.ts';
import type { PrivacyServices } from './privacy-services.ts';

export type { PrivacyServices } from './privacy-services.ts';

/** Grace period in which a member may cancel a deletion. */
export const GRACE_DAYS = 30;
const GRACE_MS = GRACE_DAYS * 86_400_000;
const ERASE_AT_ONCE = 100;

/** All personal data of a member by table, with database column names. */
export interface PersonalData {
  exportedAt: Date;
  memberId: number;
  tables: Record<string, PersonalRow[]>;
}

/** Reads everything in one snapshot, so that concurrent changes neither duplicate nor omit rows. */
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

/** Under the locks of `lockPayments` and the member's row. */
async function beginLeaving(
  tx: Tx,
  services: PrivacyServices,
  { memberId, kept, visitor }: { memberId: number; kept: 'none' | number; visitor: Visitor },
): Promise<{ eraseAt: Date; epoch: number }> {
  const { now } = visitor;
  const eraseAt = new Date(now.getTime() + GRACE_MS);
  await services.setLeaving(tx, memberId, eraseAt, now);
  await services.stopPayments(tx, memberId, now);
  const { epoch } = await endSessions({ ...services, db: tx }, memberId, kept);
  const detail = { eraseAt: eraseAt.toISOString() };
  await recordSecurityEvent(tx, { memberId, kind: 'deletion-asked', detail, ...visitor });
  return { eraseAt, epoch };
}

/**
 * By staff, for a member who asked by other means than the account. The member is notified by mail and may cancel it
 * within the grace period, which ends well before the 40 days of the law. `conflict` if it was requested already.
 */
export async function scheduleErasure(tx: Tx, services: PrivacyServices, memberId: number, now: Date): Promise<Date> {
  const isThere = (await findLeavingMember(tx, memberId)) !== null;
  if (isThere) await services.lockPayments(tx, memberId);
  const member = isThere ? await lockLeavingMember(tx, memberId) : null;
  if (member === null) throw new DomainError('dataNotFound', `member ${memberId} does not exist`);
  if (member.state === 'inactive' && member.mergedIntoId === null) throw new DomainError('userInactive');
  if (member.eraseAt !== null) throw refused('erasure-scheduled');
  const visitor = { userAgent: '', remoteIp: '', now };
  const { eraseAt } = await beginLeaving(tx, services, { memberId, kept: 'none', visitor });
  return eraseAt;
}

/**
 * Schedules the erasure of the account in 30 days, after `reauthenticate`: payments stop, other sessions end, and the
 * member is notified by mail. Idempotent. Returns the end of the grace period.
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
    const { eraseAt, epoch } = await beginLeaving(tx, services, { memberId, kept: sessionId, visitor });
    return {
      eraseAt,
      trustedDeviceCookie: carriedCookie(services.secretKey, known, { id: memberId, epoch: former }, epoch),
    };
  });
}

/** Cancels a deletion within the grace period. No effect if none was requested. */
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

/** Erases one member whose grace period is over. False if the deletion was cancelled or already done. */
async function eraseMember(services: PrivacyServices, memberId: number, now: Date): Promise<boolean> {
  // Must come before the guest row is deleted, as guest orders are found by it.
  await services.takeGuestOrders(services.db, memberId);
  return services.db.transaction(async (tx) => {
    await services.lockPayments(tx, memberId);
    const member = await lockLeavingMember(tx, memberId);
    if (member === null || member.eraseAt === null || member.eraseAt > now) return false;
    await endSessions({ ...services, db: tx }, memberId);
    for (const taken of await lockTakenOver(tx, memberId)) await erasePersonalRows(tx, services.tables, taken);
    await erasePersonalRows(tx, services.tables, member);
    // Must come after the erasure, which also deletes mails to the address. Sent mails are deleted later.
    await queueLetter(tx, accountErasedMail({ memberId, to: member.email }));
    return true;
  });
}

/** Erases members whose grace period is over, at most `ERASE_AT_ONCE` per run. Returns their number. */
export async function eraseDueMembers(services: PrivacyServices, now: Date): Promise<number> {
  let erased = 0;
  for (const memberId of await findMembersToErase(services.db, now, ERASE_AT_ONCE))
    if (await eraseMember(services, memberId, now)) erased += 1;
  return erased;
}

/** Called in the transaction that marks the last mail of an account as sent: deletes the mail and its address. */
export const erasedMailSent = (tx: Tx, { dedupeKey }: { dedupeKey: string }): Promise<void> =>
  forgetMail(tx, dedupeKey);
