import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import type { BotCheckGuard } from '#app/forms/form.types.ts';
import { useFocusOn } from '#app/components/hooks/use-focus-on.ts';
import { usePolling } from '#app/components/hooks/use-polling.ts';
import { minutesAndSeconds, useSecondsLeft, useWait } from '#app/components/hooks/use-seconds-left.ts';
import { faultWords as commonFaultWords } from '#app/text/zh-hk/forms.ts';
import { verifyPhoneText } from '#app/text/zh-hk/verify-phone.ts';
import type { FieldFault } from '#domain/forms/fields.rules.ts';
import { VOICE_CODE_FORM } from '#domain/phone-verification/verification-forms.rules.ts';
import { AccountForm } from '#app/pages/account/account-form.tsx';
import { CodeField } from './code-field.tsx';
import { NameOfRequest } from './name-of-request.tsx';
import styles from './phone-check.module.css';
import type { PhoneRequest } from './use-phone-checks.ts';

const text = verifyPhoneText.p2a;

/** The code has six digits here, and is spoken. */
const faultWords = (fault: FieldFault) =>
  fault.field === 'verify_code' && fault.code !== 'wrongCode' ? text.codeFault : commonFaultWords(fault);

/** We call the member and say a code. */
export function VoiceCheck({
  request,
  number,
  guard,
}: {
  request: PhoneRequest;
  number: string;
  guard: BotCheckGuard;
}) {
  const left = useSecondsLeft(request.seconds_left, request);
  const wait = useWait(request.voice_retry_seconds, request);
  const call = request.voice_call_state;
  const hasCalled = call !== null || request.voice_retry_seconds > 0;
  const calls = request.voice_calls_left;
  const { revalidate } = useRevalidator();
  // Also while no call is in progress: another tab may use another method.
  usePolling(true, call === 'queued' || call === 'ringing' || call === 'answered' ? 3_000 : 6_000);
  useFocusOn(calls, { to: '[data-intent=verifyVoice] [name=verify_code]', from: '[data-intent=trigger]' });
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) void revalidate();
  }, [isOver, revalidate]);
  return (
    <section className={styles.card} aria-labelledby="phone-step">
      <h3 id="phone-step" tabIndex={-1}>
        {text.voice}
      </h3>
      <p>{text.voiceLead(number)}</p>
      <p className={styles.time} role="timer">
        {text.left(minutesAndSeconds(left))}
      </p>
      <p role="status" data-problem={call === 'unreached' ? '' : undefined}>
        {call === null ? '' : text.ringing[call]}
      </p>
      {hasCalled && (
        <AccountForm
          intent="verifyVoice"
          thing={request.page_instance}
          submit={text.checkCode}
          guard={guard}
          faultText={faultWords}
          note={<span className={styles.note}>{text.triesLeft(request.tries_left)}</span>}
        >
          {(state) => (
            <>
              <NameOfRequest request={request} />
              <CodeField state={state} label={text.code} rule={VOICE_CODE_FORM.verify_code} />
            </>
          )}
        </AccountForm>
      )}
      {calls === 0 ? (
        <p className={styles.note}>{text.noCallsLeft}</p>
      ) : (
        <AccountForm
          intent="trigger"
          thing={request.page_instance}
          submit={hasCalled ? text.triggerAgain : text.trigger}
          isWaiting={wait > 0}
          note={<span className={styles.note}>{wait > 0 ? text.triggerIn(wait) : text.callsLeft(calls)}</span>}
          {...(hasCalled ? { tone: 'outline' as const } : {})}
        >
          {() => <NameOfRequest request={request} />}
        </AccountForm>
      )}
    </section>
  );
}
