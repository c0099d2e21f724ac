import { dayHkOf, isDayHk, type DayHk } from '#shared/hk-time.ts';
import type { ErrorName } from '#shared/domain-error.ts';
import { fieldRules } from '#shared/field-rules.ts';
import { isPossibleId } from '#shared/ids.ts';
import { PhoneCountry, Quality, VerificationPurpose } from '#shared/enums.ts';

// What the browser checks too: plain code, so that no page carries the library the calls are described with.

/** What a field may have wrong. Words for it stand in app/text. */
export const MEMBER_FAULTS = [
  'required',
  'tooLong',
  'format',
  'choice',
  'date',
  'password',
  'commonPassword',
  'knownPassword',
  'confirmed',
  'plusSign',
  'invalidDomain',
  'noMailExchange',
  'phone',
  'hkMobile',
  'guardian',
  'terms',
  'botCheck',
  'code',
  'wrongCode',
  'tooLarge',
] as const;
export type MemberFault = (typeof MEMBER_FAULTS)[number];

export interface MemberFieldFault {
  field: string;
  code: MemberFault;
}

/** Faults that the catalogue has a code of their own for; the rest are 1. */
const OWN_CODES: Partial<Record<MemberFault, ErrorName>> = {
  password: 'invalidPassword',
  commonPassword: 'invalidPassword',
  knownPassword: 'invalidPassword',
  confirmed: 'passwordMismatch',
  plusSign: 'plusSign',
  invalidDomain: 'invalidDomain',
  noMailExchange: 'noMailExchange',
  hkMobile: 'phoneNotAllowed',
};

/** The refusal of a body: the own code of its fault where it has only one. */
export function refusalOf(faults: readonly MemberFieldFault[]): ErrorName {
  const names = new Set(faults.map(({ code }) => OWN_CODES[code] ?? 'invalidParam'));
  const [name] = names;
  return names.size === 1 && name ? name : 'invalidParam';
}

/** Lengths in characters as a reader counts them (R-315, VA-11 to VA-14). */
export const MEMBER_LIMITS = { displayName: 20, email: 50, short: 50, common: 500, settingBytes: 10_240 } as const;

/** VA-01; line breaks are refused with the rest. */
const NOT_IN_PASSWORDS = /[<>"'\t \r\n\u2028\u2029]/;
const PASSWORD_CHARS = { least: 8, most: 500 } as const;
/** VA-24 without what only lists of mailboxes are written with, and without what cannot be seen. */
const EMAIL = /^[^\s@<>(),:;"\\[\]\p{C}]+@[^\s@.]+(\.[^\s@.]+)+$/u;
const EMAIL_DOMAIN = /^([A-Za-z0-9](-*[A-Za-z0-9])*\.)+[A-Za-z]{2,}$/;
const USERNAME = /^[\w+\-@.]+$/;
/** VA-04; 800, 900 and 999 begin numbers that nobody carries. */
export const HK_MOBILE = /^(?!800|900|999)[4-9][0-9]{7}$/;
/** VA-03, and no longer than the longest number of any country. */
const PHONE_DIGITS = { least: 8, most: 15 } as const;
const isPhone = (value: string) =>
  fieldRules.numeric(value) && fieldRules.between(value.length, PHONE_DIGITS.least, PHONE_DIGITS.most);
const ADULT_YEARS = 18;
const FIRST_DOB: DayHk = '1900-01-01';

/** Letters that no name needs: controls, marks that turn the order of reading, what cannot be seen. */
const UNSEEN = /[\p{Cc}\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;
const cleaned = (value: string) =>
  value
    .toWellFormed()
    .replaceAll(/[\t\r\n]+/g, ' ')
    .replaceAll(UNSEEN, '')
    .trim();
const lengthOf = (value: string) => Array.from(value).length;

type Given = Readonly<Record<string, unknown>>;
interface Around {
  given: Given;
  today: DayHk;
}
type Checked<T> = { value: T; code?: never } | { code: MemberFault };
/** Reads one field: the value as it will be stored, or the first thing wrong with it. */
export type Field<T> = (value: unknown, around: Around) => Checked<T>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const like = (pattern: RegExp) => (value: string) => pattern.test(value);

const text =
  (max: number, isRight?: (value: string) => boolean, code: MemberFault = 'format'): Field<string> =>
  (given) => {
    const value = cleaned(textOf(given));
    if (value === '') return { code: 'required' };
    if (lengthOf(value) > max) return { code: 'tooLong' };
    return isRight && !isRight(value) ? { code } : { value };
  };

const optional =
  <T>(field: Field<T>): Field<T | null> =>
  (given, around) =>
    given === undefined || given === null || given === '' ? { value: null } : field(given, around);

const TRUE = new Set<unknown>([true, 'true', 'on', '1']);
/** A box that is not ticked is not sent by a form. */
const flag: Field<boolean> = (given) => ({ value: TRUE.has(given) });

const ticked =
  (code: MemberFault): Field<true> =>
  (given) =>
    TRUE.has(given) ? { value: true } : { code };

const numberOf = (given: unknown): number =>
  typeof given === 'number'
    ? given
    : typeof given === 'string' && fieldRules.numeric(given) && given.length <= 10
      ? Number(given)
      : Number.NaN;

const oneOf =
  <const T extends string | number>(...values: readonly T[]): Field<T> =>
  (given) => {
    const value = values.find((one) => one === given || (typeof one === 'number' && one === numberOf(given)));
    return value === undefined ? { code: given === undefined || given === '' ? 'required' : 'choice' } : { value };
  };

const id: Field<number> = (given) => {
  const value = numberOf(given);
  return isPossibleId(value) ? { value } : { code: 'format' };
};

/** What is wrong with an address; undefined for one that may be (VA-12, VA-24, VA-39, VA-40). */
export function emailFault(value: string): MemberFault | undefined {
  if (value === '') return 'required';
  if (lengthOf(value) > MEMBER_LIMITS.email) return 'tooLong';
  if (!EMAIL.test(value)) return 'format';
  if (value.includes('+')) return 'plusSign';
  return EMAIL_DOMAIN.test(value.slice(value.indexOf('@') + 1)) ? undefined : 'invalidDomain';
}

/** An address as mail is sent to it, and as it is compared: letters of full width are the same ones (NFKC). */
const addressOf = (given: unknown) => cleaned(textOf(given)).normalize('NFKC');

const email: Field<string> = (given) => {
  const value = addressOf(given);
  const code = emailFault(value);
  return code ? { code } : { value };
};

/** What an account is found by: its address, or a name of the older sites (VA-10). */
const accountName: Field<string> = (given) => {
  const value = addressOf(given);
  if (value === '') return { code: 'required' };
  if (lengthOf(value) > 254) return { code: 'tooLong' };
  return USERNAME.test(value) || EMAIL.test(value) ? { value } : { code: 'format' };
};

/** VA-01 part by part: how many characters are missing, and whether each may stand in a password. */
export const passwordParts = (value: string): { missing: number; isClean: boolean } => ({
  missing: Math.max(0, PASSWORD_CHARS.least - lengthOf(value)),
  isClean: !NOT_IN_PASSWORDS.test(value),
});

export function isPassword(value: unknown): value is string {
  if (typeof value !== 'string' || lengthOf(value) > PASSWORD_CHARS.most) return false;
  const { missing, isClean } = passwordParts(value);
  return missing === 0 && isClean;
}

const password: Field<string> = (given) => (isPassword(given) ? { value: given } : { code: 'password' });

/** A password as it was set once, by whatever rule then. */
const passwordAsTyped =
  (min: number): Field<string> =>
  (given) => {
    const value = textOf(given);
    if (value === '') return { code: 'required' };
    if (value.length > 1_000) return { code: 'tooLong' };
    return value.length < min ? { code: 'format' } : { value };
  };

const sameAs =
  (other: string): Field<string> =>
  (value, { given }) =>
    typeof value === 'string' && value === given[other] ? { value } : { code: 'confirmed' };

/** Sent as text, `852` or `0` (VA-05, EN-16). */
const phoneCountry: Field<number> = (given) => {
  if (typeof given !== 'string' || given === '') return { code: 'required' };
  if (!fieldRules.numeric(given) || given.length > 4) return { code: 'format' };
  const value = Number(given);
  return value === PhoneCountry.HONG_KONG || value === PhoneCountry.OTHER ? { value } : { code: 'choice' };
};

const phoneNo: Field<string> = (given, around) => {
  const value = cleaned(textOf(given));
  if (value === '') return { code: 'required' };
  if (!isPhone(value)) return { code: 'phone' };
  const isHere = Number(around.given['phone_no_country']) === PhoneCountry.HONG_KONG;
  return isHere && !HK_MOBILE.test(value) ? { code: 'hkMobile' } : { value };
};

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

const botToken: Field<string> = (given) => {
  const value = textOf(given).trim();
  return value === '' || value.length > 4_096 ? { code: 'botCheck' } : { value };
};

/** One that is too long is as wrong as one that is too short. */
const code = (digits: number) => text(Infinity, (value) => fieldRules.digits(value, digits), 'code');
const randomSalt = text(100, like(/^[\w-]{16,100}$/));
const gender = oneOf('M', 'F');
const phoneNumber = { phone_no_country: phoneCountry, phone_no: phoneNo };
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
const p2a = {
  page_instance: text(100, like(/^[\w-]{8,100}$/)),
  p2a_verification_request_id: id,
  verifying_phone_no: text(20, like(/^\+?[0-9]{8,19}$/), 'phone'),
};

/** Fields of every call about accounts and member info, in the order of its form and with the names of the wire. */
export const MEMBER_FORMS = {
  login: { email: accountName, password: passwordAsTyped(1), rememberMe: flag },
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
  forgetPassword: {
    email: optional(accountName),
    phone_no: optional(text(PHONE_DIGITS.most, isPhone, 'phone')),
    acc881: optional(text(MEMBER_LIMITS.short, like(USERNAME))),
    acc903: optional(text(MEMBER_LIMITS.short, like(USERNAME))),
    turnstileToken: botToken,
  },
  resetPassword: {
    password,
    confirmed_password: sameAs('password'),
    verify_code: text(Infinity, like(/^[\w-]{20,100}$/), 'code'),
  },
  checkMX: { domain: text(253) },
  changePreference: { is_subscribe_edm: flag },
  updatePassword: {
    old_password: passwordAsTyped(4),
    new_password: password,
    confirmed_password: sameAs('new_password'),
  },
  updateDisplayName: { display_name: text(MEMBER_LIMITS.displayName) },
  updateRealName: { surname: text(MEMBER_LIMITS.short), given_name: text(MEMBER_LIMITS.short) },
  updateDob: { dob },
  mobileDefaultResolution: { mobileDefaultResolution: oneOf(Quality.SD, Quality.HD) },
  updateGender: { gender },
  sendVerifyEmail: {
    type: oneOf(VerificationPurpose.VERIFY_EMAIL, VerificationPurpose.CHANGE_USER_LOGIN_EMAIL),
    email,
  },
  updatePhoneNo: { verify_sms: flag, ...phoneNumber },
  queryDuplicatedPhoneNo: phoneNumber,
  verifySms: { random_salt: randomSalt, verify_code: code(4), turnstileToken: botToken },
  sendVerifySms: { changeUserPhoneNoRequestId: optional(id) },
  sendVerifySmsOfRegistration: { random_salt: randomSalt, turnstileToken: optional(botToken) },
  checkPhoneNoAllowVerify: { changeUserPhoneNoRequestId: id },
  removePaidContentUserDevice: { device_ids: deviceIds },
  p2aRequest: p2a,
  checkP2APhoneVerifyStatus: { ...p2a, verify_type: oneOf(1, 2, 3), timeout_check: flag },
  verifyVoiceOtp: { ...p2a, verify_code: code(6), turnstileToken: botToken },
  updateUserSetting: { user_setting: setting },
} as const satisfies Record<string, Record<string, Field<unknown>>>;

export type MemberForm = keyof typeof MEMBER_FORMS;
type FieldsOf<F extends MemberForm> = (typeof MEMBER_FORMS)[F];
export type MemberFields<F extends MemberForm> = {
  [K in keyof FieldsOf<F>]: FieldsOf<F>[K] extends Field<infer T> ? T : never;
};

/** The fields of a call or form as they will be stored, or what is wrong with them, in the order of the form. */
export function checkMemberForm<F extends MemberForm>(
  form: F,
  given: Given,
  now: Date,
): { fields: MemberFields<F>; faults: [] } | { fields: null; faults: MemberFieldFault[] } {
  const around: Around = { given, today: dayHkOf(now) };
  const fields: Record<string, unknown> = {};
  const faults: MemberFieldFault[] = [];
  for (const [name, field] of Object.entries<Field<unknown>>(MEMBER_FORMS[form])) {
    const found = field(Object.hasOwn(given, name) ? given[name] : undefined, around);
    if (found.code === undefined) fields[name] = found.value;
    else faults.push({ field: name, code: found.code });
  }
  return faults.length > 0 ? { fields: null, faults } : { fields: fields as MemberFields<F>, faults: [] };
}

const GMAIL = new Set(['gmail.com', 'googlemail.com']);

/** What makes two addresses one mailbox: letters without case; at Gmail without dots and what follows a plus (10025). */
export function emailKeyOf(address: string): string {
  const lower = address.trim().normalize('NFKC').toLowerCase();
  const at = lower.lastIndexOf('@');
  const domain = lower.slice(at + 1);
  if (at < 0 || !GMAIL.has(domain)) return lower;
  const local = lower.slice(0, at).replace(/\+.*$/, '').replaceAll('.', '');
  return `${local}@gmail.com`;
}

/** An address as far as whoever knows it may recognise it: `w…@mail.example`. */
export const maskedEmail = (address: string): string =>
  address.replace(/^(.)?.*(@[^@]*)$/su, (_all, first: string = '', domain: string) => `${first}…${domain}`);
