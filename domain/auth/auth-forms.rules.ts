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
  stringOrEmpty,
  type Form,
} from '#domain/forms/fields.rules.ts';
import { botToken } from '#domain/forms/bot-check.rules.ts';
import { anyPhone } from '#domain/forms/phone.rules.ts';

// Shared with the browser.

/** Maximum length of a username on the two legacy sites. */
const OLD_NAME_CHARS = 50;
/** Maximum length of a mail address. Old accounts may exceed our current limit. */
const ADDRESS_CHARS = 254;
const USERNAME = /^[\w+\-@.]+$/;
/** Upper bound: no longer password was ever accepted. */
const TYPED_CHARS = 1_000;

/** Identifies an account: its mail address, or a username of the legacy sites (VA-10). */
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

/** An existing password, which may have been set under older rules. */
const passwordAsTyped = (least: number) =>
  field<string>(
    (given) => {
      const value = stringOrEmpty(given);
      if (value === '') return { code: 'required' };
      if (value.length > TYPED_CHARS) return { code: 'tooLong' };
      return value.length < least ? { code: 'format' } : { value };
    },
    { least, most: TYPED_CHARS, input: { autoComplete: 'current-password' } },
  );

/** Fields of the calls that authenticate a member or recover an account, in the order of their forms. */
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
