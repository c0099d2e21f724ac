import { useState, type ReactNode } from 'react';
import { formsText } from '#app/text/zh-hk/forms.ts';
import { authText } from '#app/text/zh-hk/auth.ts';
import { Button } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import look from './member-form.module.css';
import type { FieldState } from './visitor-form.tsx';
import styles from './visitor-form.module.css';

interface FieldProps {
  form: string;
  name: string;
  state: FieldState;
}

/** The page that comes back without scripts opens at the first fault. */
const opensAt = (state: FieldState, name: string) => ({ autoFocus: state.firstFault === name || undefined });

function Fault({
  id,
  words,
  className = '',
}: {
  id: string;
  words: string | undefined;
  className?: string | undefined;
}) {
  if (words === undefined) return null;
  return (
    <p className={`${styles.fault} ${className}`} id={`${id}-fault`}>
      <Icon name="circle-alert" />
      {words}
    </p>
  );
}

/** A password, which can be shown while it is typed. It is never filled in by us. */
export function PasswordField({
  form,
  name,
  state,
  label,
  hint,
  autoComplete,
  beside,
  onInput,
  told,
  children,
}: FieldProps & {
  label: string;
  hint?: string;
  autoComplete: 'current-password' | 'new-password';
  /** Stands at the end of the label's line. */
  beside?: ReactNode;
  onInput?: (value: string) => void;
  /** Id of what is told of the field in `children`, which stand below it. */
  told?: string;
  children?: ReactNode;
}) {
  const [isShown, setShown] = useState(false);
  const id = `${form}-${name}`;
  const fault = state.faultOf(name);
  const about = [hint ? `${id}-hint` : '', told, fault ? `${id}-fault` : ''].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <div className={styles.labelLine}>
        <label htmlFor={id}>{label}</label>
        {beside}
      </div>
      <div className={look.withButton}>
        <input
          id={id}
          name={name}
          className={styles.input}
          type={isShown ? 'text' : 'password'}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          aria-required
          aria-invalid={fault ? true : undefined}
          aria-describedby={about || undefined}
          onInput={onInput && ((event) => onInput(event.currentTarget.value))}
          {...opensAt(state, name)}
        />
        <Button
          tone="quiet"
          className={look.show}
          aria-pressed={isShown}
          aria-controls={id}
          aria-label={authText.showPassword(label)}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? authText.hide : authText.show}
        </Button>
      </div>
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children}
      <Fault id={id} words={fault} />
    </div>
  );
}

/** A box to tick. */
export function BoxField({
  form,
  name,
  state,
  isTicked = false,
  children,
}: FieldProps & { isTicked?: boolean; children: ReactNode }) {
  const id = `${form}-${name}`;
  const fault = state.faultOf(name);
  return (
    <div>
      {/* Stands for the box while it is not ticked, so that the server knows it was there. */}
      <input type="hidden" name={name} value="" readOnly />
      <label className={look.box} htmlFor={id}>
        <input
          id={id}
          name={name}
          type="checkbox"
          value="true"
          defaultChecked={name in state.values ? state.values[name] === 'true' : isTicked}
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? `${id}-fault` : undefined}
          {...opensAt(state, name)}
        />
        <span>{children}</span>
      </label>
      <Fault id={id} words={fault} className={look.boxFault} />
    </div>
  );
}

/** One of a few, all in sight. */
export function ChoiceField({
  form,
  name,
  state,
  label,
  choices,
}: FieldProps & { label: string; choices: readonly (readonly [value: string, words: string])[] }) {
  const id = `${form}-${name}`;
  const fault = state.faultOf(name);
  return (
    <fieldset className={`${styles.field} ${look.group}`}>
      <legend>
        {label} <span>{formsText.required}</span>
      </legend>
      <div className={look.choices}>
        {choices.map(([value, words], at) => (
          <label key={value}>
            <input
              id={at === 0 ? id : `${id}-${value}`}
              type="radio"
              name={name}
              value={value}
              defaultChecked={state.values[name] === value}
              aria-describedby={fault ? `${id}-fault` : undefined}
              {...(at === 0 && opensAt(state, name))}
            />
            {words}
          </label>
        ))}
      </div>
      <Fault id={id} words={fault} />
    </fieldset>
  );
}
