import { z } from 'zod';
import { wireOf } from '#domain/forms/wire.schema.ts';
import { MEMBER_FORMS } from './members.rules.ts';

const ts = (about: string) => z.number().describe(`Unix seconds: ${about}`);
const id = z.number().int();

export const checkMxBodySchema = wireOf(MEMBER_FORMS.checkMX, { domain: 'Domain of an e-mail address' });
export const changePreferenceBodySchema = wireOf(MEMBER_FORMS.changePreference);
export const updateDisplayNameBodySchema = wireOf(MEMBER_FORMS.updateDisplayName, {
  display_name: 'Name that others see',
});
export const updateRealNameBodySchema = wireOf(MEMBER_FORMS.updateRealName, {
  surname: 'Family name',
  given_name: 'Given name',
});
export const updateDobBodySchema = wireOf(MEMBER_FORMS.updateDob, {
  dob: 'Day of birth, YYYY-MM-DD, before today in Hong Kong',
});
export const mobileDefaultResolutionBodySchema = wireOf(MEMBER_FORMS.mobileDefaultResolution, {
  mobileDefaultResolution: 'SD 1 or HD 2',
});
export const updateGenderBodySchema = wireOf(MEMBER_FORMS.updateGender, { gender: 'Gender' });
export const sendVerifyEmailBodySchema = wireOf(MEMBER_FORMS.sendVerifyEmail, {
  type: '2 proves the present address, 8 changes it',
  email: 'The address',
});
export const removePaidContentUserDeviceBodySchema = wireOf(MEMBER_FORMS.removePaidContentUserDevice, {
  device_ids: 'Devices to be removed',
});
export const updateUserSettingBodySchema = wireOf(MEMBER_FORMS.updateUserSetting, { user_setting: 'A free object' });
export const userStateReplySchema = z.object({
  user: z
    .object({
      user_id: z.number().int(),
      display_name: z.string(),
      login_status: z.literal(true),
      user_setting: z.record(z.string(), z.unknown()),
      mobileDefaultResolution: z.number().int().describe('What phones begin with: SD 1 or HD 2'),
    })
    .nullable()
    .describe('Null: a guest'),
  is_email_verified: z.boolean(),
  subscribed: z.boolean(),
  allowed_to_add_to_playlist: z.boolean(),
  show_card_expiring: z.boolean(),
  show_boc_reminder: z.boolean(),
  show_archive_tutorial: z.boolean(),
  show_archive_offer: z.boolean().describe('Has no plan, and did not register within the last day'),
  tracking_token: z
    .string()
    .nullable()
    .describe('Signs the reports of this browser for a day; null without a yes to statistics'),
});

export const deviceReplySchema = z.object({
  device_id: id,
  name: z.string(),
  used_ts: ts('used last'),
  created_ts: ts('added'),
});

export const profileReplySchema = z.object({
  user_id: id,
  display_name: z.string(),
  surname: z.string(),
  given_name: z.string(),
  gender: z.enum(['M', 'F']).nullable(),
  dob: z.string().nullable().describe('YYYY-MM-DD'),
  email: z.string(),
  is_email_verified: z.boolean(),
  pending_email: z
    .object({ email: z.string(), asked_ts: ts('asked for'), expires_ts: ts('the link is over') })
    .nullable()
    .describe('A change of address that its new mailbox has not answered'),
  phone_no_country: z.string().nullable().describe('Dialling code as text, 852 or 0'),
  phone_no: z.string().nullable(),
  is_phone_verified: z.boolean(),
  is_subscribe_edm: z.boolean(),
  mobileDefaultResolution: z.number().int().describe('SD 1 or HD 2'),
  user_setting: z.record(z.string(), z.unknown()),
  device_ids: z.array(id).describe('Devices on which paid content is played'),
  devices_changeable_ts: ts('when devices may be removed again; null: now').nullable(),
  allowed_to_add_to_playlist: z.boolean(),
  subscribed: z.boolean(),
  has_password: z.boolean().describe('false: the member logs in by passkey or mailed link only'),
  password_changed_ts: ts('when the password was set').nullable(),
  erase_ts: ts('when the account is erased; null: it stays').nullable(),
  registered_ts: ts('when the account was made'),
});

export const devicesReplySchema = z.object({
  devices: z.array(deviceReplySchema),
  changeable_ts: ts('when devices may be removed again; null: now').nullable(),
});

export const consentsReplySchema = z.object({
  consents: z.array(
    z.object({
      kind: z.enum(['terms', 'guardian', 'marketing']),
      is_given: z.boolean(),
      wording: z.string().describe('Version of the words'),
      source: z.string(),
      given_ts: ts('when'),
    }),
  ),
});
