import { useRef, type ComponentProps, type ReactNode } from 'react';
import { userinfoText } from '#app/text/zh-hk/userinfo.ts';
import { AccountForm, DoneLine, useAccountForm, useUnsent } from './account-form.tsx';
import styles from './userinfo.module.css';

type FormProps = ComponentProps<typeof AccountForm>;

/** A line of the account that opens into the form that changes it. */
export function EditRow({
  label,
  value,
  act = userinfoText.form.change,
  done,
  before,
  after,
  ...form
}: {
  label: string;
  value: ReactNode;
  act?: string;
  /** Said once it is done. */
  done: string;
  /** Stands above the form, and below it. */
  before?: ReactNode;
  after?: ReactNode;
} & Omit<FormProps, 'submit' | 'onDone'> & { submit?: string }) {
  const { reply } = useAccountForm(form.intent, form.thing);
  const row = useRef<HTMLDetailsElement>(null);
  const isRefused = reply !== undefined && !reply.isDone;
  const isUnsent = useUnsent(form.intent, form.thing) !== undefined && reply === undefined;
  return (
    <div>
      <details ref={row} open={isRefused || isUnsent || undefined}>
        <summary className={styles.summary}>
          <span>{label}</span>
          <span className={styles.value}>{value}</span>
          <span className={styles.act}>{act}</span>
        </summary>
        <div className={styles.editor}>
          {before}
          <AccountForm
            {...form}
            submit={form.submit ?? userinfoText.form.save}
            onDone={() => {
              if (!row.current) return;
              row.current.open = false;
              row.current.querySelector('summary')?.focus();
            }}
          />
          {after}
        </div>
      </details>
      <DoneLine isDone={reply?.isDone} words={done} />
    </div>
  );
}
