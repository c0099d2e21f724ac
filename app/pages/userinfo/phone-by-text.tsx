import { FormField } from '#app/components/form-field.tsx';
import type { HumanGuard } from '#app/components/member-form.tsx';
import { verifyPhoneText } from '#app/text/zh-hk/verify-phone.ts';
import { AccountForm, useAccountForm } from './account-form.tsx';
import { minutesAndSeconds, useSecondsLeft } from './use-seconds-left.ts';
import styles from './userinfo.module.css';

const text = verifyPhoneText.sms;

/** Proves a number by a code that is texted to it (A2P). */
export function PhoneByText({ guard }: { guard: HumanGuard }) {
  const sent = useAccountForm('sendSms').reply;
  const tried = useAccountForm('verifySms').reply;
  // Without scripts the answer to a wrong code stands in place of that to the sending.
  const told = sent?.isDone ? sent.told : undefined;
  const given = told?.['random_salt'];
  const salt = typeof given === 'string' ? given : (tried?.values['random_salt'] ?? '');
  const left = useSecondsLeft(Number(told?.['seconds_left'] ?? 0), sent);
  const wait = useSecondsLeft(Number(told?.['resend_after_seconds'] ?? 0), sent);
  return (
    <>
      <p className={styles.lead}>{text.lead}</p>
      {salt !== '' && (
        <div className={styles.boxed}>
          <p role="status">{told && left === 0 ? text.over : text.sent}</p>
          {left > 0 && (
            <p className={styles.time} role="timer">
              {text.left(minutesAndSeconds(left))}
            </p>
          )}
          <AccountForm intent="verifySms" values={{ random_salt: salt }} guard={guard} submit={text.check}>
            {(state, form) => (
              <>
                <input type="hidden" name="random_salt" value={salt} readOnly />
                <FormField
                  {...{ form, state }}
                  name="verify_code"
                  label={text.code}
                  autoComplete="one-time-code"
                  inputMode="numeric"
                  maxLength={4}
                  required
                />
              </>
            )}
          </AccountForm>
        </div>
      )}
      <div className={styles.section}>
        <AccountForm
          intent="sendSms"
          submit={wait > 0 ? text.againIn(wait) : salt ? text.again : text.send}
          {...(salt ? { tone: 'outline' as const } : {})}
        />
      </div>
    </>
  );
}
