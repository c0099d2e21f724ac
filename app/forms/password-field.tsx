import { useState, type ReactNode } from 'react';
import { authText } from '#app/text/zh-hk/auth.ts';
import { Button } from '#app/ui/button.tsx';
import { FieldFault } from './field-fault.tsx';
import { opensAt } from './form-summary.tsx';
import type { FieldState } from './form.types.ts';
import styles from './form.module.css';

/** A password, which can be shown while typing. Never pre-filled. */
export function PasswordField({
  name,
  state,
  label,
  hint,
  beside,
  onInput,
  told,
  children,
}: {
  name: string;
  state: FieldState;
  label: string;
  hint?: string;
  /** At the end of the label's line. */
  beside?: ReactNode;
  onInput?: (value: string) => void;
  /** Id of the description in `children`, which are below the field. */
  told?: string;
  children?: ReactNode;
}) {
  const [isShown, setShown] = useState(false);
  const id = `${state.form}-${name}`;
  const fault = state.faultOf(name);
  const about = [hint ? `${id}-hint` : '', told, fault ? `${id}-fault` : ''].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <div className={styles.labelLine}>
        <label htmlFor={id}>{label}</label>
        {beside}
      </div>
      <div className={styles.withButton}>
        <input
          id={id}
          name={name}
          className={styles.input}
          type={isShown ? 'text' : 'password'}
          autoComplete={state.rules?.[name]?.input?.autoComplete ?? 'current-password'}
          autoCapitalize="none"
          spellCheck={false}
          aria-required
          aria-invalid={fault ? true : undefined}
          aria-describedby={about || undefined}
          onInput={onInput && ((event) => onInput(event.currentTarget.value))}
          {...opensAt(state.firstFault === name)}
        />
        <Button
          tone="quiet"
          className={styles.show}
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
      <FieldFault id={id} words={fault} />
    </div>
  );
}
