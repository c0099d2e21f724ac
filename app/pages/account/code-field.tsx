import { FormField } from '#app/forms/form-field.tsx';
import type { FieldState } from '#app/forms/visitor-form.tsx';
import styles from './phone-check.module.css';

/** The code that was texted or said. One that was wrong is gone: the field is there for the next. */
export function CodeField(props: { form: string; state: FieldState; label: string; maxLength: number }) {
  return (
    <div className={styles.code}>
      <FormField
        key={props.state.round}
        {...props}
        name="verify_code"
        autoComplete="one-time-code"
        inputMode="numeric"
        required
      />
    </div>
  );
}
