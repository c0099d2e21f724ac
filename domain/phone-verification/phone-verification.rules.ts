import { assertUnreachable } from '#shared/assert-unreachable.ts';
import type { ErrorName } from '#shared/domain-error.ts';
import { PhoneVerificationChannel as Channel } from '#shared/enums.ts';
import { PHONE_LIMITS } from '#shared/limits.ts';

/** Window in seconds in which the member calls us, texts us, or enters the spoken code (K-078 to K-080). */
const WINDOW_SECONDS = { call: 180, sms: 300, voice: 300 } as const;
/** Seconds for the page's last checks after a window closed (K-081). */
export const CHECK_SECONDS = 45;
/** Seconds until another call with a code may be requested (K-082). */
export const VOICE_RETRY_SECONDS = 90;
/** Within this many seconds, reopening a window counts as a repeated click. */
const REPEAT_SECONDS = 10;
/** Seconds after creation in which a request may open windows. */
const REQUEST_SECONDS = 1_800;
/** Upper bound in seconds for the life of a request, including its last windows and the checks after them. */
export const MAX_REQUEST_SECONDS = 2 * REQUEST_SECONDS;

type PhoneRequestState =
  | 'requested'
  | 'waiting-sms'
  | 'waiting-call'
  | 'waiting-voice'
  | 'verified'
  | 'failed'
  | 'timed-out';

/** State of SM-21. */
export interface PhoneRequest {
  state: PhoneRequestState;
  /** The current verification method (EN-30). */
  verifyType: number;
  createdAt: Date;
  windows: number;
  windowBeganAt: Date | null;
  windowEndsAt: Date | null;
  /** When the call or text arrived. */
  matchedAt: Date | null;
  tries: number;
  triggers: number;
  triggeredAt: Date | null;
}

export type PhoneEvent =
  | { kind: 'open'; route: 'sms' | 'call' | 'voice' }
  | { kind: 'trigger-voice' }
  /** The provider refused the call, so it does not count. */
  | { kind: 'trigger-failed' }
  /** A text with the right code, or a call, arrived from the member's number at ours. */
  | { kind: 'came'; by: 'sms' | 'call' }
  | { kind: 'code-given'; isRight: boolean }
  | { kind: 'checked'; verifyType: number; isLast: boolean };

export interface Refusal {
  name: ErrorName;
  detail?: { retry_after_seconds: number } | { tries_left: number };
}

export interface Step {
  next: PhoneRequest;
  refusal: Refusal | null;
}

const CHANNEL = { sms: Channel.SMS, call: Channel.CALL, voice: Channel.VOICE_OTP } as const;
const WAITING = { sms: 'waiting-sms', call: 'waiting-call', voice: 'waiting-voice' } as const;

const plusSeconds = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1000);
const secondsUntil = (at: Date, now: Date): number => Math.max(0, Math.ceil((at.getTime() - now.getTime()) / 1000));

export const isLive = ({ state }: PhoneRequest): boolean => state === 'requested' || state.startsWith('waiting-');

/** When the request can no longer succeed. */
const endOf = ({ windowEndsAt, createdAt }: PhoneRequest): Date =>
  windowEndsAt ? plusSeconds(windowEndsAt, CHECK_SECONDS) : plusSeconds(createdAt, REQUEST_SECONDS);

const isWindowOpen = ({ windowEndsAt }: PhoneRequest, now: Date): boolean =>
  windowEndsAt !== null && now.getTime() < windowEndsAt.getTime();

/** The request at `now`: timed out if its session is over. */
export const lapsed = (request: PhoneRequest, now: Date): PhoneRequest =>
  isLive(request) && now.getTime() >= endOf(request).getTime() ? { ...request, state: 'timed-out' } : request;

/** Seconds after its end in which a page still shows how a request ended. */
const END_TOLD_SECONDS = 900;

/** How a request ended, for a page opened later. Null if it is active, was verified, or ended too long ago. */
export function lateEnd(before: PhoneRequest, now: Date): 'timed-out' | 'tries-used-up' | 'failed' | null {
  const request = lapsed(before, now);
  // A request without any window is not a failed attempt.
  if (isLive(request) || request.state === 'verified' || request.windowEndsAt === null) return null;
  if (now.getTime() >= plusSeconds(endOf(request), END_TOLD_SECONDS).getTime()) return null;
  if (request.state === 'timed-out') return 'timed-out';
  return request.tries >= PHONE_LIMITS.triesOfRequest ? 'tries-used-up' : 'failed';
}

/** Seconds until the current window closes. */
export const secondsLeft = ({ windowEndsAt }: PhoneRequest, now: Date): number =>
  windowEndsAt ? secondsUntil(windowEndsAt, now) : 0;

/** Seconds until another call with a code may be requested. */
export const voiceRetrySeconds = ({ triggeredAt }: PhoneRequest, now: Date): number =>
  triggeredAt ? secondsUntil(plusSeconds(triggeredAt, VOICE_RETRY_SECONDS), now) : 0;

const kept = (next: PhoneRequest): Step => ({ next, refusal: null });
const refused = (next: PhoneRequest, name: ErrorName, detail?: Refusal['detail']): Step => ({
  next,
  refusal: detail ? { name, detail } : { name },
});

/** Why a finished request accepts no more events. */
function overRefusal(state: PhoneRequestState): ErrorName {
  if (state === 'timed-out') return 'phoneTooLate';
  return state === 'failed' ? 'voiceTriesUsedUp' : 'phoneRequestInvalid';
}

function open(request: PhoneRequest, route: keyof typeof WAITING, now: Date): Step {
  // The call or text has already arrived; the page's next check completes the request.
  if (request.matchedAt) return kept(request);
  if (request.state === WAITING[route] && isWindowOpen(request, now)) {
    const isRepeat =
      request.windowBeganAt && now.getTime() < plusSeconds(request.windowBeganAt, REPEAT_SECONDS).getTime();
    // A voice session runs to its end. Further calls are limited by the trigger count instead.
    if (isRepeat || route === 'voice') return kept(request);
  }
  if (now.getTime() >= plusSeconds(request.createdAt, REQUEST_SECONDS).getTime())
    return refused(request, 'phoneTooLate');
  if (request.windows >= PHONE_LIMITS.windowsOfRequest) return refused(request, 'phoneLimit');
  return kept({
    ...request,
    state: WAITING[route],
    verifyType: CHANNEL[route],
    windows: request.windows + 1,
    windowBeganAt: now,
    windowEndsAt: plusSeconds(now, WINDOW_SECONDS[route]),
  });
}

function triggerVoice(request: PhoneRequest, now: Date): Step {
  if (request.state !== 'waiting-voice') return refused(request, 'voiceNotProcessed');
  if (!isWindowOpen(request, now)) return refused(request, 'phoneTooLate');
  if (request.triggers >= PHONE_LIMITS.callsOfRequest) return refused(request, 'voiceTriggerLimit');
  const waitSeconds = voiceRetrySeconds(request, now);
  if (waitSeconds > 0) return refused(request, 'voiceTooSoon', { retry_after_seconds: waitSeconds });
  return kept({
    ...request,
    triggers: request.triggers + 1,
    triggeredAt: now,
    // Each code is valid for a whole window.
    windowEndsAt: plusSeconds(now, WINDOW_SECONDS.voice),
  });
}

function triggerFailed(request: PhoneRequest): Step {
  if (request.state !== 'waiting-voice' || !request.triggeredAt) return kept(request);
  return kept({ ...request, triggers: request.triggers - 1, triggeredAt: null });
}

function codeGiven(request: PhoneRequest, isRight: boolean, now: Date): Step {
  if (request.state !== 'waiting-voice' || request.triggers === 0) return refused(request, 'voiceNotProcessed');
  if (!isWindowOpen(request, now)) return refused(request, 'phoneTooLate');
  if (isRight) return kept({ ...request, state: 'verified' });
  const tries = request.tries + 1;
  if (tries >= PHONE_LIMITS.triesOfRequest) return refused({ ...request, tries, state: 'failed' }, 'voiceTriesUsedUp');
  return refused({ ...request, tries }, 'voiceCodeMismatch', { tries_left: PHONE_LIMITS.triesOfRequest - tries });
}

function came(request: PhoneRequest, by: 'sms' | 'call', now: Date): Step {
  if (request.state !== WAITING[by] || request.matchedAt || !isWindowOpen(request, now)) return kept(request);
  return kept({ ...request, matchedAt: now });
}

function checked(request: PhoneRequest, verifyType: number, isLast: boolean): Step {
  // Another page of the member switched to a different method.
  if (verifyType !== request.verifyType) return refused(request, 'phoneRequestInvalid');
  if (request.matchedAt) return kept({ ...request, state: 'verified' });
  return kept(isLast ? { ...request, state: 'timed-out' } : request);
}

/**
 * SM-21: the transition of a request on an event. A refusal is reported to the caller, but `next` is saved all the
 * same. Transitions are idempotent, and finished requests stay finished.
 */
export function step(before: PhoneRequest, event: PhoneEvent, now: Date): Step {
  const request = lapsed(before, now);
  if (event.kind === 'came') return isLive(request) ? came(request, event.by, now) : kept(request);
  if (event.kind === 'trigger-failed') return isLive(request) ? triggerFailed(request) : kept(request);
  if (!isLive(request)) {
    const isAnswer = event.kind === 'checked' && (request.state !== 'timed-out' || event.isLast);
    return isAnswer ? kept(request) : refused(request, overRefusal(request.state));
  }
  switch (event.kind) {
    case 'open':
      return open(request, event.route, now);
    case 'trigger-voice':
      return triggerVoice(request, now);
    case 'code-given':
      return codeGiven(request, event.isRight, now);
    case 'checked':
      return checked(request, event.verifyType, event.isLast);
    default:
      return assertUnreachable(event);
  }
}
