import type { ErrorName } from '#shared/domain-error.ts';
import { PHONE_LIMITS } from '#shared/limits.ts';

export const SMS_CODE_SECONDS = 300;
/** Within this many seconds, requesting a code again counts as a repeated click. */
export const SMS_REPEAT_SECONDS = 20;
/** Carriers report the delivery of a text within this many seconds, or never. */
export const DELIVERY_TOLD_SECONDS = 60;

/** Remaining validity of a code, and the time in which a repeated request sends no new one, in seconds. */
export function codeSeconds(sentAt: Date, now: Date): { secondsLeft: number; resendAfterSeconds: number } {
  const passed = Math.floor((now.getTime() - sentAt.getTime()) / 1000);
  return {
    secondsLeft: Math.max(0, SMS_CODE_SECONDS - passed),
    resendAfterSeconds: Math.max(0, SMS_REPEAT_SECONDS - passed),
  };
}

/** Counts for a number or an owner: in the short window and in the last day. */
export interface Counts {
  inSpan: number;
  inDay: number;
}

export interface SmsUse {
  ofNumber: Counts;
  ofOwner: Counts;
  /** Texts sent from the same share in the last hour, and the size of the share. */
  shareUsed: number;
  share: number;
  /** The carrier refused the last text to the number within the span. */
  isBlocked: boolean;
}

/** Codes of registrations have two codes of their own for the same two refusals (230001, 230002). */
export function sendRefusal(
  { ofNumber, ofOwner, shareUsed, share, isBlocked }: SmsUse,
  owner: 'registration' | 'member',
): ErrorName | null {
  const isGuest = owner === 'registration';
  if (isBlocked) return isGuest ? 'registrationBlocked' : 'smsBlocked';
  const { sends, sendsADay } = PHONE_LIMITS;
  const isUsedUp = [ofNumber, ofOwner].some(({ inSpan, inDay }) => inSpan >= sends.limit || inDay >= sendsADay.limit);
  if (isUsedUp || shareUsed >= share) return isGuest ? 'registrationLimit' : 'smsLimit';
  return null;
}

/** Attempts are counted across all codes of a number and of an owner, so that a new code gives no further attempts. */
export const isTriedOut = (counts: readonly Counts[]): boolean =>
  counts.some(({ inSpan, inDay }) => inSpan >= PHONE_LIMITS.tries.limit || inDay >= PHONE_LIMITS.triesADay.limit);

const PROGRESS = { queued: 0, sent: 1, undelivered: 2, blocked: 2, delivered: 3 } as const;
export type SmsDelivery = keyof typeof PROGRESS;

/** States that a report of `delivery` supersedes. Reports arrive in any order, and the furthest state wins. */
export const deliveriesBefore = (delivery: SmsDelivery): SmsDelivery[] =>
  (Object.keys(PROGRESS) as SmsDelivery[]).filter((state) => PROGRESS[state] < PROGRESS[delivery]);

const CALL_PROGRESS = { queued: 0, ringing: 1, answered: 2, completed: 3, unreached: 3 } as const;
export type CallDelivery = keyof typeof CALL_PROGRESS;

export const callDeliveriesBefore = (delivery: CallDelivery): CallDelivery[] =>
  (Object.keys(CALL_PROGRESS) as CallDelivery[]).filter((state) => CALL_PROGRESS[state] < CALL_PROGRESS[delivery]);
