import { addressOf, EMAIL } from '#domain/forms/email.rules.ts';
import {
  botToken,
  flag,
  lengthOf,
  like,
  optional,
  sameAs,
  text,
  textOf,
  type Field,
  type Form,
} from '#domain/forms/fields.rules.ts';
import { isPhone, PHONE_DIGITS } from '#domain/forms/phone.rules.ts';

// What the browser checks too.

/** Longest name of an account at one of the two older sites. */
const OLD_NAME_CHARS = 50;
const USERNAME = /^[\w+\-@.]+$/;
/** VA-01; line breaks are refused with the rest. */
const NOT_IN_PASSWORDS = /[<>"'\t \r\n\u2028\u2029]/;
const PASSWORD_CHARS = { least: 8, most: 500 } as const;

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

export const password: Field<string> = (given) => (isPassword(given) ? { value: given } : { code: 'password' });

/** A password as it was set once, by whatever rule then. */
const passwordAsTyped =
  (min: number): Field<string> =>
  (given) => {
    const value = textOf(given);
    if (value === '') return { code: 'required' };
    if (value.length > 1_000) return { code: 'tooLong' };
    return value.length < min ? { code: 'format' } : { value };
  };

/** Fields of the calls by which somebody proves or recovers who they are, in the order of their forms. */
export const AUTH_FORMS = {
  login: { email: accountName, password: passwordAsTyped(1), rememberMe: flag },
  forgetPassword: {
    email: optional(accountName),
    phone_no: optional(text(PHONE_DIGITS.most, isPhone, 'phone')),
    acc881: optional(text(OLD_NAME_CHARS, like(USERNAME))),
    acc903: optional(text(OLD_NAME_CHARS, like(USERNAME))),
    turnstileToken: botToken,
  },
  updatePassword: {
    old_password: passwordAsTyped(4),
    new_password: password,
    confirmed_password: sameAs('new_password'),
  },
} as const satisfies Record<string, Form>;
