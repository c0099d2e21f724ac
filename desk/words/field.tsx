import { useId, type ReactNode } from 'react';
import { wordsText } from '#app/text/zh-hk/desk-words.ts';
import type { Fault } from './article-types.ts';
import styles from './editor.module.css';

const text = wordsText.editor;

interface FieldProps {
  label: string;
  hint?: string | undefined;
  faults?: readonly Fault[] | undefined;
}

interface Described {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** A label, a control, its hint and what prevents publication. */
export function Field({
  label,
  hint,
  faults = [],
  children,
}: FieldProps & { children: (control: Described) => ReactNode }) {
  const id = useId();
  const [fault] = faults;
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': fault ? true : undefined, 'aria-describedby': described || undefined })}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {fault && (
        <p id={`${id}-fault`} className={styles.fault}>
          {text.problems[fault.problem]}
        </p>
      )}
    </div>
  );
}

/** A line of text, or several. */
export function TextField({
  value,
  onChange,
  rows,
  ...field
}: FieldProps & { value: string; onChange: (value: string) => void; rows?: number }) {
  return (
    <Field {...field}>
      {(control) =>
        rows === undefined ? (
          <input {...control} type="text" value={value} onChange={(event) => onChange(event.target.value)} />
        ) : (
          <textarea {...control} rows={rows} value={value} onChange={(event) => onChange(event.target.value)} />
        )
      }
    </Field>
  );
}

/** One of several; the empty choice is null. */
export function ChoiceField<Value extends string | number>({
  value,
  choices,
  none,
  onChange,
  ...field
}: FieldProps & {
  value: Value | null;
  choices: readonly (readonly [Value, string])[];
  /** Words of the empty choice; absent: one must be chosen. */
  none?: string;
  onChange: (value: Value | null) => void;
}) {
  return (
    <Field {...field}>
      {(control) => (
        <select
          {...control}
          value={value ?? ''}
          onChange={({ target }) => onChange(choices.find(([one]) => String(one) === target.value)?.[0] ?? null)}
        >
          {none !== undefined && <option value="">{none}</option>}
          {choices.map(([one, words]) => (
            <option key={one} value={one}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
