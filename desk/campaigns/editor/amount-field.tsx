import { useState } from 'react';
import { directoryText } from '#app/text/zh-hk/desk-directory.ts';
import { Field } from '../../words/field.tsx';
import { centsOf } from '../../money/cents-of.ts';
import { wholeOf } from '../../money/whole-of.ts';

interface Props {
  label: string;
  hint?: string | undefined;
  isFaulty?: boolean;
  value: number | null;
  readOnly?: boolean;
  required?: boolean;
  onChange: (value: number | null) => void;
}

/** The typed text, as long as it means the value; a value from elsewhere replaces it. */
function useTyped(value: number | null, written: (value: number) => string, read: (typed: string) => number | null) {
  const [typed, setTyped] = useState(value === null ? '' : written(value));
  const stands = typed === '' ? value === null : read(typed) === value;
  return [stands || value === null ? typed : written(value), setTyped] as const;
}

function TypedField({
  label,
  hint,
  isFaulty = false,
  value,
  onChange,
  written,
  read,
  inputMode,
  ...rest
}: Props & {
  written: (value: number) => string;
  read: (typed: string) => number | null;
  inputMode: 'decimal' | 'numeric';
}) {
  const [typed, setTyped] = useTyped(value, written, read);
  const isWrong = isFaulty || (typed !== '' && read(typed) === null);
  return (
    <Field label={label} hint={isWrong ? directoryText.editor.refused : hint}>
      {(control) => (
        <input
          {...control}
          {...rest}
          type="text"
          inputMode={inputMode}
          maxLength={12}
          aria-invalid={isWrong || undefined}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            onChange(read(target.value));
          }}
        />
      )}
    </Field>
  );
}

const dollars = (cents: number) => (cents / 100).toFixed(cents % 100 === 0 ? 0 : 2);

/** An amount in Hong Kong dollars, as cents; null if empty or no amount. */
export const AmountField = (props: Props) => (
  <TypedField {...props} written={dollars} read={centsOf} inputMode="decimal" />
);

/** A whole number from 0; null if empty. */
export const CountField = ({ most, ...props }: Props & { most: number }) => (
  <TypedField
    {...props}
    written={String}
    read={(typed) => (typed.trim() === '0' ? 0 : wholeOf(typed, most))}
    inputMode="numeric"
  />
);
