import type { Db } from '#db/database.ts';
import { type Visitor, lockOwner, reauthenticate } from '#domain/auth/auth.ts';
import { recordSecurityEvent } from '#domain/security-events/security-events.ts';
import { demandAttempt } from '#domain/attempts/attempts.ts';
import { findMemberPhone, hasVerifiedPhone, savePhone } from '#domain/members/members.ts';
import type { MemberActor } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import { PHONE_LIMITS } from '#shared/limits.ts';
import { findOpenPhoneChange, insertPhoneChange, lockPhones, voidPhoneChange } from './phone-changes.store.ts';
import { isVerifiable, maskedPhone, type PhoneNumber } from './phone-number.rules.ts';

// The door: what pages, the server and other modules may call.

export { findOpenPhoneChange, lockPhones, removeOldPhoneChanges } from './phone-changes.store.ts';
export { saveProvedPhone } from './proved-phone.ts';

/** Dependencies of this module. */
export interface PhoneNumberServices {
  db: Db;
  /** How phones are verified (EN-29). Read on each use, because it can be changed during a demo. */
  mode: 'disabled' | 'p2a' | 'a2p';
}

const HOUR_MS = 3_600_000;
/** How long a requested number change stays open. */
const CHANGE_MS = 24 * HOUR_MS;

const demandQuestion = (db: Db, memberId: number, now: Date): Promise<void> =>
  demandAttempt(db, `phone-question:member:${memberId}`, { ...PHONE_LIMITS.questions, now });

/**
 * Requests a number change, after `reauthenticate`, because a forgotten password can be reset by phone number. With
 * `verifySms` the number takes effect once verified; otherwise at once. Returns the id of the change
 * (changeUserPhoneNoRequestId).
 */
export async function updatePhoneNo(
  services: PhoneNumberServices,
  actor: MemberActor,
  { phone, verifySms, password }: { phone: PhoneNumber; verifySms: boolean; password?: unknown },
  { now, remoteIp, userAgent }: Visitor,
): Promise<number> {
  const { memberId } = actor;
  if (verifySms && services.mode === 'disabled') throw new DomainError('phoneModeNotSet');
  if (verifySms && !isVerifiable(phone)) throw new DomainError('phoneNotAllowed');
  await demandQuestion(services.db, memberId, now);
  await reauthenticate(services, actor, { password, now });
  return services.db.transaction(async (tx) => {
    await lockPhones(tx, `member ${memberId}`);
    const { epoch } = await lockOwner(tx, actor);
    const present = await findMemberPhone(tx, memberId);
    const isPresent = present?.phoneNo === phone.phoneNo && present.phoneNoCountry === phone.phoneNoCountry;
    if (isPresent && present.phoneVerifiedAt) throw new DomainError('duplicateVerifiedByUser');
    if (await hasVerifiedPhone(tx, phone, memberId)) throw new DomainError('duplicateVerified');
    const wish = {
      ...phone,
      memberId,
      verifySms,
      epoch,
      createdAt: now,
      expiresAt: new Date(now.getTime() + CHANGE_MS),
    };
    if (!verifySms) {
      await savePhone(tx, { ...phone, memberId, now });
      const detail = { phone: maskedPhone(phone.phoneNo) };
      await recordSecurityEvent(tx, { memberId, kind: 'phone-changed', userAgent, remoteIp, detail, now });
      return insertPhoneChange(tx, { ...wish, state: 'done' });
    }
    const standing = await findOpenPhoneChange(tx, { memberId, now });
    // A repeated click, or the same request in another tab.
    if (standing?.phoneNo === phone.phoneNo && standing.phoneNoCountry === phone.phoneNoCountry) return standing.id;
    return insertPhoneChange(tx, { ...wish, state: 'open' });
  });
}

/** Withdraws a requested change: a code or call that comes later verifies nothing. Code 6 if none is open. */
export async function cancelPhoneChange(
  { db }: Pick<PhoneNumberServices, 'db'>,
  actor: MemberActor,
  { now, remoteIp, userAgent }: Visitor,
): Promise<void> {
  const { memberId } = actor;
  await demandQuestion(db, memberId, now);
  await db.transaction(async (tx) => {
    await lockPhones(tx, `member ${memberId}`);
    await lockOwner(tx, actor);
    const wish = await findOpenPhoneChange(tx, { memberId, now });
    if (!wish) throw new DomainError('dataNotFound');
    await voidPhoneChange(tx, memberId);
    const detail = { phone: maskedPhone(wish.phoneNo) };
    await recordSecurityEvent(tx, { memberId, kind: 'phone-change-cancelled', userAgent, remoteIp, detail, now });
  });
}

/** Whether another member has verified a number. */
export async function isDuplicatedPhoneNo(
  { db }: PhoneNumberServices,
  { memberId, phone }: { memberId: number; phone: PhoneNumber },
  now: Date,
): Promise<boolean> {
  await demandQuestion(db, memberId, now);
  return hasVerifiedPhone(db, phone, memberId);
}

/** Throws if the number of a change cannot be verified at all, or not by this member. */
export async function demandVerifiablePhone(
  { db }: PhoneNumberServices,
  { memberId, changeId }: { memberId: number; changeId: number },
  now: Date,
): Promise<void> {
  const wish = await findOpenPhoneChange(db, { memberId, id: changeId, now });
  if (!wish) throw new DomainError('dataNotFound');
  if (!isVerifiable(wish)) throw new DomainError('phoneNotAllowed');
  if (await hasVerifiedPhone(db, wish, memberId)) throw new DomainError('phoneTaken');
}

/** The open number change of a member, for the account page. */
export async function findPhoneWish(
  { db }: PhoneNumberServices,
  memberId: number,
  now: Date,
): Promise<(PhoneNumber & { changeId: number }) | null> {
  const wish = await findOpenPhoneChange(db, { memberId, now });
  return wish && { changeId: wish.id, phoneNo: wish.phoneNo, phoneNoCountry: wish.phoneNoCountry };
}
