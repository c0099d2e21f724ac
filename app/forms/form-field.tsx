import { useState, type ReactNode } from 'react';
import { formsText } from '#app/text/zh-hk/forms.ts';
import { Icon } from '#app/ui/icon.tsx';
import type { FieldFacts } from '#domain/forms/fields.rules.ts';
import type { FieldState } from './form.types.ts';
import { FormCounter } from './form-counter.tsx';
import { PictureField } from './picture-field.tsx';
import styles from './form.module.css';

interface FormFieldProps {
  name: string;
  label: string;
  hint?: string | undefined;
  state: FieldState;
  /** Constraints, if the form has no rule of that name. */
  rule?: FieldFacts;
  /** For multi-line fields. */
  rows?: number;
  /** Input may exceed the limit; a counter shows what remains, or the excess. */
  isCounted?: boolean;
  onChange?: (value: string) => void;
  onInput?: (value: string) => void;
  /** On blur. */
  onLeave?: (value: string) => void;
  /** Options of a choice; otherwise content below the field. */
  children?: ReactNode;
}

const NO_RULE: FieldFacts = { type: 'text', isRequired: false };

/** A form field with its label, hint and error, laid out the same everywhere. */
export function FormField({
  name,
  label,
  hint,
  state,
  rule = state.rules?.[name] ?? NO_RULE,
  rows = 6,
  isCounted = false,
  onChange,
  onInput,
  onLeave,
  children,
}: FormFieldProps) {
  const { isRequired, most, input: { type = 'text', inputMode, autoComplete, maxLength } = {} } = rule;
  const limit = isCounted ? most : undefined;
  const id = `${state.form}-${name}`;
  const [chars, setChars] = useState(0);
  const fault = state.faultOf(name);
  const told = [hint ? `${id}-hint` : '', fault ? `${id}-fault` : ''].filter(Boolean).join(' ');
  const shared = {
    id,
    name,
    className: styles.input,
    autoComplete,
    'aria-required': isRequired || undefined,
    'aria-invalid': fault ? (true as const) : undefined,
    'aria-describedby': told || undefined,
    autoFocus: state.firstFault === name || undefined,
  };
  const value = state.values[name] ?? '';
  const write = ({ currentTarget }: { currentTarget: { value: string } }) => {
    if (limit !== undefined) setChars(Array.from(currentTarget.value.trim()).length);
    onInput?.(currentTarget.value);
  };
  return (
    <div className={styles.field}>
      <div className={styles.labelLine}>
        <label htmlFor={id}>
          {label} <span>{isRequired ? formsText.required : formsText.optional}</span>
        </label>
        {limit !== undefined && <FormCounter chars={chars} limit={limit} />}
      </div>
      {type === 'multiline' ? (
        <textarea {...shared} rows={rows} defaultValue={value} onInput={write} />
      ) : type === 'choice' ? (
        <select
          {...shared}
          onChange={onChange && ((event) => onChange(event.target.value))}
          defaultValue={value || undefined}
        >
          {children}
        </select>
      ) : type === 'picture' ? (
        <PictureField {...shared} />
      ) : (
        <input
          {...shared}
          type={type}
          inputMode={inputMode}
          maxLength={maxLength}
          onChange={onChange && ((event) => onChange(event.target.value))}
          onInput={write}
          onBlur={onLeave && ((event) => onLeave(event.target.value))}
          defaultValue={value}
        />
      )}
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {fault && (
        <p className={styles.fault} id={`${id}-fault`}>
          <Icon name="circle-alert" />
          {fault}
        </p>
      )}
      {type !== 'choice' && children}
    </div>
  );
}
