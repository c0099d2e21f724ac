import { z } from 'zod';

export const phoneChangeReplySchema = z.object({
  changeUserPhoneNoRequestId: z.number().int().describe('Names the change in the calls that verify it'),
});

export const duplicatedReplySchema = z.object({
  duplicated: z.boolean().describe('Another member has verified this number'),
});

export const allowedReplySchema = z.object({ allowed: z.literal(true) });

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
