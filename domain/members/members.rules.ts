import { password } from '#domain/auth/auth.rules.ts';
import { email } from '#domain/forms/email.rules.ts';
import {
  botToken,
  cleaned,
  flag,
  id,
  like,
  oneOf,
  sameAs,
  text,
  textOf,
  ticked,
  TRUE,
  type Field,
  type Form,
} from '#domain/forms/fields.rules.ts';
import { phoneNumber } from '#domain/forms/phone.rules.ts';
import { dayHkOf, isDayHk, type DayHk } from '#shared/hk-time.ts';
import { Quality, VerificationPurpose } from '#shared/enums.ts';

// What the browser checks too.

/** Lengths in characters as a reader counts them (R-315, VA-11 to VA-14). */
export const MEMBER_LIMITS = { displayName: 20, short: 50, settingBytes: 10_240 } as const;

const ADULT_YEARS = 18;
const FIRST_DOB: DayHk = '1900-01-01';

/** Whole years of age on a Hong Kong day; a birthday counts (VA-36). */
export function ageOn(dob: DayHk, today: DayHk): number {
  const years = Number(today.slice(0, 4)) - Number(dob.slice(0, 4));
  return today.slice(5) < dob.slice(5) ? years - 1 : years;
}

export const isUnder18 = (dob: DayHk, now: Date): boolean => ageOn(dob, dayHkOf(now)) < ADULT_YEARS;

const dob: Field<DayHk> = (given, { today }) => {
  const value = textOf(given).trim();
  if (value === '') return { code: 'required' };
  return isDayHk(value) && value < today && value >= FIRST_DOB ? { value } : { code: 'date' };
};

const guardianConsent: Field<boolean> = (value, { given, today }) => {
  const isGiven = TRUE.has(value);
  const born = textOf(given['dob']).trim();
  const isMinor = isDayHk(born) && born < today && ageOn(born, today) < ADULT_YEARS;
  return isMinor && !isGiven ? { code: 'guardian' } : { value: isGiven };
};

/** A form fills it with the given name: where that is missing, nothing is asked for twice. */
const displayName: Field<string> = (given, around) =>
  [given, around.given['given_name']].every((one) => cleaned(textOf(one)) === '')
    ? { value: '' }
    : text(MEMBER_LIMITS.displayName)(given, around);

const gender = oneOf('M', 'F');

const SETTING_DEPTH = 20;
/** Whether a value holds more than so many levels; it looks no further down. */
const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((one) => isDeeper(one, levels - 1)));
const setting: Field<Record<string, unknown>> = (given) => {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return { code: 'format' };
  // What has more levels than it may have bytes could not be written down without a fall.
  if (isDeeper(given, SETTING_DEPTH)) return { code: 'format' };
  if (new TextEncoder().encode(JSON.stringify(given)).length > MEMBER_LIMITS.settingBytes) return { code: 'tooLarge' };
  return { value: given as Record<string, unknown> };
};
const MAX_DEVICES = 50;
const deviceIds: Field<number[]> = (given, around) => {
  if (!Array.isArray(given) || given.length === 0) return { code: 'required' };
  if (given.length > MAX_DEVICES) return { code: 'tooLong' };
  const values = given.map((one) => id(one, around)).flatMap((one) => (one.code === undefined ? [one.value] : []));
  return values.length === given.length ? { value: values } : { code: 'format' };
};

/** Fields of the calls about accounts and member info, in the order of its form and with the names of the wire. */
export const MEMBER_FORMS = {
  register: {
    email,
    surname: text(MEMBER_LIMITS.short),
    given_name: text(MEMBER_LIMITS.short),
    dispaly_name: displayName,
    ...phoneNumber,
    verify_sms: flag,
    gender,
    dob,
    is_subscribe_edm: flag,
    under_18_terms: guardianConsent,
    /** No field of the call: whoever leaves it out agreed where the call was made from. */
    terms: ((given) =>
      given === undefined ? { value: true } : ticked('terms')(given, { given: {}, today: '' })) satisfies Field<true>,
    turnstileToken: botToken,
  },
  changeRegistrationEmail: { email },
  resetPassword: {
    password,
    confirmed_password: sameAs('password'),
    verify_code: text(Infinity, like(/^[\w-]{20,100}$/), 'code'),
  },
  checkMX: { domain: text(253) },
  changePreference: { is_subscribe_edm: flag },
  updateDisplayName: { display_name: text(MEMBER_LIMITS.displayName) },
  updateRealName: { surname: text(MEMBER_LIMITS.short), given_name: text(MEMBER_LIMITS.short) },
  updateDob: { dob },
  mobileDefaultResolution: { mobileDefaultResolution: oneOf(Quality.SD, Quality.HD) },
  updateGender: { gender },
  sendVerifyEmail: {
    type: oneOf(VerificationPurpose.VERIFY_EMAIL, VerificationPurpose.CHANGE_USER_LOGIN_EMAIL),
    email,
  },
  removePaidContentUserDevice: { device_ids: deviceIds },
  updateUserSetting: { user_setting: setting },
} as const satisfies Record<string, Form>;
