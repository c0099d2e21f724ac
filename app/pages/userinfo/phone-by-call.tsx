import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { FormField } from '#app/components/form-field.tsx';
import type { HumanGuard } from '#app/components/member-form.tsx';
import { verifyPhoneText } from '#app/text/zh-hk/verify-phone.ts';
import { PhoneVerificationChannel as Channel } from '#shared/enums.ts';
import { AccountForm, useAccountForm } from './account-form.tsx';
import { usePhoneChecks, type PhoneRequest } from './use-phone-checks.ts';
import { minutesAndSeconds, useSecondsLeft } from './use-seconds-left.ts';
import styles from './userinfo.module.css';

const text = verifyPhoneText.p2a;
/** How often a page looks how far our call got. */
const LOOK_MS = 3_000;

/** How a press names the request it is about. */
function NameOf({ request }: { request: PhoneRequest }) {
  return (
    <>
      <input type="hidden" name="p2a_verification_request_id" value={request.p2a_verification_request_id} readOnly />
      <input type="hidden" name="page_instance" value={request.page_instance} readOnly />
      <input type="hidden" name="verifying_phone_no" value={request.verifying_phone_no} readOnly />
      <input type="hidden" name="verify_type" value={request.verify_type} readOnly />
    </>
  );
}

const WAYS = [
  ['openCall', 'waiting-call', text.call, text.callLead, text.callBegin],
  ['openSms', 'waiting-sms', text.sms, text.smsLead, text.smsBegin],
  ['openVoice', 'waiting-voice', text.voice, text.voiceLead, text.voiceBegin],
] as const;

/** The ways that are open, but for the one that is under way. */
function Ways({ request }: { request: PhoneRequest }) {
  const ways = WAYS.filter(([intent, state]) => {
    if (request.sms_only && intent !== 'openSms') return false;
    return request.request_state !== state || request.seconds_left === 0;
  });
  if (ways.length === 0) return null;
  return (
    <>
      <h3 className={styles.lead}>{request.request_state === 'requested' ? text.pick : text.other}</h3>
      {ways.map(([intent, , title, lead, submit]) => (
        <div key={intent} className={styles.boxed}>
          <h4>{title}</h4>
          <p className={styles.lead}>{lead}</p>
          <AccountForm intent={intent} submit={submit} tone="outline">
            {() => <NameOf request={request} />}
          </AccountForm>
        </div>
      ))}
    </>
  );
}

/** The member calls or texts us; the page asks every three seconds whether it came. */
function Incoming({ request }: { request: PhoneRequest }) {
  const { left, isLastCheck } = usePhoneChecks(request);
  const checked = useAccountForm('check').reply;
  const isCall = request.verify_type === Channel.CALL;
  const { station_phone_no: no, text_code: code } = request;
  return (
    <div className={styles.boxed}>
      <h3>{isCall ? text.call : text.sms}</h3>
      <p className={styles.lead}>{isCall ? text.callLead : text.smsLead}</p>
      <p>
        {text.to}{' '}
        <a className={styles.big} href={isCall ? `tel:${no}` : `sms:${no}?body=${code}`}>
          {no}
        </a>
      </p>
      {!isCall && (
        <p>
          {text.text} <b className={styles.big}>{code}</b>
        </p>
      )}
      <p className={styles.time} role="timer">
        {left > 0 ? text.left(minutesAndSeconds(left)) : text.lastCheck}
      </p>
      <p role="status">{request.has_come ? text.come : checked?.isDone && !isLastCheck ? text.notYet : ''}</p>
      <AccountForm intent="check" submit={text.check} tone="outline">
        {() => <NameOf request={request} />}
      </AccountForm>
    </div>
  );
}

/** We call the member and say a code. */
function Voice({ request, guard }: { request: PhoneRequest; guard: HumanGuard }) {
  const left = useSecondsLeft(request.seconds_left, request);
  const wait = useSecondsLeft(request.voice_retry_seconds, request);
  const hasCalled = request.voice_call_state !== null || request.voice_retry_seconds > 0;
  const calls = request.voice_calls_left;
  const { revalidate } = useRevalidator();
  const isCalling = ['queued', 'ringing', 'answered'].includes(request.voice_call_state ?? '');
  useEffect(() => {
    if (!isCalling) return;
    const timer = setInterval(() => void revalidate(), LOOK_MS);
    return () => clearInterval(timer);
  }, [isCalling, revalidate]);
  return (
    <div className={styles.boxed}>
      <h3>{text.voice}</h3>
      <p className={styles.lead}>{text.voiceLead}</p>
      <p className={styles.time} role="timer">
        {text.left(minutesAndSeconds(left))}
      </p>
      <p role="status">{request.voice_call_state === null ? '' : text.ringing[request.voice_call_state]}</p>
      <AccountForm
        intent="trigger"
        submit={wait > 0 ? text.triggerIn(wait) : hasCalled ? text.triggerAgain : text.trigger}
        {...(hasCalled ? { tone: 'outline' as const } : {})}
      >
        {() => <NameOf request={request} />}
      </AccountForm>
      <p className={styles.meta}>
        <span>{text.callsLeft(calls)}</span>
        <span>{text.triesLeft(request.tries_left)}</span>
      </p>
      {hasCalled && (
        <AccountForm intent="verifyVoice" submit={text.checkCode} guard={guard}>
          {(state, form) => (
            <>
              <NameOf request={request} />
              <FormField
                {...{ form, state }}
                name="verify_code"
                label={text.code}
                autoComplete="one-time-code"
                inputMode="numeric"
                maxLength={6}
                required
              />
            </>
          )}
        </AccountForm>
      )}
    </div>
  );
}

/** Proves a number by a call or a text from it to us, or by a code that is said to it (P2A). */
export function PhoneByCall({ request, guard }: { request: PhoneRequest | null; guard: HumanGuard }) {
  if (request === null)
    return (
      <>
        <p className={styles.lead}>{text.lead}</p>
        <AccountForm intent="begin" submit={text.begin} />
      </>
    );
  const isIncoming = request.request_state === 'waiting-call' || request.request_state === 'waiting-sms';
  return (
    <>
      {isIncoming && <Incoming key={request.request_state} request={request} />}
      {request.request_state === 'waiting-voice' && <Voice request={request} guard={guard} />}
      <Ways request={request} />
    </>
  );
}
