import { HK_MOBILE } from '#domain/forms/phone.rules.ts';
import { PhoneCountry } from '#shared/enums.ts';

/** A number as entered by a member: a dialling code, or 0 for other places (EN-16), and digits. */
export interface PhoneNumber {
  phoneNoCountry: number;
  phoneNo: string;
}

/** Whether a text or call can verify the number. Hong Kong mobiles only, as 0 is no dialling code. */
export const isVerifiable = ({ phoneNoCountry, phoneNo }: PhoneNumber): boolean =>
  phoneNoCountry === PhoneCountry.HONG_KONG && HK_MOBILE.test(phoneNo);

/** `+85291234567`. */
export const e164Of = ({ phoneNoCountry, phoneNo }: PhoneNumber): string => `+${phoneNoCountry}${phoneNo}`;

/** The Hong Kong mobile that a carrier reports as the caller. Null for withheld and all other numbers. */
export function callerOf(from: string): PhoneNumber | null {
  const phoneNo = /^\+852([0-9]{8})$/.exec(from)?.[1];
  const number = phoneNo === undefined ? null : { phoneNoCountry: PhoneCountry.HONG_KONG, phoneNo };
  return number && isVerifiable(number) ? number : null;
}

/** The digits of a text, with full-width ones normalised: extracts the code from 「驗證 ４８２１１３」. */
export const digitsOf = (text: string): string => text.normalize('NFKC').replace(/[^0-9]/g, '');

/** A masked number, for mails and event lists. */
export const maskedPhone = (phoneNo: string): string => `${phoneNo.slice(0, 2)}****${phoneNo.slice(-2)}`;
