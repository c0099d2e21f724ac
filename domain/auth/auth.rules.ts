import { password } from '#domain/passwords/passwords.rules.ts';
import { addressOf, EMAIL } from '#domain/forms/email.rules.ts';
import {
  drawn,
  field,
  flag,
  lengthOf,
  like,
  optional,
  sameAs,
  text,
  textOf,
  type Form,
} from '#domain/forms/fields.rules.ts';
import { botToken } from '#domain/forms/human.rules.ts';
import { anyPhone } from '#domain/forms/phone.rules.ts';

// What the browser checks too.

/** Longest name of an account at one of the two older sites. */
const OLD_NAME_CHARS = 50;
/** Longest address that mail knows: one may be older than our own limit. */
const ADDRESS_CHARS = 254;
const USERNAME = /^[\w+\-@.]+$/;
/** A longer one was never set. */
const TYPED_CHARS = 1_000;

/** What an account is found by: its address, or a name of the older sites (VA-10). */
const accountName = field<string>(
  (given) => {
    const value = addressOf(given);
    if (value === '') return { code: 'required' };
    if (lengthOf(value) > ADDRESS_CHARS) return { code: 'tooLong' };
    return USERNAME.test(value) || EMAIL.test(value) ? { value } : { code: 'format' };
  },
  { most: ADDRESS_CHARS, input: { inputMode: 'email', autoComplete: 'username' } },
);

const oldName = optional(text(OLD_NAME_CHARS, { isRight: like(USERNAME), input: { autoComplete: 'off' } }));

/** A password as it was set once, by whatever rule then. */
const passwordAsTyped = (least: number) =>
  field<string>(
    (given) => {
      const value = textOf(given);
      if (value === '') return { code: 'required' };
      if (value.length > TYPED_CHARS) return { code: 'tooLong' };
      return value.length < least ? { code: 'format' } : { value };
    },
    { least, most: TYPED_CHARS, input: { autoComplete: 'current-password' } },
  );

/** Fields of the calls by which somebody proves or recovers who they are, in the order of their forms. */
export const AUTH_FORMS = {
  login: {
    email: drawn(accountName, { autoComplete: 'username webauthn' }),
    password: passwordAsTyped(1),
    rememberMe: flag,
  },
  forgetPassword: {
    email: optional(accountName),
    phone_no: optional(anyPhone),
    acc881: oldName,
    acc903: oldName,
    turnstileToken: botToken,
  },
  updatePassword: {
    old_password: passwordAsTyped(4),
    new_password: password,
    confirmed_password: sameAs('new_password'),
  },
} as const satisfies Record<string, Form>;
