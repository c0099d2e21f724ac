import type { Db } from '#db/database.ts';
import {
  isSubscriber,
  listPlanTimes,
  listRecurringProfiles,
  stopRecurring as stopPayments,
  type PlanTime,
  type RecurringProfile,
} from '#domain/subscriptions/subscriptions.ts';
import type { MemberActor } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import { findOwnWords } from './accounts.store.ts';
import { findPendingAddress, type PendingAddress } from './email-address.ts';
import { hasGuardianConsent, recordConsents } from './consents.ts';
import { carriedCookie } from '#domain/auth/trusted-device.ts';
import type { LoggingIn } from '#domain/auth/log-in.ts';
import { MemberFormError, readMemberForm } from './member-form.ts';
import type { MemberServices } from './member-services.ts';
import { isUnder18 } from './members.rules.ts';
import { checkOwnPassword, lockOwner, reauthenticate } from '#domain/auth/reauthentication.ts';
import { namesOfPasskeys } from '#domain/passkeys/passkeys.store.ts';
import { hashPassword } from '#domain/auth/passwords.ts';
import { devicesChangeableAt, isPlainSetting } from './profile.rules.ts';
import {
  deleteDevices,
  findDevices,
  findMember,
  lockMemberRow,
  noteTutorialRead,
  updateMarketing,
  updateMember,
  type Device,
  type MemberRow,
} from './profile.store.ts';
import { listSecurityEvents, recordSecurityEvent } from '#domain/auth/security-events.ts';
import { endSession, endSessions, renewToken, type OpenedSession } from '#domain/auth/sessions.ts';
import { demandGoodPassword } from '#domain/auth/weak-passwords.ts';

export type { Device } from './profile.store.ts';

type Given = Readonly<Record<string, unknown>>;
type Services = Pick<MemberServices, 'db' | 'sessions'>;

const MAX_DEVICES = 100;

export interface Profile {
  member: Omit<MemberRow, 'passwordHash' | 'emailKey'> & { email: string };
  hasPassword: boolean;
  pendingAddress: PendingAddress | null;
  isSubscriber: boolean;
  devices: Device[];
  /** From when devices may be removed again; null: now. */
  devicesChangeableAt: Date | null;
}

const there = <T>(member: T | null): T => {
  if (member === null) throw new DomainError('notAuthenticated');
  return member;
};

/** Everything the account pages show of a member. */
export async function getProfile({ db }: Pick<Services, 'db'>, memberId: number, now: Date): Promise<Profile> {
  const { passwordHash, emailKey: _key, email, ...member } = there(await findMember(db, memberId));
  const [isPaying, pendingAddress, devices] = await Promise.all([
    isSubscriber(db, memberId, now),
    findPendingAddress({ db }, memberId, now),
    findDevices(db, memberId, MAX_DEVICES),
  ]);
  return {
    member: { ...member, email: email ?? '' },
    hasPassword: passwordHash !== null,
    pendingAddress,
    isSubscriber: isPaying,
    devices,
    devicesChangeableAt: devicesChangeableAt(member.devicesChangedAt, now),
  };
}

async function change(db: Db, memberId: number, values: Parameters<typeof updateMember>[2], now: Date): Promise<void> {
  if (!(await updateMember(db, memberId, values, now))) throw new DomainError('notAuthenticated');
}

/** The update calls take the body as it came and throw MemberFormError with its faults by field. */
export async function updateDisplayName({ db }: Services, actor: MemberActor, given: Given, now: Date): Promise<void> {
  const { display_name: displayName } = readMemberForm('updateDisplayName', given, now);
  await change(db, actor.memberId, { displayName }, now);
}

export async function updateRealName({ db }: Services, actor: MemberActor, given: Given, now: Date): Promise<void> {
  const { surname, given_name: givenName } = readMemberForm('updateRealName', given, now);
  await change(db, actor.memberId, { surname, givenName }, now);
}

/** A day that makes a member younger than 18 needs the consent of a parent or guardian on record (VA-36). */
export async function updateDob({ db }: Services, actor: MemberActor, given: Given, now: Date): Promise<void> {
  const { dob } = readMemberForm('updateDob', given, now);
  if (isUnder18(dob, now) && !(await hasGuardianConsent(db, actor.memberId)))
    throw new MemberFormError([{ field: 'dob', code: 'guardian' }]);
  await change(db, actor.memberId, { dob }, now);
}

export async function updateGender({ db }: Services, actor: MemberActor, given: Given, now: Date): Promise<void> {
  const { gender } = readMemberForm('updateGender', given, now);
  await change(db, actor.memberId, { gender }, now);
}

export async function updateResolution({ db }: Services, actor: MemberActor, given: Given, now: Date): Promise<void> {
  const { mobileDefaultResolution } = readMemberForm('mobileDefaultResolution', given, now);
  await change(db, actor.memberId, { mobileDefaultResolution }, now);
}

export async function updateUserSetting({ db }: Services, actor: MemberActor, given: Given, now: Date): Promise<void> {
  const { user_setting: userSetting } = readMemberForm('updateUserSetting', given, now);
  if (!isPlainSetting(userSetting)) throw new MemberFormError([{ field: 'user_setting', code: 'format' }]);
  await change(db, actor.memberId, { userSetting }, now);
}

/** Whether news may be mailed. Every change is kept with its words and where it came from. */
export async function changePreference(
  { db }: Services,
  actor: MemberActor,
  given: Given,
  { source, now }: { source: string; now: Date },
): Promise<void> {
  const { is_subscribe_edm: isGiven } = readMemberForm('changePreference', given, now);
  await db.transaction(async (tx) => {
    if (await updateMarketing(tx, actor.memberId, isGiven, now))
      await recordConsents(tx, actor.memberId, [{ kind: 'marketing', isGiven }], { source, now });
  });
}

type Ending = Services & Pick<MemberServices, 'secretKey'>;

/** Ends every session but `kept`, and lets this browser go on being known: undefined where it was not. In a transaction. */
async function endOthers(
  services: Ending,
  actor: MemberActor,
  { known }: Pick<LoggingIn, 'known'>,
  kept: 'all' | number,
): Promise<{ ended: number; trustedDeviceCookie: string | undefined }> {
  const { epoch: former } = await lockOwner(services.db, actor);
  const { epoch, ended } = await endSessions(services, actor.memberId, kept);
  return {
    ended,
    trustedDeviceCookie: carriedCookie(services.secretKey, known, { id: actor.memberId, epoch: former }, epoch),
  };
}

/**
 * Sets a new password. Every other session ends, links that were mailed are void, and this one goes on under another
 * token: whoever copied it has nothing. 10011: the old one is another. 10026: the new one is soon guessed.
 */
export async function updatePassword(
  services: Ending,
  actor: MemberActor,
  given: Given,
  { known, ...visitor }: LoggingIn,
): Promise<{ session: OpenedSession; trustedDeviceCookie: string | undefined }> {
  const { memberId, sessionId } = actor;
  const { now } = visitor;
  const { old_password: password, new_password: newPassword } = readMemberForm('updatePassword', given, now);
  const { passwordHash } = there(await findMember(services.db, memberId));
  await checkOwnPassword(services.db, memberId, { password, passwordHash, now });
  const own = await findOwnWords(services.db, { memberId, registrationId: null });
  demandGoodPassword('new_password', newPassword, own);
  const newHash = await hashPassword(newPassword);
  return services.db.transaction(async (tx) => {
    const within = { ...services, db: tx };
    const member = there(await lockMemberRow(tx, memberId));
    // Another call, or a mailed link, set one in between: the old one is not the old one any more.
    if (member.passwordHash !== passwordHash) throw new DomainError('oldPasswordMismatch');
    const { trustedDeviceCookie } = await endOthers(within, actor, { known }, sessionId);
    await change(tx, memberId, { passwordHash: newHash, passwordChangedAt: now }, now);
    const session = await renewToken(within, actor, now);
    const detail = await namesOfPasskeys(tx, memberId);
    await recordSecurityEvent(tx, { memberId, kind: 'password-changed', detail, ...visitor });
    return { session, trustedDeviceCookie };
  });
}

/**
 * Ends one session; of another than this the member is told, `reauthenticate` stands before it, and what was mailed or marked
 * is void. Code 6 where it is not theirs, or over.
 */
export async function endOneSession(
  services: Ending,
  actor: MemberActor,
  { sessionId: endedId, password }: { sessionId: number; password?: unknown },
  { known, ...visitor }: LoggingIn,
): Promise<{ trustedDeviceCookie: string | undefined }> {
  const { memberId, sessionId } = actor;
  const isThisOne = endedId === sessionId;
  if (!isThisOne) await reauthenticate(services, actor, { password, now: visitor.now });
  return services.db.transaction(async (tx) => {
    const within = { ...services, db: tx };
    const kept = isThisOne ? { trustedDeviceCookie: undefined } : await endOthers(within, actor, { known }, 'all');
    if (!(await endSession(within, { memberId, sessionId: endedId }))) throw new DomainError('dataNotFound');
    if (!isThisOne)
      await recordSecurityEvent(tx, { memberId, kind: 'sessions-ended', detail: { count: '1' }, ...visitor });
    return { trustedDeviceCookie: kept.trustedDeviceCookie };
  });
}

/** Ends every session but this one, after `reauthenticate`, and tells the member. Gives how many that were. */
export async function endOtherSessions(
  services: Ending,
  actor: MemberActor,
  { password }: { password?: unknown },
  { known, ...visitor }: LoggingIn,
): Promise<{ ended: number; trustedDeviceCookie: string | undefined }> {
  const { memberId, sessionId } = actor;
  await reauthenticate(services, actor, { password, now: visitor.now });
  return services.db.transaction(async (tx) => {
    const others = await endOthers({ ...services, db: tx }, actor, { known }, sessionId);
    const detail = { count: String(others.ended) };
    if (others.ended > 0) await recordSecurityEvent(tx, { memberId, kind: 'sessions-ended', detail, ...visitor });
    return others;
  });
}

/** Ends the payments to come. 30006 where there is nothing to stop. */
export const stopRecurring = ({ db }: Pick<Services, 'db'>, actor: MemberActor): Promise<void> =>
  stopPayments(db, actor.memberId);

export const markArchiveTutorialAsRead = ({ db }: Pick<Services, 'db'>, actor: MemberActor, now: Date): Promise<void> =>
  noteTutorialRead(db, actor.memberId, now);

/**
 * Removes devices, all that are named or none. 6: one is not the member's; 1 with `changeable_ts`: the list was
 * changed within 14 days (K-085).
 */
export async function removeDevices({ db }: Services, actor: MemberActor, given: Given, now: Date): Promise<void> {
  const { device_ids } = readMemberForm('removePaidContentUserDevice', given, now);
  const ids = [...new Set(device_ids)];
  await db.transaction(async (tx) => {
    const { devicesChangedAt } = there(await lockMemberRow(tx, actor.memberId));
    // Before the lock of 14 days: which ids are whose is told the same either way.
    if ((await deleteDevices(tx, actor.memberId, ids)) !== ids.length) throw new DomainError('dataNotFound');
    const changeableAt = devicesChangeableAt(devicesChangedAt, now);
    if (changeableAt) throw new DomainError('conflict', { changeable_ts: changeableAt.getTime() / 1000 });
    await change(tx, actor.memberId, { devicesChangedAt: now }, now);
  });
}

export type AccountChange = Awaited<ReturnType<typeof listSecurityEvents>>[number];

export interface MemberHistory {
  plans: (PlanTime & { state: 'pending' | 'running' | 'over' })[];
  recurring: RecurringProfile[];
  /** Changes of address, phone and password, newest first. */
  changes: AccountChange[];
}

const CHANGES = new Set(['password-changed', 'password-reset', 'email-changed', 'phone-changed']);

/** What the history page shows. */
export async function getMemberHistory(
  { db }: Pick<Services, 'db'>,
  memberId: number,
  now: Date,
): Promise<MemberHistory> {
  const [plans, recurring, events] = await Promise.all([
    listPlanTimes(db, memberId, now),
    listRecurringProfiles(db, memberId),
    listSecurityEvents(db, memberId),
  ]);
  return { plans, recurring, changes: events.filter(({ kind }) => CHANGES.has(kind)) };
}
