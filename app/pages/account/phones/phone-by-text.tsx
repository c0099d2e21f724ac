import type { BotCheckGuard } from '#app/forms/form.types.ts';
import { useFocusOn } from '#app/components/hooks/use-focus-on.ts';
import { usePolling } from '#app/components/hooks/use-polling.ts';
import { minutesAndSeconds, useSecondsLeft, useWait } from '#app/components/hooks/use-seconds-left.ts';
import { verifyPhoneText } from '#app/text/zh-hk/verify-phone.ts';
import { SMS_CODE_FORM } from '#domain/phone-verification/verification-forms.rules.ts';
import { DELIVERY_TOLD_SECONDS, SMS_CODE_SECONDS } from '#domain/phone-verification/sms-codes.rules.ts';
import { AccountForm, useAccountForm } from '#app/pages/account/account-form.tsx';
import { CodeField } from './code-field.tsx';
import styles from './phone-check.module.css';
import type { loader } from './verify-phone.server.ts';

const text = verifyPhoneText.sms;
type WaitingSms = Awaited<ReturnType<typeof loader>>['sms'];

/** Verifies a number by a texted code (A2P). */
export function PhoneByText({ sms, phoneNo, guard }: { sms: WaitingSms; phoneNo: string; guard: BotCheckGuard }) {
  const tried = useAccountForm('verifySms', phoneNo).reply;
  const left = useSecondsLeft(sms?.secondsLeft ?? 0, sms);
  const wait = useWait(sms?.resendAfterSeconds ?? 0, sms);
  const delivery = sms?.delivery ?? 'sent';
  const isOnItsWay = delivery === 'queued' || delivery === 'sent';
  usePolling(sms !== null && isOnItsWay && left > SMS_CODE_SECONDS - DELIVERY_TOLD_SECONDS);
  useFocusOn(sms?.randomSalt, { to: '[data-intent=verifySms] [name=verify_code]', from: '[data-intent=sendSms]' });
  return (
    <div className={styles.check}>
      <p>{text.lead}</p>
      <p role="status" data-problem={!isOnItsWay && delivery !== 'delivered' ? '' : undefined}>
        {sms === null ? tried?.isDone === false && text.over : left === 0 ? text.over : text.delivery[delivery]}
      </p>
      {sms && delivery !== 'blocked' && (
        <div className={styles.card}>
          {left > 0 && (
            <p className={styles.time} role="timer">
              {text.left(minutesAndSeconds(left))}
            </p>
          )}
          <AccountForm intent="verifySms" thing={phoneNo} guard={guard} submit={text.check}>
            {(state) => (
              <>
                <input type="hidden" name="random_salt" value={sms.randomSalt} readOnly />
                <CodeField state={state} label={text.code} rule={SMS_CODE_FORM.verify_code} />
              </>
            )}
          </AccountForm>
        </div>
      )}
      <AccountForm
        intent="sendSms"
        thing={phoneNo}
        submit={sms ? text.again : text.send}
        isWaiting={wait > 0}
        note={wait > 0 && <span className={styles.note}>{text.againIn(wait)}</span>}
        {...(sms ? { tone: 'outline' as const } : {})}
      />
    </div>
  );
}
