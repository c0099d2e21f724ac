import { z } from 'zod';
import { wireOf } from '#domain/forms/wire.schema.ts';
import { VERIFICATION_FORMS } from './verification-forms.rules.ts';

const p2a = {
  page_instance: 'A random id of the page',
  p2a_verification_request_id: 'Request that is verified',
  verifying_phone_no: 'Number that is verified',
};

export const verifySmsBodySchema = wireOf(VERIFICATION_FORMS.verifySms, { verify_code: 'Digits' });
export const sendVerifySmsBodySchema = wireOf(VERIFICATION_FORMS.sendVerifySms, {
  changeUserPhoneNoRequestId: 'Change that is verified; null: the present number',
});
export const registrationSmsBodySchema = wireOf(VERIFICATION_FORMS.sendVerifySmsOfRegistration);
export const p2aBodySchema = wireOf(VERIFICATION_FORMS.p2aRequest, p2a);
export const checkP2aPhoneVerifyStatusBodySchema = wireOf(VERIFICATION_FORMS.checkP2APhoneVerifyStatus, {
  ...p2a,
  verify_type: 'CALL 1, SMS 2, VOICE_OTP 3',
  timeout_check: 'true on the last check of a session',
});
export const verifyVoiceOtpBodySchema = wireOf(VERIFICATION_FORMS.verifyVoiceOtp, { ...p2a, verify_code: 'Digits' });

export const smsSentReplySchema = z.object({
  random_salt: z.string().describe('Names the code in verifySms'),
  seconds_left: z.number().int().describe('Seconds the code holds'),
  resend_after_seconds: z.number().int().describe('Asking again within so many seconds sends nothing new'),
});

export const verifiedReplySchema = z.object({ verified: z.literal(true) });

export const phoneRequestReplySchema = z.object({
  p2a_verification_request_id: z.number().int(),
  page_instance: z.string().describe('Random id that the page shows with every further call'),
  verifying_phone_no: z.string(),
  phone_no_country: z.string(),
  verify_type: z.number().int().describe('How it is done at present: CALL 1, SMS 2, VOICE_OTP 3'),
  status: z.number().int().describe('SUCCESS 1: the number is verified; FAIL 0: not, or not yet'),
  request_state: z.enum([
    'requested',
    'waiting-sms',
    'waiting-call',
    'waiting-voice',
    'verified',
    'failed',
    'timed-out',
  ]),
  station_phone_no: z.string().describe('Our number to be called or texted, +852…'),
  text_code: z.string().describe('What the text to us must hold'),
  seconds_left: z.number().int().describe('Until the present window closes; 0 when none is open'),
  has_come: z.boolean().describe('The call or text has come; the next check ends the request'),
  sms_only: z.boolean().describe('Calls are refused'),
  voice_retry_seconds: z.number().int().describe('Until another call with a code may be asked for'),
  voice_calls_left: z.number().int(),
  voice_call_state: z
    .enum(['queued', 'ringing', 'answered', 'completed', 'unreached'])
    .nullable()
    .describe('How far the last call with a code got'),
  tries_left: z.number().int().describe('Wrong codes that may still be given'),
});
