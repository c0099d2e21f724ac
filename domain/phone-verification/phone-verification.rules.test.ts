import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PhoneVerificationChannel as Channel } from '#shared/enums.ts';
import { PHONE_LIMITS } from '#shared/limits.ts';
import {
  CHECK_SECONDS,
  isLive,
  MAX_REQUEST_SECONDS,
  step,
  VOICE_RETRY_SECONDS,
  voiceRetrySeconds,
  type PhoneEvent,
  type PhoneRequest,
} from './phone-verification.rules.ts';

const BORN = new Date('2026-11-21T08:00:00Z');
const at = (seconds: number) => new Date(BORN.getTime() + seconds * 1000);
const fresh: PhoneRequest = {
  state: 'requested',
  verifyType: Channel.CALL,
  createdAt: BORN,
  windows: 0,
  windowBeganAt: null,
  windowEndsAt: null,
  matchedAt: null,
  tries: 0,
  triggers: 0,
  triggeredAt: null,
};

/** Applies events in order. Returns the final request and the last refusal. */
function played(...events: [seconds: number, event: PhoneEvent][]) {
  let request = fresh;
  let refusal: string | null = null;
  for (const [seconds, event] of events) {
    const made = step(request, event, at(seconds));
    request = made.next;
    refusal = made.refusal?.name ?? null;
  }
  return { ...request, refusal };
}
const openSms: PhoneEvent = { kind: 'open', route: 'sms' };
const openCall: PhoneEvent = { kind: 'open', route: 'call' };
const openVoice: PhoneEvent = { kind: 'open', route: 'voice' };
const trigger: PhoneEvent = { kind: 'trigger-voice' };
const textCame: PhoneEvent = { kind: 'came', by: 'sms' };
const callCame: PhoneEvent = { kind: 'came', by: 'call' };
const right: PhoneEvent = { kind: 'code-given', isRight: true };
const wrong: PhoneEvent = { kind: 'code-given', isRight: false };
const checked = (verifyType: number, isLast = false): PhoneEvent => ({ kind: 'checked', verifyType, isLast });
const { CALL, SMS, VOICE_OTP } = Channel;

const anyEvent: fc.Arbitrary<PhoneEvent> = fc.oneof(
  fc.constantFrom(openSms, openCall, openVoice, trigger, textCame, callCame, right, wrong),
  fc.constant<PhoneEvent>({ kind: 'trigger-failed' }),
  fc.tuple(fc.constantFrom(CALL, SMS, VOICE_OTP), fc.boolean()).map(([type, isLast]) => checked(type, isLast)),
);
/** Events, each with the seconds since the previous one. */
const anyStory = fc.array(fc.tuple(fc.constantFrom(0, 1, 5, 11, 44, 60, 90, 180, 300, 400), anyEvent), {
  maxLength: 40,
});

function tell(story: [number, PhoneEvent][], see: (before: PhoneRequest, event: PhoneEvent, now: Date) => void) {
  let request = fresh;
  let seconds = 0;
  for (const [wait, event] of story) {
    seconds += wait;
    see(request, event, at(seconds));
    request = step(request, event, at(seconds)).next;
  }
}

it('leaves what is verified, failed or timed out as it is, whatever comes', () => {
  fc.assert(
    fc.property(anyStory, (story) =>
      tell(story, (before, event, now) => {
        if (!isLive(before)) expect(step(before, event, now).next).toEqual(before);
      }),
    ),
  );
});

it('counts nothing that happens twice at once: two presses, two tabs, a callback that comes again', () => {
  fc.assert(
    fc.property(anyStory, (story) =>
      tell(story, (before, event, now) => {
        // Two wrong codes are two attempts.
        if (event.kind === 'code-given' && !event.isRight) return;
        const once = step(before, event, now).next;
        if (event.kind === 'trigger-failed') return;
        expect(step(once, event, now).next).toEqual(once);
      }),
    ),
  );
});

it('verifies nobody without a call or text inside its window that a check follows in time, or the code of a call', () => {
  fc.assert(
    fc.property(anyStory, (story) =>
      tell(story, (before, event, now) => {
        const { next } = step(before, event, now);
        if (next.state !== 'verified' || before.state === 'verified') return;
        if (event.kind === 'code-given') {
          expect(event.isRight && before.triggers > 0 && before.state === 'waiting-voice').toBe(true);
          expect(now < before.windowEndsAt!).toBe(true);
        } else {
          expect(event.kind).toBe('checked');
          expect(before.matchedAt! < before.windowEndsAt!).toBe(true);
          expect(now.getTime()).toBeLessThan(before.windowEndsAt!.getTime() + CHECK_SECONDS * 1000);
        }
      }),
    ),
  );
});

it('keeps its limits: windows, calls and their distance, tries, and an end', () => {
  fc.assert(
    fc.property(anyStory, (story) =>
      tell(story, (before, event, now) => {
        const { next } = step(before, event, now);
        expect(next.windows).toBeLessThanOrEqual(PHONE_LIMITS.windowsOfRequest);
        expect(next.triggers).toBeLessThanOrEqual(PHONE_LIMITS.callsOfRequest);
        expect(next.tries).toBeLessThanOrEqual(PHONE_LIMITS.triesOfRequest);
        if (next.triggers > before.triggers && before.triggeredAt)
          expect(now.getTime() - before.triggeredAt.getTime()).toBeGreaterThanOrEqual(VOICE_RETRY_SECONDS * 1000);
        if (now >= at(MAX_REQUEST_SECONDS)) expect(isLive(next)).toBe(false);
      }),
    ),
  );
});

it('verifies by a text, a call and a code as SM-21 says', () => {
  expect(played([0, openSms], [299, textCame], [300, checked(SMS)])).toMatchObject({
    state: 'verified',
    refusal: null,
  });
  expect(played([0, openCall], [179, callCame], [200, checked(CALL, true)]).state).toBe('verified');
  expect(played([0, openVoice], [1, trigger], [300, right])).toMatchObject({ state: 'verified', refusal: null });
});

it('closes windows after 300 and 180 seconds, and its checks 45 seconds later', () => {
  expect(played([0, openSms], [300, textCame], [300, checked(SMS)])).toMatchObject({ state: 'waiting-sms' });
  expect(played([0, openCall], [180, callCame], [224, checked(CALL)])).toMatchObject({ state: 'waiting-call' });
  expect(played([0, openCall], [225, checked(CALL)])).toMatchObject({ state: 'timed-out', refusal: 'phoneTooLate' });
  expect(played([0, openSms], [10, textCame], [345, checked(SMS)])).toMatchObject({ state: 'timed-out' });
  expect(played([1_800, openSms])).toMatchObject({ state: 'timed-out', refusal: 'phoneTooLate' });
});

it('takes a text or a call only for the way that is open, so that a late one of another way proves nothing', () => {
  expect(played([0, openSms], [1, openCall], [2, textCame]).matchedAt).toBeNull();
  expect(played([0, openCall], [20, openSms], [21, callCame]).matchedAt).toBeNull();
  expect(played([0, callCame], [1, openCall]).matchedAt).toBeNull();
});

it('holds what has come when another way is opened before the check', () => {
  expect(played([0, openSms], [5, textCame], [6, openCall], [7, checked(SMS)]).state).toBe('verified');
});

it('tells a page of another way, and a last check, that it is over', () => {
  expect(played([0, openSms], [1, checked(CALL)]).refusal).toBe('phoneRequestInvalid');
  expect(played([0, openSms], [1, checked(SMS, true)])).toMatchObject({ state: 'timed-out', refusal: null });
  expect(played([0, openSms], [1, checked(SMS, true)], [1, checked(SMS, true)]).refusal).toBeNull();
  expect(played([0, openSms], [1, checked(SMS, true)], [2, checked(SMS)]).refusal).toBe('phoneTooLate');
});

it('makes another call after 90 seconds, three in all, and none before the session', () => {
  expect(played([0, trigger]).refusal).toBe('voiceNotProcessed');
  expect(played([0, openVoice], [0, trigger], [89, trigger]).refusal).toBe('voiceTooSoon');
  expect(voiceRetrySeconds(played([0, openVoice], [0, trigger]), at(30))).toBe(60);
  expect(played([0, openVoice], [0, trigger], [90, trigger], [180, trigger], [270, trigger])).toMatchObject({
    triggers: 3,
    refusal: 'voiceTriggerLimit',
  });
  expect(played([0, openVoice], [0, trigger], [1, { kind: 'trigger-failed' }], [2, trigger]).triggers).toBe(1);
});

it('fails for good after five wrong codes', () => {
  const four = [wrong, wrong, wrong, wrong].map((event, i): [number, PhoneEvent] => [2 + i, event]);
  expect(played([0, openVoice], [1, trigger], ...four).refusal).toBe('voiceCodeMismatch');
  const five = played([0, openVoice], [1, trigger], ...four, [7, wrong]);
  expect(five).toMatchObject({ state: 'failed', refusal: 'voiceTriesUsedUp' });
  expect(played([0, openVoice], [1, trigger], ...four, [7, wrong], [8, right]).refusal).toBe('voiceTriesUsedUp');
});

it('opens six windows in all, and no more', () => {
  const openings = Array.from({ length: 7 }, (_, i): [number, PhoneEvent] => [i * 20, openSms]);
  expect(played(...openings.slice(0, 6))).toMatchObject({ windows: 6, refusal: null });
  expect(played(...openings)).toMatchObject({ windows: 6, refusal: 'phoneLimit' });
});

it('takes no code after its 300 seconds, though the request is still there for checks', () => {
  expect(played([0, openVoice], [0, trigger], [300, right])).toMatchObject({
    state: 'waiting-voice',
    refusal: 'phoneTooLate',
  });
});
