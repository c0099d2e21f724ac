import { useRef, type ReactNode } from 'react';
import { paths } from '#app/paths.ts';
import { accountText } from '#app/text/zh-hk/account.ts';
import { momentWords } from '#app/text/zh-hk/moment.ts';
import { verifyPhoneText } from '#app/text/zh-hk/verify-phone.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { AccountForm, DoneLine, useAccountForm } from './account-form.tsx';
import fields from '#app/forms/form.module.css';
import styles from './account.module.css';

const { pending: emailText, pendingPhone: phoneText } = accountText.account;

interface Times {
  askedAtMs: number;
  expiresAtMs: number;
}

/** A change that was requested and is not confirmed yet: what confirms it, and its withdrawal. */
function PendingChange({
  intent,
  words,
  lead,
  children,
  below,
}: {
  /** Of the withdrawal. */
  intent: string;
  words: { title: string; cancelled: string };
  /** Null: nothing is pending. */
  lead: string | null;
  children: ReactNode;
  below?: ReactNode;
}) {
  const cancelled = useAccountForm(intent).reply;
  const after = useRef<HTMLDivElement>(null);
  return (
    <>
      {lead !== null && (
        <div className={styles.boxed}>
          <h2>{words.title}</h2>
          <p className={styles.lead}>{lead}</p>
          <div className={fields.buttons} data-buttons="">
            {children}
            <AccountForm
              intent={intent}
              submit={emailText.cancel}
              tone="outline"
              // The button disappears with the box, so the focus moves to its place.
              onDone={() => after.current?.focus()}
            />
          </div>
          {below}
        </div>
      )}
      <div ref={after} tabIndex={-1}>
        <DoneLine isDone={lead === null && cancelled?.isDone} words={words.cancelled} />
      </div>
    </>
  );
}

/** A change of address whose new mailbox has not confirmed it. */
export function PendingAddress({ pending }: { pending: (Times & { email: string }) | null }) {
  const resent = useAccountForm('resendEmail').reply;
  return (
    <PendingChange
      intent="cancelEmail"
      words={emailText}
      lead={pending && emailText.lead(pending.email, momentWords(pending.askedAtMs), momentWords(pending.expiresAtMs))}
      below={<DoneLine isDone={resent?.isDone} words={emailText.resent} />}
    >
      <AccountForm intent="resendEmail" submit={emailText.resend} tone="outline" />
    </PendingChange>
  );
}

/** A change of phone number that is not verified. */
export function PendingPhone({ pending }: { pending: (Times & { phoneNo: string; phoneNoCountry: number }) | null }) {
  return (
    <PendingChange
      intent="cancelPhone"
      words={phoneText}
      lead={
        // Undefined where an earlier version of the server answers a later page.
        pending
          ? phoneText.lead(
              verifyPhoneText.number(pending.phoneNoCountry, pending.phoneNo),
              momentWords(pending.askedAtMs),
              momentWords(pending.expiresAtMs),
            )
          : null
      }
    >
      <ButtonLink tone="outline" href={paths.verifyPhone()}>
        {phoneText.verify}
      </ButtonLink>
    </PendingChange>
  );
}
