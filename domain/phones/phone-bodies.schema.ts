import { z } from 'zod';
import { codeWords, flag, number, phone, randomSalt, turnstileToken, words } from '#domain/forms/wire.schema.ts';

const p2a = {
  page_instance: words('A random id of the page'),
  p2a_verification_request_id: number('Request that is verified'),
  verifying_phone_no: words('Number that is verified'),
};

export const updatePhoneNoBodySchema = z.object({
  verify_sms: flag('Whether it will be verified by a code'),
  ...phone,
});
export const queryDuplicatedPhoneNoBodySchema = z.object(phone);
export const verifySmsBodySchema = z.object({
  random_salt: randomSalt,
  verify_code: codeWords('Four digits'),
  turnstileToken,
});
export const sendVerifySmsBodySchema = z.object({
  changeUserPhoneNoRequestId: number('Change that is verified; null: the present number').nullable(),
});
export const registrationSmsBodySchema = z.object({
  random_salt: randomSalt,
  turnstileToken: turnstileToken.optional(),
});
export const checkPhoneNoAllowVerifyBodySchema = z.object({
  changeUserPhoneNoRequestId: number('Change that is meant'),
});
export const p2aBodySchema = z.object(p2a);
export const checkP2aPhoneVerifyStatusBodySchema = z.object({
  ...p2a,
  verify_type: number('CALL 1, SMS 2, VOICE_OTP 3'),
  timeout_check: flag('true on the last check of a session'),
});
export const verifyVoiceOtpBodySchema = z.object({ ...p2a, verify_code: codeWords('Six digits'), turnstileToken });
