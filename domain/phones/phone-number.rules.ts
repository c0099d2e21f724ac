import { HK_MOBILE } from '#domain/forms/phone.rules.ts';
import { PhoneCountry } from '#shared/enums.ts';

/** A number as members give it: a dialling code, or 0 for other places (EN-16), and digits. */
export interface PhoneNumber {
  phoneNoCountry: number;
  phoneNo: string;
}

/** Whether a text or a call can prove the number: mobiles of Hong Kong only, as 0 names no place to dial. */
export const isVerifiable = ({ phoneNoCountry, phoneNo }: PhoneNumber): boolean =>
  phoneNoCountry === PhoneCountry.HONG_KONG && HK_MOBILE.test(phoneNo);

/** `+85291234567`. */
export const e164Of = ({ phoneNoCountry, phoneNo }: PhoneNumber): string => `+${phoneNoCountry}${phoneNo}`;

/** The mobile of Hong Kong that a carrier names as the caller; null for withheld numbers and all others. */
export function callerOf(from: string): PhoneNumber | null {
  const phoneNo = /^\+852([0-9]{8})$/.exec(from)?.[1];
  const number = phoneNo === undefined ? null : { phoneNoCountry: PhoneCountry.HONG_KONG, phoneNo };
  return number && isVerifiable(number) ? number : null;
}

/** The digits of a text, full-width ones folded: what is left of 「驗證 ４８２１１３」. */
export const digitsOf = (text: string): string => text.normalize('NFKC').replace(/[^0-9]/g, '');

/** As much of a number as a mail or a list of events may show. */
export const maskedPhone = (phoneNo: string): string => `${phoneNo.slice(0, 2)}****${phoneNo.slice(-2)}`;
