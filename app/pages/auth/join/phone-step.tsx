import { useLayoutEffect, useRef } from 'react';
import { FormField } from '#app/forms/form-field.tsx';
import { Form } from '#app/forms/form.tsx';
import type { BotCheckGuard } from '#app/forms/form.types.ts';
import { usePolling } from '#app/components/hooks/use-polling.ts';
import { useSecondsLeft, useWait } from '#app/components/hooks/use-seconds-left.ts';
import { authText } from '#app/text/zh-hk/auth.ts';
import { SMS_CODE_FORM } from '#domain/phone-verification/verification-forms.rules.ts';
import { DELIVERY_TOLD_SECONDS, SMS_CODE_SECONDS } from '#domain/phone-verification/sms-codes.rules.ts';
import { Done } from '#app/pages/auth/done.tsx';
import { refusalOf, type Answer } from './finish-answer.ts';
import styles from '#app/pages/auth/join.module.css';
import type { loader } from './register-finish.server.ts';

const text = authText.finish;

/** Verifies the phone of a registration: requests the text, takes its code, and requests another. */
export function PhoneStep({
  phone,
  isVerified,
  sms,
  answer,
  guard,
}: {
  phone: string;
  isVerified: boolean;
  /** The pending code, also after the data is reloaded. */
  sms: NonNullable<Awaited<ReturnType<typeof loader>>['registration']>['sms'];
  answer: Answer | undefined;
  guard: BotCheckGuard;
}) {
  const left = useSecondsLeft(sms?.secondsLeft ?? 0, sms);
  const resendIn = useWait(sms?.resendAfterSeconds ?? 0, sms);
  const delivery = sms?.delivery ?? 'sent';
  const isOnItsWay = delivery === 'queued' || delivery === 'sent';
  usePolling(sms !== null && isOnItsWay && left > SMS_CODE_SECONDS - DELIVERY_TOLD_SECONDS);
  const title = useRef<HTMLHeadingElement>(null);
  const wrong = refusalOf(answer, 'verify');
  const isAsked = sms !== null || wrong !== undefined;
  const isFailed = delivery === 'undelivered' || delivery === 'blocked';

  const hasField = sms !== null;
  // The action was answered: the focus moves on together with what is shown, as the next key is for that.
  useLayoutEffect(() => {
    if (answer?.done === 'send') document.querySelector<HTMLElement>('#verifySms-verify-verify_code')?.focus();
    if (answer?.done === 'verify') title.current?.focus();
    // The field arrives with the page's data, after the reply.
  }, [answer, hasField]);

  return (
    <section className={styles.card} aria-labelledby="sms">
      <h2 id="sms" ref={title} tabIndex={-1}>
        {text.smsTitle}
      </h2>
      {isVerified ? (
        <Done>{text.verified}</Done>
      ) : (
        <>
          <p>{isAsked ? text.sent(phone) : text.sms(phone)}</p>
          <p role="status" className={isFailed ? styles.fault : 'vh'}>
            {isFailed ? text.delivery[delivery] : delivery === 'delivered' ? text.delivery.delivered : ''}
          </p>
          {isAsked && delivery !== 'blocked' && (
            <Form
              id="verifySms-verify"
              rules={SMS_CODE_FORM}
              intent="verify"
              reply={wrong}
              labels={authText.labels}
              submit={text.verify}
              guard={guard}
            >
              {(state) => (
                <div className={styles.code}>
                  <FormField
                    key={state.round}
                    name="verify_code"
                    label={authText.labels.verify_code}
                    hint={sms === null ? undefined : left > 0 ? text.sentFor(Math.ceil(left / 60)) : text.over}
                    state={state}
                  />
                </div>
              )}
            </Form>
          )}
          <Form
            id="send"
            intent="send"
            reply={refusalOf(answer, 'send')}
            labels={authText.labels}
            submit={resendIn > 0 ? text.resendIn(resendIn) : isAsked ? text.resendSms : text.send}
            tone={isAsked ? 'outline' : 'ink'}
            isWaiting={resendIn > 0}
          />
          <p className={styles.small}>{text.smsLater}</p>
        </>
      )}
    </section>
  );
}
