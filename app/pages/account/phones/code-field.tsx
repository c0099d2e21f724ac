import { FormField } from '#app/forms/form-field.tsx';
import type { FieldState } from '#app/forms/form.types.ts';
import type { FieldFacts } from '#domain/forms/fields.rules.ts';
import styles from './phone-check.module.css';

/** The texted or spoken code. A wrong one is cleared for the next attempt. */
export function CodeField(props: { state: FieldState; label: string; rule: FieldFacts }) {
  return (
    <div className={styles.code}>
      <FormField key={props.state.round} {...props} name="verify_code" />
    </div>
  );
}
