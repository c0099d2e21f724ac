import { queueMail } from '#domain/mail/mail.ts';
import { stopAllPayments } from '#domain/subscriptions/subscriptions.ts';
import type { MemberActor } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import { accountErasedMail, lettered } from '#domain/members/members.mail.ts';
import {
  erasePersonalRows,
  findLeavingMember,
  findMembersToErase,
  findPersonalRows,
  setLeaving,
  type PersonalRow,
} from './privacy.store.ts';
import { PERSONAL_TABLES, type PersonalTableName } from './personal-tables.ts';
import { carriedCookie } from '#domain/auth/trusted-device.ts';
import type { LoggingIn } from '#domain/auth/log-in.ts';
import { lockOwner, reauthenticate } from '#domain/auth/reauthentication.ts';
import { recordSecurityEvent } from '#domain/auth/security-events.ts';
import { endSessions, memberChanged } from '#domain/auth/sessions.ts';
import type { MemberServices, Visitor } from '#domain/members/member-services.ts';

export { personalDataPage } from './export-page.ts';

/** How long a member may take a deletion back. */
export const GRACE_DAYS = 30;
const GRACE_MS = GRACE_DAYS * 86_400_000;
const ERASE_AT_ONCE = 100;

/** Everything we hold of a member, table by table, columns under their names in the database. */
export interface PersonalData {
  exportedAt: Date;
  memberId: number;
  tables: Record<PersonalTableName, PersonalRow[]>;
}

const TABLE_NAMES = Object.keys(PERSONAL_TABLES) as PersonalTableName[];

/** Reads it all at one instant, so that no row is there twice or missing because of a change in between. */
export async function exportPersonalData(
  { db }: Pick<MemberServices, 'db'>,
  { memberId, now }: { memberId: number; now: Date },
): Promise<PersonalData> {
  return db.transaction(
    async (tx) => {
      const keys = await findLeavingMember(tx, memberId, { lock: false });
      if (keys === null) throw new DomainError('notAuthenticated');
      const tables: Partial<Record<PersonalTableName, PersonalRow[]>> = {};
      for (const name of TABLE_NAMES) tables[name] = await findPersonalRows(tx, PERSONAL_TABLES[name], keys);
      return { exportedAt: now, memberId, tables: tables as PersonalData['tables'] };
    },
    { isolationLevel: 'repeatable read' },
  );
}

/**
 * Asks for the account to be erased in 30 days, after `reauthenticate`: payments stop, other sessions end, and the member is written to. Asking
 * again changes nothing. Gives the instant from which it cannot be taken back.
 */
export async function askDeletion(
  services: MemberServices,
  actor: MemberActor,
  { password }: { password?: unknown },
  { known, ...visitor }: LoggingIn,
): Promise<{ eraseAt: Date; trustedDeviceCookie: string | undefined }> {
  const { memberId, sessionId } = actor;
  const { now } = visitor;
  await reauthenticate(services, actor, { password, now });
  return services.db.transaction(async (tx) => {
    const { epoch: former } = await lockOwner(tx, actor);
    const member = await findLeavingMember(tx, memberId, { lock: true });
    if (member === null) throw new DomainError('notAuthenticated');
    if (member.state === 'inactive') throw new DomainError('userInactive');
    if (member.eraseAt !== null) return { eraseAt: member.eraseAt, trustedDeviceCookie: undefined };
    const eraseAt = new Date(now.getTime() + GRACE_MS);
    await setLeaving(tx, memberId, eraseAt, now);
    await stopAllPayments(tx, memberId);
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
  services: MemberServices,
  { memberId, visitor }: { memberId: number; visitor: Visitor },
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const member = await findLeavingMember(tx, memberId, { lock: true });
    if (member === null) throw new DomainError('notAuthenticated');
    if (member.state !== 'deleting') return;
    await setLeaving(tx, memberId, null, visitor.now);
    await memberChanged(tx, memberId);
    await recordSecurityEvent(tx, { memberId, kind: 'deletion-taken-back', detail: {}, ...visitor });
  });
}

/** Erases one member whose grace is over; false where it was taken back, or done, in between. */
async function eraseMember(services: MemberServices, memberId: number, now: Date): Promise<boolean> {
  return services.db.transaction(async (tx) => {
    const member = await findLeavingMember(tx, memberId, { lock: true });
    if (member === null || member.eraseAt === null || member.eraseAt > now) return false;
    await endSessions({ ...services, db: tx }, memberId);
    await erasePersonalRows(tx, member);
    // After the erasure, which takes the mails of the address too. Mails that were sent are forgotten in their turn.
    await queueMail(tx, lettered(accountErasedMail({ memberId, to: member.email })));
    return true;
  });
}

/** Erases everybody whose grace is over. Gives how many. */
export async function eraseDueMembers(services: MemberServices, now: Date): Promise<number> {
  let erased = 0;
  for (const memberId of await findMembersToErase(services.db, now, ERASE_AT_ONCE))
    if (await eraseMember(services, memberId, now)) erased += 1;
  return erased;
}
