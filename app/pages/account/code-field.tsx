import { FormField } from '#app/forms/form-field.tsx';
import type { FieldState } from '#app/forms/form.types.ts';
import type { FieldFacts } from '#domain/forms/fields.rules.ts';
import styles from './phone-check.module.css';

/** The code that was texted or said. One that was wrong is gone: the field is there for the next. */
export function CodeField(props: { state: FieldState; label: string; rule: FieldFacts }) {
  return (
    <div className={styles.code}>
      <FormField key={props.state.round} {...props} name="verify_code" />
    </div>
  );
}
