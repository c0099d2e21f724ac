import { z } from 'zod';
import { optional, randomSalt } from '#domain/forms/fields.rules.ts';
import { wireOf } from '#domain/forms/wire.schema.ts';
import { REGISTRATION_FORMS } from './registration.rules.ts';

export const registerBodySchema = wireOf(REGISTRATION_FORMS.register, {
  email: 'E-mail address, without a plus sign',
  surname: 'Family name',
  given_name: 'Given name',
  dispaly_name: 'Display name, visible to others',
  verify_sms: 'Whether the phone number is to be verified by SMS',
  gender: 'Gender',
  dob: 'Date of birth, YYYY-MM-DD, before today in Hong Kong',
  under_18_terms: 'Consent of a parent or guardian; required under the age of 18',
  terms: 'Whether the terms were accepted',
});
export const resetPasswordBodySchema = wireOf(REGISTRATION_FORMS.resetPassword, {
  password: 'New password; must not contain <, >, quotes, tabs or spaces',
  confirmed_password: 'Confirmation of the new password',
  verify_code: 'Code from the mailed link',
});
export const resendWelcomeEmailBodySchema = wireOf({ random_salt: optional(randomSalt) })
  .nullish()
  .describe('Optional, because the browser that registered has a cookie');
export const registerReplySchema = z.object({
  random_salt: z.string().describe('Identifies this registration in calls about its phone number'),
});
