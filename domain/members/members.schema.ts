import { z } from 'zod';
import { wireOf } from '#domain/forms/wire.schema.ts';
import { MEMBER_FORMS } from './members.rules.ts';

const ts = (about: string) => z.number().describe(`Unix seconds: ${about}`);
const id = z.number().int();

export const checkMxBodySchema = wireOf(MEMBER_FORMS.checkMX, { domain: 'Domain of an e-mail address' });
export const changePreferenceBodySchema = wireOf(MEMBER_FORMS.changePreference);
export const updateDisplayNameBodySchema = wireOf(MEMBER_FORMS.updateDisplayName, {
  display_name: 'Display name, visible to others',
});
export const updateRealNameBodySchema = wireOf(MEMBER_FORMS.updateRealName, {
  surname: 'Family name',
  given_name: 'Given name',
});
export const updateDobBodySchema = wireOf(MEMBER_FORMS.updateDob, {
  dob: 'Date of birth, YYYY-MM-DD, before today in Hong Kong',
});
export const mobileDefaultResolutionBodySchema = wireOf(MEMBER_FORMS.mobileDefaultResolution, {
  mobileDefaultResolution: 'Default resolution on mobile devices: SD 1, HD 2',
});
export const updateGenderBodySchema = wireOf(MEMBER_FORMS.updateGender, { gender: 'Gender' });
export const sendVerifyEmailBodySchema = wireOf(MEMBER_FORMS.sendVerifyEmail, {
  type: 'Purpose: 2 verifies the current address, 8 changes it',
  email: 'E-mail address',
});
export const removePaidContentUserDeviceBodySchema = wireOf(MEMBER_FORMS.removePaidContentUserDevice, {
  device_ids: 'IDs of the devices to remove',
});
export const updateUserSettingBodySchema = wireOf(MEMBER_FORMS.updateUserSetting, {
  user_setting: 'Arbitrary JSON object',
});
export const userStateReplySchema = z.object({
  user: z
    .object({
      user_id: z.number().int(),
      display_name: z.string(),
      login_status: z.literal(true),
      user_setting: z.record(z.string(), z.unknown()),
      mobileDefaultResolution: z.number().int().describe('Default resolution on mobile devices: SD 1, HD 2'),
    })
    .nullable()
    .describe('Current member; null for a guest'),
  is_email_verified: z.boolean(),
  subscribed: z.boolean(),
  allowed_to_add_to_playlist: z.boolean(),
  show_card_expiring: z.boolean(),
  show_boc_reminder: z.boolean(),
  show_archive_tutorial: z.boolean(),
  show_archive_offer: z
    .boolean()
    .describe('Whether to show the archive offer: the caller has no plan and did not register within the last day'),
  tracking_token: z
    .string()
    .nullable()
    .describe(
      'Token to send with the tracking reports of this browser, for one day; null: send them without. `none`: while reports are sampled, send only those of advertisements and of content viewed',
    ),
});

export const deviceReplySchema = z.object({
  device_id: id,
  name: z.string(),
  used_ts: ts('last use'),
  created_ts: ts('addition'),
});

export const profileReplySchema = z.object({
  user_id: id,
  display_name: z.string(),
  surname: z.string(),
  given_name: z.string(),
  gender: z.enum(['M', 'F']).nullable(),
  dob: z.string().nullable().describe('Date of birth, YYYY-MM-DD'),
  email: z.string(),
  is_email_verified: z.boolean(),
  pending_email: z
    .object({ email: z.string(), asked_ts: ts('time of the request'), expires_ts: ts('expiry of the link') })
    .nullable()
    .describe('Pending change of address, not yet confirmed from the new mailbox; null if none'),
  phone_no_country: z.string().nullable().describe('Country calling code as text, 852 or 0'),
  phone_no: z.string().nullable(),
  is_phone_verified: z.boolean(),
  is_subscribe_edm: z.boolean(),
  mobileDefaultResolution: z.number().int().describe('Default resolution on mobile devices: SD 1, HD 2'),
  user_setting: z.record(z.string(), z.unknown()),
  device_ids: z.array(id).describe('IDs of the devices on which paid content is played'),
  devices_changeable_ts: ts('when devices can be removed again; null if now').nullable(),
  allowed_to_add_to_playlist: z.boolean(),
  subscribed: z.boolean(),
  has_password: z
    .boolean()
    .describe('Whether a password is set; otherwise the member logs in by passkey or mailed link only'),
  password_changed_ts: ts('last change of the password').nullable(),
  erase_ts: ts('scheduled erasure of the account; null if none').nullable(),
  registered_ts: ts('registration'),
});

export const devicesReplySchema = z.object({
  devices: z.array(deviceReplySchema),
  changeable_ts: ts('when devices can be removed again; null if now').nullable(),
});

export const consentsReplySchema = z.object({
  consents: z.array(
    z.object({
      kind: z.enum(['terms', 'guardian', 'marketing']),
      is_given: z.boolean(),
      wording: z.string().describe('Version of the wording'),
      source: z.string(),
      given_ts: ts('time of consent or withdrawal'),
    }),
  ),
});
