import { directoryText } from '#app/text/zh-hk/desk-directory.ts';
import { Field } from '../words/field.tsx';

interface Props<Value> {
  label: string;
  hint?: string | undefined;
  isFaulty?: boolean;
  value: Value;
  onChange: (value: Value) => void;
}

const hintOf = (hint: string | undefined, isFaulty: boolean | undefined) =>
  isFaulty ? directoryText.editor.refused : hint;

/** A line of text, or several. */
export function LineField({
  label,
  hint,
  isFaulty,
  value,
  onChange,
  rows,
  ...rest
}: Props<string> & { rows?: number; maxLength: number; required?: boolean; readOnly?: boolean }) {
  return (
    <Field label={label} hint={hintOf(hint, isFaulty)}>
      {(control) => {
        const common = { ...rest, ...control, value, 'aria-invalid': isFaulty || undefined };
        return rows === undefined ? (
          <input {...common} type="text" onChange={({ target }) => onChange(target.value)} />
        ) : (
          <textarea {...common} rows={rows} onChange={({ target }) => onChange(target.value)} />
        );
      }}
    </Field>
  );
}

/** A whole number from 0. */
export function NumberField({ label, hint, isFaulty, value, onChange }: Props<number>) {
  return (
    <Field label={label} hint={hintOf(hint, isFaulty)}>
      {(control) => (
        <input
          {...control}
          type="number"
          inputMode="numeric"
          min={0}
          max={1_000_000}
          required
          value={Number.isNaN(value) ? '' : value}
          onChange={({ target }) => onChange(target.valueAsNumber)}
        />
      )}
    </Field>
  );
}
