import { email } from '#domain/forms/email.rules.ts';
import {
  cleaned,
  field,
  flag,
  like,
  sameAs,
  text,
  textOf,
  TRUE,
  type Field,
  type Form,
} from '#domain/forms/fields.rules.ts';
import { botToken } from '#domain/forms/human.rules.ts';
import { phoneNumber } from '#domain/forms/phone.rules.ts';
import { ADULT_YEARS, ageOn, displayName, dob, gender, givenName, surname } from '#domain/members/members.rules.ts';
import { password } from '#domain/passwords/passwords.rules.ts';
import { isDayHk } from '#shared/hk-time.ts';

// What the browser checks too.

const guardianConsent = field<boolean>(
  (value, { given, today }) => {
    const isGiven = TRUE.has(value);
    const born = textOf(given['dob']).trim();
    const isMinor = isDayHk(born) && born < today && ageOn(born, today) < ADULT_YEARS;
    return isMinor && !isGiven ? { code: 'guardian' } : { value: isGiven };
  },
  { type: 'flag', isRequired: false },
);

/** A form fills it with the given name: where that is missing, nothing is asked for twice. */
const displayNameOfForm = field<string>(
  (given, around) =>
    [given, around.given['given_name']].every((one) => cleaned(textOf(one)) === '')
      ? { value: '' }
      : displayName.read(given, around),
  { ...displayName, isRequired: false },
);

/** No field of the call: whoever leaves it out agreed where the call was made from. */
const terms = field<true>((given) => (given === undefined || TRUE.has(given) ? { value: true } : { code: 'terms' }), {
  type: 'flag',
  leftOut: 'absent',
});

/** The code of a mailed link. */
const linkCode: Field<string> = {
  ...text(Infinity, { isRight: like(/^[\w-]{20,100}$/), code: 'code' }),
  type: 'code',
};

/** Fields of the calls by which somebody becomes a member, in the order of their forms and with the names of the wire. */
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
