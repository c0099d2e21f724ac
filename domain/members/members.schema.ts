import { z } from 'zod';
import { codeWords, flag, number, phone, randomSalt, told, turnstileToken, words } from '#domain/forms/wire.schema.ts';

const ts = (about: string) => z.number().describe(`Unix seconds: ${about}`);
const id = z.number().int();

const dob = words('Day of birth, YYYY-MM-DD, before today in Hong Kong');
const gender = words('M or F');

export const registerBodySchema = z.object({
  email: words('At most 50 characters, without a plus sign'),
  surname: words('At most 50 characters'),
  given_name: words('At most 50 characters'),
  dispaly_name: words('Name that others see, at most 20 characters'),
  ...phone,
  verify_sms: flag('Whether the number will be verified'),
  gender,
  dob,
  is_subscribe_edm: flag('Whether news may be mailed'),
  under_18_terms: flag('Consent of a parent or guardian, needed under 18'),
  terms: z.boolean(told).optional().describe('Whether the terms were accepted; may be left out'),
  turnstileToken,
});
export const resetPasswordBodySchema = z.object({
  password: words('At least 8 characters, none of < > quotes, tab, space'),
  confirmed_password: words('The same again'),
  verify_code: codeWords('Code of the mailed link'),
});
export const checkMxBodySchema = z.object({ domain: words('Domain of an e-mail address') });
export const resendWelcomeEmailBodySchema = z
  .object({ random_salt: randomSalt.optional() })
  .nullish()
  .describe('May be left out: the browser that registered holds a cookie');
export const changePreferenceBodySchema = z.object({ is_subscribe_edm: flag('Whether news may be mailed') });
export const updateDisplayNameBodySchema = z.object({ display_name: words('At most 20 characters') });
export const updateRealNameBodySchema = z.object({
  surname: words('At most 50 characters'),
  given_name: words('At most 50 characters'),
});
export const updateDobBodySchema = z.object({ dob });
export const mobileDefaultResolutionBodySchema = z.object({
  mobileDefaultResolution: number('SD 1 or HD 2'),
});
export const updateGenderBodySchema = z.object({ gender });
export const sendVerifyEmailBodySchema = z.object({
  type: number('2 proves the present address, 8 changes it'),
  email: words('The address'),
});
export const removePaidContentUserDeviceBodySchema = z.object({
  device_ids: z.array(number('A device'), told).max(500, 'tooLong').describe('Devices to be removed'),
});
export const updateUserSettingBodySchema = z.object({
  user_setting: z.record(z.string().max(200), z.unknown()).describe('A free object of at most 10 KB'),
});
export const registerReplySchema = z.object({
  random_salt: z.string().describe('Names this registration in calls about its phone'),
});
export const userStateReplySchema = z.object({
  user: z
    .object({
      user_id: z.number().int(),
      display_name: z.string(),
      login_status: z.literal(true),
      user_setting: z.record(z.string(), z.unknown()),
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
