import type { z } from 'zod';
import { PhoneVerificationResult as Result } from '#shared/enums.ts';
import { PHONE_LIMITS } from '#shared/limits.ts';
import type { PhoneRequestRow } from './phone-requests.ts';
import { lapsed, secondsLeft, voiceRetrySeconds } from './phone-verification.rules.ts';
import type { phoneRequestReplySchema, smsSentReplySchema } from './phone-verification.schema.ts';
import type { SentSms } from './sms-codes.ts';

export const presentSms = (sent: SentSms): z.input<typeof smsSentReplySchema> => ({
  random_salt: sent.randomSalt,
  seconds_left: sent.secondsLeft,
  resend_after_seconds: sent.resendAfterSeconds,
});

/** A request in the wire format. Times are sent as remaining seconds, because clients' clocks are unreliable. */
export function presentRequest(
  row: PhoneRequestRow,
  { now, isSmsOnly }: { now: Date; isSmsOnly: boolean },
): z.input<typeof phoneRequestReplySchema> {
  const request = lapsed(row, now);
  return {
    p2a_verification_request_id: row.id,
    page_instance: row.pageInstance,
    verifying_phone_no: row.phoneNo,
    phone_no_country: String(row.phoneNoCountry),
    verify_type: row.verifyType,
    status: request.state === 'verified' ? Result.SUCCESS : Result.FAIL,
    request_state: request.state,
    station_phone_no: row.stationNo,
    text_code: row.textCode,
    seconds_left: secondsLeft(request, now),
    has_come: row.matchedAt !== null,
    sms_only: isSmsOnly,
    voice_retry_seconds: voiceRetrySeconds(request, now),
    voice_calls_left: PHONE_LIMITS.callsOfRequest - row.triggers,
    voice_call_state: row.callDelivery,
    tries_left: PHONE_LIMITS.triesOfRequest - row.tries,
  };
}
