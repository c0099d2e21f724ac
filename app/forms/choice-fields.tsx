import type { ReactNode } from 'react';
import { formsText } from '#app/text/zh-hk/forms.ts';
import { FieldFault } from './field-fault.tsx';
import { opensAt } from './form-summary.tsx';
import type { FieldState } from './form.types.ts';
import styles from './form.module.css';

interface FieldProps {
  name: string;
  state: FieldState;
}

/** A checkbox. */
export function BoxField({
  name,
  state,
  isTicked = false,
  children,
}: FieldProps & { isTicked?: boolean; children: ReactNode }) {
  const id = `${state.form}-${name}`;
  const fault = state.faultOf(name);
  return (
    <div>
      {/* Sends the field while the box is not ticked, so that the server knows it was in the form. */}
      <input type="hidden" name={name} value="" readOnly />
      <label className={styles.box} htmlFor={id}>
        <input
          id={id}
          name={name}
          type="checkbox"
          value="true"
          defaultChecked={name in state.values ? state.values[name] === 'true' : isTicked}
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? `${id}-fault` : undefined}
          {...opensAt(state.firstFault === name)}
        />
        <span>{children}</span>
      </label>
      <FieldFault id={id} words={fault} className={styles.boxFault} />
    </div>
  );
}

/** Radio buttons. */
export function ChoiceField({
  name,
  state,
  label,
  choices,
}: FieldProps & { label: string; choices: readonly (readonly [value: string, words: string])[] }) {
  const id = `${state.form}-${name}`;
  const fault = state.faultOf(name);
  return (
    <fieldset className={`${styles.field} ${styles.group}`}>
      <legend>
        {label} <span>{formsText.required}</span>
      </legend>
      <div className={styles.choices}>
        {choices.map(([value, words], at) => (
          <label key={value}>
            <input
              id={at === 0 ? id : `${id}-${value}`}
              type="radio"
              name={name}
              value={value}
              defaultChecked={state.values[name] === value}
              aria-describedby={fault ? `${id}-fault` : undefined}
              {...(at === 0 && opensAt(state.firstFault === name))}
            />
            {words}
          </label>
        ))}
      </div>
      <FieldFault id={id} words={fault} />
    </fieldset>
  );
}
