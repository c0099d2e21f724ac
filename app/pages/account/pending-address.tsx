import { useRef } from 'react';
import { accountText } from '#app/text/zh-hk/account.ts';
import { momentWords } from '#app/text/zh-hk/moment.ts';
import { AccountForm, DoneLine, useAccountForm } from './account-form.tsx';
import fields from '#app/forms/form.module.css';
import styles from './account.module.css';

const text = accountText.account.pending;

interface Pending {
  email: string;
  askedAtMs: number;
  expiresAtMs: number;
}

/** A change of address that its new mailbox has not answered: what it is, and the two things that can be done about it. */
export function PendingAddress({ pending }: { pending: Pending | null }) {
  const resent = useAccountForm('resendEmail').reply;
  const cancelled = useAccountForm('cancelEmail').reply;
  const after = useRef<HTMLDivElement>(null);
  return (
    <>
      {pending && (
        <div className={styles.boxed}>
          <h2>{text.title}</h2>
          <p className={styles.lead}>
            {text.lead(pending.email, momentWords(pending.askedAtMs), momentWords(pending.expiresAtMs))}
          </p>
          <div className={fields.buttons} data-buttons="">
            <AccountForm intent="resendEmail" submit={text.resend} tone="outline" />
            <AccountForm
              intent="cancelEmail"
              submit={text.cancel}
              tone="outline"
              // The button goes with the box: whoever pressed it stands where the box was.
              onDone={() => after.current?.focus()}
            />
          </div>
          <DoneLine isDone={resent?.isDone} words={text.resent} />
        </div>
      )}
      <div ref={after} tabIndex={-1}>
        <DoneLine isDone={pending === null && cancelled?.isDone} words={text.cancelled} />
      </div>
    </>
  );
}
