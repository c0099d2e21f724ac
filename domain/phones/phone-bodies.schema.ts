import { wireOf } from '#domain/forms/wire.schema.ts';
import { PHONE_FORMS } from './phone-forms.rules.ts';

const p2a = {
  page_instance: 'A random id of the page',
  p2a_verification_request_id: 'Request that is verified',
  verifying_phone_no: 'Number that is verified',
};

export const updatePhoneNoBodySchema = wireOf(PHONE_FORMS.updatePhoneNo, {
  verify_sms: 'Whether it will be verified by a code',
});
export const queryDuplicatedPhoneNoBodySchema = wireOf(PHONE_FORMS.queryDuplicatedPhoneNo);
export const verifySmsBodySchema = wireOf(PHONE_FORMS.verifySms, { verify_code: 'Digits' });
export const sendVerifySmsBodySchema = wireOf(PHONE_FORMS.sendVerifySms, {
  changeUserPhoneNoRequestId: 'Change that is verified; null: the present number',
});
export const registrationSmsBodySchema = wireOf(PHONE_FORMS.sendVerifySmsOfRegistration);
export const checkPhoneNoAllowVerifyBodySchema = wireOf(PHONE_FORMS.checkPhoneNoAllowVerify, {
  changeUserPhoneNoRequestId: 'Change that is meant',
});
export const p2aBodySchema = wireOf(PHONE_FORMS.p2aRequest, p2a);
export const checkP2aPhoneVerifyStatusBodySchema = wireOf(PHONE_FORMS.checkP2APhoneVerifyStatus, {
  ...p2a,
  verify_type: 'CALL 1, SMS 2, VOICE_OTP 3',
  timeout_check: 'true on the last check of a session',
});
export const verifyVoiceOtpBodySchema = wireOf(PHONE_FORMS.verifyVoiceOtp, { ...p2a, verify_code: 'Digits' });
