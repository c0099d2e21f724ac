import type { BotCheckGuard } from '#app/forms/form.types.ts';
import { useFocusOn } from '#app/components/hooks/use-focus-on.ts';
import { verifyPhoneText } from '#app/text/zh-hk/verify-phone.ts';
import { AccountForm } from '#app/pages/account/account-form.tsx';
import { IncomingCheck } from './incoming-check.tsx';
import { NameOfRequest } from './name-of-request.tsx';
import styles from './phone-check.module.css';
import { VoiceCheck } from './voice-check.tsx';
import type { PhoneRequest, VerifyPhoneData } from './use-phone-checks.ts';

const text = verifyPhoneText.p2a;

const WAYS = [
  ['openCall', 'waiting-call', text.call, text.callWay, text.callBegin],
  ['openSms', 'waiting-sms', text.sms, text.smsWay, text.smsBegin],
  ['openVoice', 'waiting-voice', text.voice, text.voiceWay, text.voiceBegin],
] as const;

/** The available methods, except the current one. */
function Ways({ request }: { request: PhoneRequest }) {
  const ways = WAYS.filter(([intent, state]) => {
    if (request.sms_only && intent !== 'openSms') return false;
    return request.request_state !== state || request.seconds_left === 0;
  });
  if (ways.length === 0) return null;
  const isFirst = request.request_state === 'requested';
  return (
    <div>
      <h3 id={isFirst ? 'phone-step' : undefined} tabIndex={-1}>
        {isFirst ? text.pick : text.other}
      </h3>
      <ul className={styles.ways}>
        {ways.map(([intent, , title, lead, submit]) => (
          <li key={intent}>
            <div>
              <h4>{title}</h4>
              <p>{lead}</p>
            </div>
            <AccountForm intent={intent} thing={request.page_instance} submit={submit} tone="outline">
              {() => <NameOfRequest request={request} />}
            </AccountForm>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Verifies a number by a call or text from it to us, or by a spoken code (P2A). */
export function PhoneByCall({
  request,
  ended,
  isSmsOnly,
  number,
  qr,
  guard,
}: Pick<VerifyPhoneData, 'request' | 'ended' | 'isSmsOnly' | 'qr'> & { number: string; guard: BotCheckGuard }) {
  const state = request?.request_state ?? 'none';
  // The pressed button is gone with the previous step.
  useFocusOn(`${state} ${request?.seconds_left === 0}`, { to: '#phone-step' });
  const isOver = request?.seconds_left === 0 && state.startsWith('waiting-');
  return (
    <div className={styles.check}>
      <p role="status">
        {request === null && ended !== null && text.ended[ended]}
        {isOver && state === 'waiting-voice' && text.windowOver}
      </p>
      {request === null && (
        <>
          <p id="phone-step" tabIndex={-1}>
            {isSmsOnly ? text.leadSms : text.lead}
          </p>
          <AccountForm intent="begin" submit={text.begin} />
        </>
      )}
      {request && (state === 'waiting-call' || state === 'waiting-sms') && (
        <IncomingCheck key={state} request={request} number={number} qr={qr} />
      )}
      {request && state === 'waiting-voice' && !isOver && (
        <VoiceCheck request={request} number={number} guard={guard} />
      )}
      {request && <Ways request={request} />}
    </div>
  );
}
