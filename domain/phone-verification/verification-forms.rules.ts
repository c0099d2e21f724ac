import {
  code,
  flag,
  id,
  like,
  nullable,
  oneOf,
  optional,
  randomSalt,
  text,
  type Form,
} from '#domain/forms/fields.rules.ts';
import { botToken } from '#domain/forms/bot-check.rules.ts';

const p2a = {
  page_instance: text(100, { isRight: like(/^[\w-]{8,100}$/) }),
  p2a_verification_request_id: id,
  verifying_phone_no: text(20, { isRight: like(/^\+?[0-9]{8,19}$/), code: 'phone' }),
};

/** Form of a page after a code was texted. The page itself knows the owner. */
export const SMS_CODE_FORM = { verify_code: code(4), turnstileToken: botToken } as const satisfies Form;

/** The same for a spoken code. */
export const VOICE_CODE_FORM = { verify_code: code(6), turnstileToken: botToken } as const satisfies Form;

/** Fields of the phone verification calls, in form order and with their wire names. */
export const VERIFICATION_FORMS = {
  verifySms: { random_salt: randomSalt, ...SMS_CODE_FORM },
  sendVerifySms: { changeUserPhoneNoRequestId: nullable(id) },
  sendVerifySmsOfRegistration: { random_salt: randomSalt, turnstileToken: optional(botToken) },
  p2aRequest: p2a,
  checkP2APhoneVerifyStatus: { ...p2a, verify_type: oneOf(1, 2, 3), timeout_check: flag },
  verifyVoiceOtp: { ...p2a, ...VOICE_CODE_FORM },
} as const satisfies Record<string, Form>;
