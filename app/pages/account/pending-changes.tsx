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

/** A change of address whose new mailbox has not confirmed it, with its two actions. */
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
              // The button disappears with the box, so the focus moves to its place.
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
