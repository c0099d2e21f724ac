import type { ReactNode } from 'react';
import { formsText } from '#app/text/zh-hk/forms.ts';
import { Icon } from '#app/ui/icon.tsx';
import styles from './form.module.css';

/** Without scripts, the returned page focuses the error. */
export const opensAt = (isWrong: boolean) => (isWrong ? { autoFocus: true } : {});

/** Error summary above a form: errors without a field, and a link to each field to correct. */
export function FormSummary<F extends { field: string }>({
  id,
  problem,
  faults,
  labels,
  faultText,
  isFirst,
}: {
  /** Prefix of the ids of the fields, followed by their names. */
  id: string;
  /** Text of errors without a field. */
  problem: ReactNode;
  faults: readonly F[];
  /** Labels of the fields. */
  labels: Readonly<Record<string, string>>;
  faultText: (fault: F) => string;
  /** Whether no field is focused before it. */
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
                    {labels[fault.field] ?? formsText.check}：{faultText(fault)}
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

/** Focuses the error in a returned form: the first invalid field, or the summary. */
export function focusFault(form: HTMLFormElement | null, id: string, first: string | undefined): void {
  const field = first === undefined ? null : form?.querySelector<HTMLElement>(`#${CSS.escape(`${id}-${first}`)}`);
  (field ?? form?.querySelector<HTMLElement>('[data-summary]'))?.focus();
}
