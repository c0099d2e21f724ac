import { cleaned, field, lengthOf, textOf, type FaultCode } from './fields.rules.ts';

/** As a reader counts them. */
export const EMAIL_CHARS = 50;

/** VA-24 without what only lists of mailboxes are written with, and without what cannot be seen. */
export const EMAIL = /^[^\s@<>(),:;"\\[\]\p{C}]+@[^\s@.]+(\.[^\s@.]+)+$/u;
const EMAIL_DOMAIN = /^([A-Za-z0-9](-*[A-Za-z0-9])*\.)+[A-Za-z]{2,}$/;

/** What is wrong with an address; undefined for one that may be (VA-12, VA-24, VA-39, VA-40). */
export function emailFault(value: string): FaultCode | undefined {
  if (value === '') return 'required';
  if (lengthOf(value) > EMAIL_CHARS) return 'tooLong';
  if (!EMAIL.test(value)) return 'format';
  if (value.includes('+')) return 'plusSign';
  return EMAIL_DOMAIN.test(value.slice(value.indexOf('@') + 1)) ? undefined : 'invalidDomain';
}

/** An address as mail is sent to it, and as it is compared: letters of full width are the same ones (NFKC). */
export const addressOf = (given: unknown) => cleaned(textOf(given)).normalize('NFKC');

/** The address of a member's mailbox. */
export const email = field<string>(
  (given) => {
    const value = addressOf(given);
    const code = emailFault(value);
    return code ? { code } : { value };
  },
  { most: EMAIL_CHARS, input: { type: 'email', autoComplete: 'email' } },
);

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
