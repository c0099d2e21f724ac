import type { ReactNode } from 'react';
import { formsText } from '#app/text/zh-hk/forms.ts';
import { Icon } from '#app/ui/icon.tsx';
import styles from './form.module.css';

/** Where no scripts run the page that comes back opens at what is wrong. */
export const opensAt = (isWrong: boolean) => (isWrong ? { autoFocus: true } : {});

/** What is wrong with a form, above it: what no field has done, and a way to each field that is to be changed. */
export function FormSummary<F extends { field: string }>({
  id,
  problem,
  faults,
  labels,
  wordsOf,
  isFirst,
}: {
  /** Ids of the fields are made of it and their names. */
  id: string;
  /** What is wrong beside the fields, in words. */
  problem: ReactNode;
  faults: readonly F[];
  /** Names of the fields. */
  labels: Readonly<Record<string, string>>;
  wordsOf: (fault: F) => string;
  /** Whether no field has to be gone to before it. */
  isFirst: boolean;
}) {
  if (faults.length === 0 && !problem) return null;
  return (
    <div className={styles.summary} role="alert" tabIndex={-1} data-summary="" {...opensAt(isFirst)}>
      <Icon name="circle-alert" />
      <div>
        {problem && <div>{problem}</div>}
        {faults.length > 0 && (
          <>
            <p>{formsText.summary(faults.length)}</p>
            <ul>
              {faults.map((fault) => (
                <li key={fault.field}>
                  <a href={`#${id}-${fault.field}`}>
                    {labels[fault.field] ?? formsText.check}：{wordsOf(fault)}
                  </a>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  );
}

/** Goes to what is wrong in a form that came back: its first field, or what is said above it. */
export function focusFault(form: HTMLFormElement | null, id: string, first: string | undefined): void {
  const field = first === undefined ? null : form?.querySelector<HTMLElement>(`#${CSS.escape(`${id}-${first}`)}`);
  (field ?? form?.querySelector<HTMLElement>('[data-summary]'))?.focus();
}
