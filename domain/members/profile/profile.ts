import type { Db } from '#db/database.ts';
import { FormError, readForm } from '#domain/forms/forms.ts';
import type { MemberActor } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import { hasGuardianConsent, recordConsents } from './consents.ts';
import { findPendingAddress, type PendingAddress } from '#domain/members/email/email-address.ts';
import type { MemberServices } from '#domain/members/member-services.ts';
import { isUnder18, MEMBER_FORMS } from '#domain/members/members.rules.ts';
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

export type { Device } from './profile.store.ts';

type Given = Readonly<Record<string, unknown>>;
type Services = Pick<MemberServices, 'db'>;

const MAX_DEVICES = 100;

export interface Profile {
  member: Omit<MemberRow, 'passwordHash' | 'emailKey'> & { email: string };
  hasPassword: boolean;
  pendingAddress: PendingAddress | null;
  isSubscriber: boolean;
  devices: Device[];
  /** When devices may be removed again. Null: now. */
  devicesChangeableAt: Date | null;
}

/** Devices on which a member plays paid content, oldest first. */
export const listDevices = (db: Db, memberId: number): Promise<Device[]> => findDevices(db, memberId, MAX_DEVICES);

const there = <T>(member: T | null): T => {
  if (member === null) throw new DomainError('notAuthenticated');
  return member;
};

/** Everything the account pages show of a member. */
export async function getProfile(
  { db, isSubscriber }: Pick<MemberServices, 'db' | 'isSubscriber'>,
  memberId: number,
  now: Date,
): Promise<Profile> {
  const { passwordHash, emailKey: _key, email, ...member } = there(await findMember(db, memberId));
  const [isPaying, pendingAddress, devices] = await Promise.all([
    isSubscriber(memberId, now),
    findPendingAddress({ db }, memberId, now),
    listDevices(db, memberId),
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

/** The update calls take the unparsed body and throw `FormError` with faults by field. */
export async function updateDisplayName({ db }: Services, actor: MemberActor, given: Given, now: Date): Promise<void> {
  const { display_name: displayName } = readForm(MEMBER_FORMS.updateDisplayName, given, now);
  await change(db, actor.memberId, { displayName }, now);
}

export async function updateRealName({ db }: Services, actor: MemberActor, given: Given, now: Date): Promise<void> {
  const { surname, given_name: givenName } = readForm(MEMBER_FORMS.updateRealName, given, now);
  await change(db, actor.memberId, { surname, givenName }, now);
}

/** A birthday that makes the member younger than 18 requires the recorded consent of a parent or guardian (VA-36). */
export async function updateDob({ db }: Services, actor: MemberActor, given: Given, now: Date): Promise<void> {
  const { dob } = readForm(MEMBER_FORMS.updateDob, given, now);
  if (isUnder18(dob, now) && !(await hasGuardianConsent(db, actor.memberId)))
    throw new FormError([{ field: 'dob', code: 'guardian' }]);
  await change(db, actor.memberId, { dob }, now);
}

export async function updateGender({ db }: Services, actor: MemberActor, given: Given, now: Date): Promise<void> {
  const { gender } = readForm(MEMBER_FORMS.updateGender, given, now);
  await change(db, actor.memberId, { gender }, now);
}

export async function updateResolution({ db }: Services, actor: MemberActor, given: Given, now: Date): Promise<void> {
  const { mobileDefaultResolution } = readForm(MEMBER_FORMS.mobileDefaultResolution, given, now);
  await change(db, actor.memberId, { mobileDefaultResolution }, now);
}

export async function updateUserSetting({ db }: Services, actor: MemberActor, given: Given, now: Date): Promise<void> {
  const { user_setting: userSetting } = readForm(MEMBER_FORMS.updateUserSetting, given, now);
  if (!isPlainSetting(userSetting)) throw new FormError([{ field: 'user_setting', code: 'format' }]);
  await change(db, actor.memberId, { userSetting }, now);
}

/** Marketing consent. Every change is recorded with its wording and source. */
export async function changePreference(
  { db }: Services,
  actor: MemberActor,
  given: Given,
  { source, now }: { source: string; now: Date },
): Promise<void> {
  const { is_subscribe_edm: isGiven } = readForm(MEMBER_FORMS.changePreference, given, now);
  await db.transaction(async (tx) => {
    if (await updateMarketing(tx, actor.memberId, isGiven, now))
      await recordConsents(tx, actor.memberId, [{ kind: 'marketing', isGiven }], { source, now });
  });
}

export const markArchiveTutorialAsRead = ({ db }: Services, actor: MemberActor, now: Date): Promise<void> =>
  noteTutorialRead(db, actor.memberId, now);

/**
 * Removes all given devices or none, and ends their playback. 6: a device is not the member's; 1 with
 * `changeable_ts`: the list was changed within the last 14 days (K-085).
 */
export async function removeDevices(
  { db, endPlaying }: Pick<MemberServices, 'db' | 'endPlaying'>,
  actor: MemberActor,
  given: Given,
  now: Date,
): Promise<void> {
  const { device_ids } = readForm(MEMBER_FORMS.removePaidContentUserDevice, given, now);
  const ids = [...new Set(device_ids)];
  await db.transaction(async (tx) => {
    const { devicesChangedAt } = there(await lockMemberRow(tx, actor.memberId));
    // Checked before the 14-day lock, so that the response about foreign ids is the same either way.
    const removed = await deleteDevices(tx, actor.memberId, ids);
    if (removed.length !== ids.length) throw new DomainError('dataNotFound');
    const changeableAt = devicesChangeableAt(devicesChangedAt, now);
    if (changeableAt) throw new DomainError('conflict', { changeable_ts: changeableAt.getTime() / 1000 });
    await change(tx, actor.memberId, { devicesChangedAt: now }, now);
    await endPlaying(tx, actor.memberId, removed, now);
  });
}
