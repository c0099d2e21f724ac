import { FormField } from '#app/forms/form-field.tsx';
import type { FieldState } from '#app/forms/form.types.ts';
import { useKeptCode } from './use-kept-code.ts';

/** The field of a promotion code, with that of an offer that was followed in this tab. */
export function CodeField({ state, label }: { state: FieldState; label: string }) {
  const kept = useKeptCode();
  const values = 'code' in state.values ? state.values : { ...state.values, code: kept };
  // A field takes its beginning once.
  return <FormField key={kept} name="code" state={{ ...state, values }} label={label} />;
}
