import type { ErrorName } from '#shared/domain-error.ts';
import { PHONE_LIMITS } from '#shared/limits.ts';

export const SMS_CODE_SECONDS = 300;
/** Seconds in which asking for a code again is the same press twice. */
export const SMS_REPEAT_SECONDS = 20;
/** Carriers tell within so many seconds how far a text got, or never. */
export const DELIVERY_TOLD_SECONDS = 60;

/** Seconds that a code still holds, and in which asking again sends nothing new. */
export function codeSeconds(sentAt: Date, now: Date): { secondsLeft: number; resendAfterSeconds: number } {
  const passed = Math.floor((now.getTime() - sentAt.getTime()) / 1000);
  return {
    secondsLeft: Math.max(0, SMS_CODE_SECONDS - passed),
    resendAfterSeconds: Math.max(0, SMS_REPEAT_SECONDS - passed),
  };
}

/** What the last minutes and the last day know of a number, or of whoever asks. */
export interface Counts {
  inSpan: number;
  inDay: number;
}

export interface SmsUse {
  ofNumber: Counts;
  ofOwner: Counts;
  /** Texts of the last hour out of the same share, and how many it has. */
  shareUsed: number;
  share: number;
  /** The carrier refused the last text to the number within the span. */
  isBlocked: boolean;
}

/** Codes of a registration have two codes of their own for the same two refusals (230001, 230002). */
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

/** Tries are counted over all codes of a number and of an owner: a new code gives no new ones. */
export const isTriedOut = (counts: readonly Counts[]): boolean =>
  counts.some(({ inSpan, inDay }) => inSpan >= PHONE_LIMITS.tries.limit || inDay >= PHONE_LIMITS.triesADay.limit);

const PROGRESS = { queued: 0, sent: 1, undelivered: 2, blocked: 2, delivered: 3 } as const;
export type SmsDelivery = keyof typeof PROGRESS;

/** States that a report of `delivery` goes beyond: reports come in any order, and the furthest holds. */
export const deliveriesBefore = (delivery: SmsDelivery): SmsDelivery[] =>
  (Object.keys(PROGRESS) as SmsDelivery[]).filter((state) => PROGRESS[state] < PROGRESS[delivery]);

const CALL_PROGRESS = { queued: 0, ringing: 1, answered: 2, completed: 3, unreached: 3 } as const;
export type CallDelivery = keyof typeof CALL_PROGRESS;

export const callDeliveriesBefore = (delivery: CallDelivery): CallDelivery[] =>
  (Object.keys(CALL_PROGRESS) as CallDelivery[]).filter((state) => CALL_PROGRESS[state] < CALL_PROGRESS[delivery]);
