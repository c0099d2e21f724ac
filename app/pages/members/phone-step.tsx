import { useEffect, useRef, useState } from 'react';
import { FormField } from '#app/components/form-field.tsx';
import { MemberForm, type HumanGuard } from '#app/components/member-form.tsx';
import { membersText } from '#app/text/zh-hk/members.ts';
import { Icon } from '#app/ui/icon.tsx';
import { refusalOf, type Answer } from './finish-answer.ts';
import styles from './join.module.css';

const text = membersText.finish;

/** Seconds until another text may be asked for, counted in the browser from when the answer came. */
function useResendIn(sent: { resendAfterSeconds: number; atMs: number } | null): number {
  const [left, setLeft] = useState(sent?.resendAfterSeconds ?? 0);
  const since = sent?.atMs;
  const wait = sent?.resendAfterSeconds ?? 0;
  useEffect(() => {
    if (since === undefined) return;
    setLeft(wait);
    const timer = setInterval(() => setLeft((before) => Math.max(0, before - 1)), 1_000);
    return () => clearInterval(timer);
  }, [since, wait]);
  return left;
}

/** Proves the phone of a registration: asks for the text, takes its code, and asks for another. */
export function PhoneStep({
  phone,
  isVerified,
  answer,
  guard,
}: {
  phone: string;
  isVerified: boolean;
  answer: Answer | undefined;
  guard: HumanGuard;
}) {
  const [sent, setSent] = useState(answer?.done === 'send' ? answer : null);
  if (answer?.done === 'send' && answer.atMs !== sent?.atMs) setSent(answer);
  const resendIn = useResendIn(sent);
  const title = useRef<HTMLHeadingElement>(null);
  const wrong = refusalOf(answer, 'verify');
  const isAsked = sent !== null || wrong !== undefined;

  // The press was answered here: whoever reads by ear goes on from here.
  useEffect(() => {
    if (answer?.done === 'send') document.querySelector<HTMLElement>('#verifySms-verify-verify_code')?.focus();
    if (answer?.done === 'verify') title.current?.focus();
  }, [answer]);

  return (
    <section className={styles.card} aria-labelledby="sms">
      <h2 id="sms" ref={title} tabIndex={-1}>
        {text.smsTitle}
      </h2>
      {isVerified ? (
        <p className={styles.done} role="status">
          <Icon name="check" />
          {text.verified}
        </p>
      ) : (
        <>
          <p>{isAsked ? text.sent(phone) : text.sms(phone)}</p>
          {isAsked && (
            <MemberForm
              form="verifySms"
              intent="verify"
              reply={wrong}
              labels={membersText.labels}
              submit={text.verify}
              guard={guard}
            >
              {(state) => (
                <div className={styles.code}>
                  <FormField
                    form="verifySms-verify"
                    name="verify_code"
                    label={membersText.labels.verify_code}
                    hint={sent ? text.sentFor(Math.ceil(sent.secondsLeft / 60)) : undefined}
                    state={state}
                    autoComplete="one-time-code"
                    inputMode="numeric"
                    maxLength={4}
                    required
                  />
                </div>
              )}
            </MemberForm>
          )}
          <MemberForm
            form={null}
            intent="send"
            reply={refusalOf(answer, 'send')}
            labels={membersText.labels}
            submit={isAsked ? text.resendSms : text.send}
            tone={isAsked ? 'outline' : 'ink'}
            waitSeconds={resendIn}
          />
          <p className={styles.small}>{text.smsLater}</p>
        </>
      )}
    </section>
  );
}
