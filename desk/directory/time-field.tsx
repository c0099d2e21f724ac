import { directoryText } from '#app/text/zh-hk/desk-directory.ts';
import { Field } from '../words/field.tsx';
import { inputOfSeconds, secondsOfInput } from '../words/hk-input.ts';

/** An instant in Hong Kong, as Unix seconds; null if empty. */
export function TimeField({
  label,
  hint,
  isFaulty = false,
  value,
  onChange,
}: {
  label: string;
  hint?: string | undefined;
  isFaulty?: boolean;
  value: number | null;
  onChange: (seconds: number | null) => void;
}) {
  return (
    <Field label={label} hint={isFaulty ? directoryText.editor.refused : hint}>
      {(control) => (
        <input
          {...control}
          type="datetime-local"
          aria-invalid={isFaulty || undefined}
          value={inputOfSeconds(value)}
          onChange={({ target }) => onChange(secondsOfInput(target.value))}
        />
      )}
    </Field>
  );
}
