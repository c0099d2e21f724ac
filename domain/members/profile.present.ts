import type { z } from 'zod';
import { unixSeconds } from '#shared/hk-time.ts';
import type { Consent } from './consents.ts';
import type { PersonalData } from '#domain/privacy/privacy.ts';
import type { AccountChange, Device, MemberHistory, Profile } from './profile.ts';
import type {
  consentsReplySchema,
  deviceReplySchema,
  memberHistoryReplySchema,
  personalDataReplySchema,
  profileReplySchema,
  securityEventReplySchema,
  sessionsReplySchema,
} from './profile.schema.ts';
import type { ListedSession } from '#domain/auth/sessions.ts';
import { deviceName } from '#domain/auth/user-agent.rules.ts';

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

export const presentEvent = (event: AccountChange): z.input<typeof securityEventReplySchema> => ({
  event_id: event.id,
  kind: event.kind,
  device: deviceName(event.userAgent),
  ip_address: event.remoteIp,
  detail: event.detail ?? {},
  happened_ts: unixSeconds(event.happenedAt),
});

export const presentHistory = (history: MemberHistory): z.input<typeof memberHistoryReplySchema> => ({
  subscriptions: history.plans.map((plan) => ({
    subscription_id: plan.id,
    subscription_plan_id: plan.planId,
    plan_name: plan.planName,
    price_cents: plan.priceCents,
    source: plan.source,
    state: plan.state,
    start_ts: unixSeconds(plan.startsAt),
    end_ts: unixSeconds(plan.endsAt),
  })),
  recurring_profiles: history.recurring.map((profile) => ({
    recurring_profile_id: profile.id,
    plan_name: profile.planName,
    state: profile.state,
    card_scheme: profile.cardScheme,
    card_last4: profile.cardLast4,
    card_ends_on: profile.cardEndsOn,
    period_months: profile.periodMonths,
  })),
  transactions: [],
  redemptions: [],
  account_changes: history.changes.map(presentEvent),
});

export const presentSessions = (sessions: readonly ListedSession[]): z.input<typeof sessionsReplySchema> => ({
  sessions: sessions.map((session) => ({
    session_id: session.id,
    is_current: session.isCurrent,
    rememberMe: session.rememberMe,
    device: deviceName(session.userAgent),
    ip_address: session.remoteIp,
    seen_ts: unixSeconds(session.seenAt),
    created_ts: unixSeconds(session.createdAt),
  })),
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

export const presentPersonalData = (data: PersonalData): z.input<typeof personalDataReplySchema> => ({
  exported_ts: unixSeconds(data.exportedAt),
  user_id: data.memberId,
  tables: data.tables,
});
