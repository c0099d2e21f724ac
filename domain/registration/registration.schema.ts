import { z } from 'zod';
import { optional, randomSalt } from '#domain/forms/fields.rules.ts';
import { wireOf } from '#domain/forms/wire.schema.ts';
import { REGISTRATION_FORMS } from './registration.rules.ts';

export const registerBodySchema = wireOf(REGISTRATION_FORMS.register, {
  email: 'Without a plus sign',
  surname: 'Family name',
  given_name: 'Given name',
  dispaly_name: 'Name that others see',
  verify_sms: 'Whether the number will be verified',
  gender: 'Gender',
  dob: 'Day of birth, YYYY-MM-DD, before today in Hong Kong',
  under_18_terms: 'Consent of a parent or guardian, needed under 18',
  terms: 'Whether the terms were accepted',
});
export const resetPasswordBodySchema = wireOf(REGISTRATION_FORMS.resetPassword, {
  password: 'None of < > quotes, tab, space',
  confirmed_password: 'The same again',
  verify_code: 'Code of the mailed link',
});
export const resendWelcomeEmailBodySchema = wireOf({ random_salt: optional(randomSalt) })
  .nullish()
  .describe('May be left out: the browser that registered holds a cookie');
export const registerReplySchema = z.object({
  random_salt: z.string().describe('Names this registration in calls about its phone'),
});
