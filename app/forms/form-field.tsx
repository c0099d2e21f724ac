import { useState, type HTMLInputAutoCompleteAttribute, type ReactNode } from 'react';
import { formsText } from '#app/text/zh-hk/forms.ts';
import { Icon } from '#app/ui/icon.tsx';
import { FormCounter } from './form-counter.tsx';
import { PictureField } from './picture-field.tsx';
import type { FieldState } from './visitor-form.tsx';
import styles from './visitor-form.module.css';

interface FormFieldProps {
  /** Name of the form: ids are made of it and the field's name. */
  form: string;
  name: string;
  label: string;
  hint?: string | undefined;
  state: FieldState;
  required?: boolean;
  type?: 'text' | 'email' | 'tel' | 'date' | 'multiline' | 'picture' | 'choice';
  rows?: number;
  autoComplete?: HTMLInputAutoCompleteAttribute;
  inputMode?: 'numeric' | 'email';
  /** Where nothing longer can be meant, as of a code; the browser drops what is beyond it. */
  maxLength?: number;
  /** Characters that are taken. More can be written: it is said how many are too many. */
  limit?: number;
  /** Of a date, YYYY-MM-DD. */
  min?: string;
  max?: string;
  onChange?: (value: string) => void;
  onInput?: (value: string) => void;
  /** The field was left. */
  onLeave?: (value: string) => void;
  /** Of a choice, what may be chosen; else what stands below the field. */
  children?: ReactNode;
}

/** A field of a form with its label, its hint and what is wrong with it, told to everybody in the same place. */
export function FormField({
  form,
  name,
  label,
  hint,
  state,
  required = false,
  type = 'text',
  rows = 6,
  autoComplete,
  inputMode,
  maxLength,
  limit,
  min,
  max,
  onChange,
  onInput,
  onLeave,
  children,
}: FormFieldProps) {
  const id = `${form}-${name}`;
  const [chars, setChars] = useState(0);
  const fault = state.faultOf(name);
  const told = [hint ? `${id}-hint` : '', fault ? `${id}-fault` : ''].filter(Boolean).join(' ');
  const shared = {
    id,
    name,
    className: styles.input,
    autoComplete,
    'aria-required': required || undefined,
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
          {label} <span>{required ? formsText.required : formsText.optional}</span>
        </label>
        {limit !== undefined && <FormCounter chars={chars} limit={limit} />}
      </div>
      {type === 'multiline' ? (
        <textarea {...shared} rows={rows} defaultValue={value} onInput={write} />
      ) : type === 'choice' ? (
        <select {...shared} defaultValue={value || undefined}>
          {children}
        </select>
      ) : type === 'picture' ? (
        <PictureField {...shared} />
      ) : (
        <input
          {...shared}
          type={type}
          inputMode={inputMode ?? (type === 'tel' ? 'numeric' : undefined)}
          maxLength={maxLength}
          min={min}
          max={max}
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
