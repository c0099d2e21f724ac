import { PhoneCountry } from '#shared/enums.ts';
import { cleaned, field, text, stringOrEmpty } from './fields.rules.ts';
import { fieldRules } from '#shared/field-rules.ts';

/** VA-04. No mobile numbers begin with 800, 900 or 999. */
export const HK_MOBILE = /^(?!800|900|999)[4-9][0-9]{7}$/;
/** VA-03, limited to the longest international number. */
const DIGITS = { least: 8, most: 15 } as const;
const isPhone = (value: string) =>
  fieldRules.numeric(value) && fieldRules.between(value.length, DIGITS.least, DIGITS.most);
const INPUT = { type: 'tel', inputMode: 'numeric', autoComplete: 'tel-national' } as const;

/** A number by which an account is looked up. */
export const anyPhone = text(DIGITS.most, { least: DIGITS.least, isRight: isPhone, code: 'phone', input: INPUT });

/** No upper limit, as an extension may follow. */
const isLongEnough = (value: string) => fieldRules.numeric(value) && value.length >= DIGITS.least;

/** A number at which a visitor may be called. */
export const phoneToCall = (most: number, { isOptional = false } = {}) =>
  text(most, { least: DIGITS.least, isRight: isLongEnough, isOptional, input: INPUT });

/** Sent as text, `852` or `0` (VA-05, EN-16). */
const phoneCountry = field<number>(
  (given) => {
    if (typeof given !== 'string' || given === '') return { code: 'required' };
    if (!fieldRules.numeric(given) || given.length > 4) return { code: 'format' };
    const value = Number(given);
    return value === PhoneCountry.HONG_KONG || value === PhoneCountry.OTHER ? { value } : { code: 'choice' };
  },
  {
    choices: [String(PhoneCountry.HONG_KONG), String(PhoneCountry.OTHER)],
    input: { type: 'choice', autoComplete: 'tel-country-code' },
  },
);

const phoneNo = field<string>(
  (given, around) => {
    const value = cleaned(stringOrEmpty(given));
    if (value === '') return { code: 'required' };
    if (!isPhone(value)) return { code: 'phone' };
    const isHere = Number(around.given['phone_no_country']) === PhoneCountry.HONG_KONG;
    return isHere && !HK_MOBILE.test(value) ? { code: 'hkMobile' } : { value };
  },
  { ...DIGITS, input: INPUT },
);

/** A number as its two fields. */
export const phoneNumber = { phone_no_country: phoneCountry, phone_no: phoneNo };
