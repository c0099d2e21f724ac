import type { z } from 'zod';
import { unixSeconds } from '#shared/hk-time.ts';
import type { Consent } from './profile/consents.ts';
import type { consentsReplySchema, deviceReplySchema, profileReplySchema } from './members.schema.ts';
import type { Device, Profile } from './profile/profile.ts';
import type { UserState } from './user-state.ts';

const seconds = (at: Date | null) => (at === null ? null : unixSeconds(at));

export function presentProfile(profile: Profile): z.input<typeof profileReplySchema> {
  const { member, devices, pendingAddress } = profile;
  return {
    user_id: member.id,
    display_name: member.displayName,
    surname: member.surname,
    given_name: member.givenName,
    gender: member.gender,
    dob: member.dob,
    email: member.email,
    is_email_verified: member.emailVerifiedAt !== null,
    pending_email: pendingAddress && {
      email: pendingAddress.email,
      asked_ts: unixSeconds(pendingAddress.askedAt),
      expires_ts: unixSeconds(pendingAddress.expiresAt),
    },
    phone_no_country: member.phoneNoCountry === null ? null : String(member.phoneNoCountry),
    phone_no: member.phoneNo,
    is_phone_verified: member.phoneVerifiedAt !== null,
    is_subscribe_edm: member.isSubscribeEdm,
    mobileDefaultResolution: member.mobileDefaultResolution,
    user_setting: member.userSetting,
    device_ids: devices.map(({ id }) => id),
    devices_changeable_ts: seconds(profile.devicesChangeableAt),
    allowed_to_add_to_playlist: profile.isSubscriber,
    subscribed: profile.isSubscriber,
    has_password: profile.hasPassword,
    password_changed_ts: seconds(member.passwordChangedAt),
    erase_ts: seconds(member.eraseAt),
    registered_ts: unixSeconds(member.createdAt),
  };
}

export const presentDevice = ({ id, name, usedAt, createdAt }: Device): z.input<typeof deviceReplySchema> => ({
  device_id: id,
  name,
  used_ts: unixSeconds(usedAt),
  created_ts: unixSeconds(createdAt),
});

export const presentConsents = (consents: readonly Consent[]): z.input<typeof consentsReplySchema> => ({
  consents: consents.map(({ kind, isGiven, wording, source, createdAt }) => ({
    kind,
    is_given: isGiven,
    wording,
    source,
    given_ts: unixSeconds(createdAt),
  })),
});

export const presentUserState = (state: UserState, trackingToken: string | null) => ({
  user: state.user && {
    user_id: state.user.memberId,
    display_name: state.user.displayName,
    login_status: true as const,
    user_setting: state.user.userSetting,
    mobileDefaultResolution: state.user.mobileDefaultResolution,
  },
  is_email_verified: state.isEmailVerified,
  subscribed: state.isSubscriber,
  allowed_to_add_to_playlist: state.mayAddToPlaylist,
  show_card_expiring: state.showCardExpiring,
  show_boc_reminder: state.showBocReminder,
  show_archive_tutorial: state.showArchiveTutorial,
  show_archive_offer: state.showArchiveOffer,
  tracking_token: trackingToken,
});
