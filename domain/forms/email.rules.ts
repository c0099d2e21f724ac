import { cleaned, field, lengthOf, stringOrEmpty, type FaultCode } from './fields.rules.ts';

/** In user-perceived characters. */
export const EMAIL_CHARS = 50;

/** VA-24, without mailbox list syntax and without invisible characters. */
export const EMAIL = /^[^\s@<>(),:;"\\[\]\p{C}]+@[^\s@.]+(\.[^\s@.]+)+$/u;
const EMAIL_DOMAIN = /^([A-Za-z0-9](-*[A-Za-z0-9])*\.)+[A-Za-z]{2,}$/;

/** The fault of an address. Undefined if it is valid (VA-12, VA-24, VA-39, VA-40). */
export function emailFault(value: string): FaultCode | undefined {
  if (value === '') return 'required';
  if (lengthOf(value) > EMAIL_CHARS) return 'tooLong';
  if (!EMAIL.test(value)) return 'format';
  if (value.includes('+')) return 'plusSign';
  return EMAIL_DOMAIN.test(value.slice(value.indexOf('@') + 1)) ? undefined : 'invalidDomain';
}

/** An address as mailed to and compared, with full-width characters normalised (NFKC). */
export const addressOf = (given: unknown) => cleaned(stringOrEmpty(given)).normalize('NFKC');

/** Mail address of a member. */
export const email = field<string>(
  (given) => {
    const value = addressOf(given);
    const code = emailFault(value);
    return code ? { code } : { value };
  },
  { most: EMAIL_CHARS, input: { type: 'email', autoComplete: 'email' } },
);

const GMAIL = new Set(['gmail.com', 'googlemail.com']);

/**
 * Identifies a mailbox: addresses with the same key reach the same one. Ignores case; at Gmail also dots and a plus
 * suffix (10025).
 */
export function emailKeyOf(address: string): string {
  const lower = address.trim().normalize('NFKC').toLowerCase();
  const at = lower.lastIndexOf('@');
  const domain = lower.slice(at + 1);
  if (at < 0 || !GMAIL.has(domain)) return lower;
  const local = lower.slice(0, at).replace(/\+.*$/, '').replaceAll('.', '');
  return `${local}@gmail.com`;
}

/** A masked address that its owner can recognise: `w…@mail.example`. */
export const maskedEmail = (address: string): string =>
  address.replace(/^(.)?.*(@[^@]*)$/su, (_all, first: string = '', domain: string) => `${first}…${domain}`);
