import { email } from '#domain/forms/email.rules.ts';
import {
  cleaned,
  field,
  flag,
  like,
  sameAs,
  text,
  stringOrEmpty,
  TRUE,
  type Field,
  type Form,
} from '#domain/forms/fields.rules.ts';
import { botToken } from '#domain/forms/bot-check.rules.ts';
import { phoneNumber } from '#domain/forms/phone.rules.ts';
import { ADULT_YEARS, ageOn, displayName, dob, gender, givenName, surname } from '#domain/members/members.rules.ts';
import { password } from '#domain/passwords/passwords.rules.ts';
import { isDayHk } from '#shared/hk-time.ts';

// Shared with the browser.

const guardianConsent = field<boolean>(
  (value, { given, today }) => {
    const isGiven = TRUE.has(value);
    const born = stringOrEmpty(given['dob']).trim();
    const isMinor = isDayHk(born) && born < today && ageOn(born, today) < ADULT_YEARS;
    return isMinor && !isGiven ? { code: 'guardian' } : { value: isGiven };
  },
  { type: 'flag', isRequired: false },
);

/** Defaults to the given name. If that is missing too, only the given name is reported. */
const displayNameOfForm = field<string>(
  (given, around) =>
    [given, around.given['given_name']].every((one) => cleaned(stringOrEmpty(one)) === '')
      ? { value: '' }
      : displayName.read(given, around),
  { ...displayName, isRequired: false },
);

/** Not a field of the API call: a caller that omits it has obtained the agreement itself. */
const terms = field<true>((given) => (given === undefined || TRUE.has(given) ? { value: true } : { code: 'terms' }), {
  type: 'flag',
  leftOut: 'absent',
});

/** The code of a mailed link. */
const linkCode: Field<string> = {
  ...text(Infinity, { isRight: like(/^[\w-]{20,100}$/), code: 'code' }),
  type: 'code',
};

/** Fields of the registration calls, in form order and with their wire names. */
export const REGISTRATION_FORMS = {
  register: {
    email,
    surname,
    given_name: givenName,
    dispaly_name: displayNameOfForm,
    ...phoneNumber,
    verify_sms: flag,
    gender,
    dob,
    is_subscribe_edm: flag,
    under_18_terms: guardianConsent,
    terms,
    turnstileToken: botToken,
  },
  changeRegistrationEmail: { email },
  resetPassword: {
    password,
    confirmed_password: sameAs('password'),
    verify_code: linkCode,
  },
} as const satisfies Record<string, Form>;
