import {
  botToken,
  code,
  flag,
  id,
  like,
  oneOf,
  optional,
  randomSalt,
  text,
  type Form,
} from '#domain/forms/fields.rules.ts';
import { phoneNumber } from '#domain/forms/phone.rules.ts';

const p2a = {
  page_instance: text(100, like(/^[\w-]{8,100}$/)),
  p2a_verification_request_id: id,
  verifying_phone_no: text(20, like(/^\+?[0-9]{8,19}$/), 'phone'),
};

/** Fields of the calls about phones, in the order of their forms and with the names of the wire. */
export const PHONE_FORMS = {
  updatePhoneNo: { verify_sms: flag, ...phoneNumber },
  queryDuplicatedPhoneNo: phoneNumber,
  verifySms: { random_salt: randomSalt, verify_code: code(4), turnstileToken: botToken },
  sendVerifySms: { changeUserPhoneNoRequestId: optional(id) },
  sendVerifySmsOfRegistration: { random_salt: randomSalt, turnstileToken: optional(botToken) },
  checkPhoneNoAllowVerify: { changeUserPhoneNoRequestId: id },
  p2aRequest: p2a,
  checkP2APhoneVerifyStatus: { ...p2a, verify_type: oneOf(1, 2, 3), timeout_check: flag },
  verifyVoiceOtp: { ...p2a, verify_code: code(6), turnstileToken: botToken },
} as const satisfies Record<string, Form>;
