import { PhoneCountry } from '#shared/enums.ts';
import { fieldRules } from '#shared/field-rules.ts';
import { cleaned, textOf, type Field } from './fields.rules.ts';

/** VA-04; 800, 900 and 999 begin numbers that nobody carries. */
export const HK_MOBILE = /^(?!800|900|999)[4-9][0-9]{7}$/;
/** VA-03, and no longer than the longest number of any country. */
export const PHONE_DIGITS = { least: 8, most: 15 } as const;
export const isPhone = (value: string) =>
  fieldRules.numeric(value) && fieldRules.between(value.length, PHONE_DIGITS.least, PHONE_DIGITS.most);

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

/** A number as its two fields. */
export const phoneNumber = { phone_no_country: phoneCountry, phone_no: phoneNo };
