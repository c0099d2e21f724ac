import { email } from '#domain/forms/email.rules.ts';
import { field, flag, id, oneOf, text, stringOrEmpty, type Form } from '#domain/forms/fields.rules.ts';
import { dayHkOf, isDayHk, type DayHk } from '#shared/hk-time.ts';
import { Quality, VerificationPurpose } from '#shared/enums.ts';

// Shared with the browser.

/** Lengths in user-perceived characters (R-315, VA-11 to VA-14). */
const MEMBER_LIMITS = { displayName: 20, short: 50, settingBytes: 10_240 } as const;

export const ADULT_YEARS = 18;
const FIRST_DOB: DayHk = '1900-01-01';

/** Age in whole years on a Hong Kong day; the birthday itself counts (VA-36). */
export function ageOn(dob: DayHk, today: DayHk): number {
  const years = Number(today.slice(0, 4)) - Number(dob.slice(0, 4));
  return today.slice(5) < dob.slice(5) ? years - 1 : years;
}

export const isUnder18 = (dob: DayHk, now: Date): boolean => ageOn(dob, dayHkOf(now)) < ADULT_YEARS;

/** Longest common notation: `1990年12月31日`. Forms accept more notations than the API. */
const TYPED_DAY_CHARS = 12;

export const dob = field<DayHk>(
  (given, { today }) => {
    const value = stringOrEmpty(given).trim();
    if (value === '') return { code: 'required' };
    return isDayHk(value) && value < today && value >= FIRST_DOB ? { value } : { code: 'date' };
  },
  { input: { autoComplete: 'bday', inputMode: 'numeric', maxLength: TYPED_DAY_CHARS } },
);

const name = (autoComplete: string) => text(MEMBER_LIMITS.short, { input: { autoComplete } });
export const surname = name('family-name');
export const givenName = name('given-name');
export const displayName = text(MEMBER_LIMITS.displayName, { input: { autoComplete: 'nickname' } });

export const gender = oneOf('M', 'F');

const SETTING_DEPTH = 20;
/** Whether a value is nested deeper than `levels`. Does not descend further. */
const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((one) => isDeeper(one, levels - 1)));
const setting = field<Record<string, unknown>>(
  (given) => {
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return { code: 'format' };
    // Checked first: serialising a value nested too deeply would overflow the stack.
    if (isDeeper(given, SETTING_DEPTH)) return { code: 'format' };
    const bytes = new TextEncoder().encode(JSON.stringify(given)).length;
    return bytes > MEMBER_LIMITS.settingBytes ? { code: 'tooLarge' } : { value: given as Record<string, unknown> };
  },
  { type: 'object', most: MEMBER_LIMITS.settingBytes },
);
const MAX_DEVICES = 50;
const deviceIds = field<number[]>(
  (given, around) => {
    if (!Array.isArray(given) || given.length === 0) return { code: 'required' };
    if (given.length > MAX_DEVICES) return { code: 'tooLong' };
    const ids = given.map((one) => id.read(one, around)).flatMap((one) => (one.code === undefined ? [one.value] : []));
    return ids.length === given.length ? { value: ids } : { code: 'format' };
  },
  { type: 'numbers', most: MAX_DEVICES },
);

/** Fields of the member info calls, in form order and with their wire names. */
export const MEMBER_FORMS = {
  checkMX: { domain: text(253) },
  changePreference: { is_subscribe_edm: flag },
  updateDisplayName: { display_name: displayName },
  updateRealName: { surname, given_name: givenName },
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
