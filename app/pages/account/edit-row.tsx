import { useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { accountText } from '#app/text/zh-hk/account.ts';
import { Button } from '#app/ui/button.tsx';
import { AccountForm, DoneLine, useAccountForm, useDraft } from './account-form.tsx';
import styles from './account.module.css';

type FormProps = ComponentProps<typeof AccountForm>;

/** Initial focus: the selected option, or the first field. */
const FIELDS = 'input:checked, input:not([type=hidden]):not([type=radio]), select, input[type=radio]';

/** A line of the account that expands into its form. */
export function EditRow({
  label,
  value,
  act = accountText.form.change,
  done,
  before,
  after,
  ...form
}: {
  label: string;
  value: ReactNode;
  act?: string;
  /** Shown after the change. */
  done: string;
  /** Above and below the form. */
  before?: ReactNode;
  after?: ReactNode;
} & Omit<FormProps, 'submit' | 'onDone' | 'note'> & { submit?: string }) {
  const { reply, fetcher } = useAccountForm(form.intent, form.thing);
  // Each opening resets the form.
  const [opened, setOpened] = useState(0);
  const row = useRef<HTMLDetailsElement>(null);
  const isRefused = reply !== undefined && !reply.isDone;
  const hasDraft = useDraft(form.intent, form.thing) !== undefined && reply === undefined;
  function close(): void {
    if (!row.current) return;
    row.current.open = false;
    row.current.querySelector('summary')?.focus();
  }
  function cancel(): void {
    close();
    fetcher.reset();
    setOpened(opened + 1);
  }
  return (
    <div>
      <details
        ref={row}
        open={isRefused || hasDraft || undefined}
        onToggle={({ currentTarget: { open } }) => {
          // The event is late on a busy device, when somebody may already be in a field.
          const form = row.current?.querySelector('form');
          if (!open || isRefused || form?.contains(document.activeElement)) return;
          form?.querySelector<HTMLElement>(FIELDS)?.focus();
        }}
      >
        <summary className={styles.summary}>
          <span>{label}</span>
          <span className={styles.value}>{value}</span>
          <span className={styles.act}>{act}</span>
        </summary>
        <div className={styles.editor}>
          {before}
          <AccountForm
            key={opened}
            {...form}
            submit={form.submit ?? accountText.form.save}
            onDone={close}
            note={
              <Button tone="quiet" className={styles.cancel} onClick={cancel}>
                {accountText.form.cancel}
              </Button>
            }
          />
          {after}
        </div>
      </details>
      <DoneLine isDone={reply?.isDone} words={done} />
    </div>
  );
}
