import { z } from 'zod';

// Shapes of the wire. They hold types and outer sizes; the rules of each field stand in members.rules.ts, which the
// browser has too, so that a fault is told under the same name and code wherever it is found.

/** Faults of shape are told by the same names as those of the rules. */
const told = { error: ({ input }: { input?: unknown }) => (input === undefined ? 'required' : 'format') };
/** A code is right or wrong, whatever its length: the rules say so, and the limit of bodies is its end. */
const codeWords = (about: string) => z.string(told).describe(about);
const words = (about: string, max = 2_000) => z.string(told).max(max, 'tooLong').describe(about);
const flag = (about: string) => z.boolean(told).describe(about);
const number = (about: string) => z.number(told).int('format').describe(about);
const turnstileToken = words('Token of the bot check', 8_192);
const phone = {
  phone_no_country: words('Dialling code as text: 852, or 0 for other places'),
  phone_no: words('Digits, at least 8; of Hong Kong a mobile number'),
};
const dob = words('Day of birth, YYYY-MM-DD, before today in Hong Kong');
const gender = words('M or F');
const randomSalt = words('Names the registration or code that is meant');
const p2a = {
  page_instance: words('A random id of the page'),
  p2a_verification_request_id: number('Request that is verified'),
  verifying_phone_no: words('Number that is verified'),
};

export const loginBodySchema = z.object({
  email: words('E-mail address, or a name of the older sites'),
  password: words('Password'),
  rememberMe: flag('true: thirty days, renewed while used; false: until the browser closes'),
});
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
export const forgetPasswordBodySchema = z.object({
  email: words('E-mail address').optional(),
  phone_no: words('Phone').optional(),
  acc881: words('Name of the former 881 site').optional(),
  acc903: words('Name of the former 903 site').optional(),
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
export const updatePasswordBodySchema = z.object({
  old_password: words('Password until now'),
  new_password: words('At least 8 characters, none of < > quotes, tab, space'),
  confirmed_password: words('The new one again'),
});
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
export const updatePhoneNoBodySchema = z.object({
  verify_sms: flag('Whether it will be verified by a code'),
  ...phone,
});
export const queryDuplicatedPhoneNoBodySchema = z.object(phone);
export const verifySmsBodySchema = z.object({
  random_salt: randomSalt,
  verify_code: codeWords('Four digits'),
  turnstileToken,
});
export const sendVerifySmsBodySchema = z.object({
  changeUserPhoneNoRequestId: number('Change that is verified; null: the present number').nullable(),
});
export const registrationSmsBodySchema = z.object({
  random_salt: randomSalt,
  turnstileToken: turnstileToken.optional(),
});
export const checkPhoneNoAllowVerifyBodySchema = z.object({
  changeUserPhoneNoRequestId: number('Change that is meant'),
});
export const removePaidContentUserDeviceBodySchema = z.object({
  device_ids: z.array(number('A device'), told).max(500, 'tooLong').describe('Devices to be removed'),
});
export const p2aBodySchema = z.object(p2a);
export const checkP2aPhoneVerifyStatusBodySchema = z.object({
  ...p2a,
  verify_type: number('CALL 1, SMS 2, VOICE_OTP 3'),
  timeout_check: flag('true on the last check of a session'),
});
export const verifyVoiceOtpBodySchema = z.object({ ...p2a, verify_code: codeWords('Six digits'), turnstileToken });
export const updateUserSettingBodySchema = z.object({
  user_setting: z.record(z.string().max(200), z.unknown()).describe('A free object of at most 10 KB'),
});

export const emptyReplySchema = z.object({}).describe('Nothing');
export const loginReplySchema = z.object({ user_id: z.number().int(), display_name: z.string() });
export const registerReplySchema = z.object({
  random_salt: z.string().describe('Names this registration in calls about its phone'),
});
export const subscribedReplySchema = z.object({ subscribed: z.boolean() });
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
