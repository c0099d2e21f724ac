import { useEffect, useState } from 'react';
import { FormField } from '#app/forms/form-field.tsx';
import type { FieldState } from '#app/forms/form.types.ts';
import styles from '#app/forms/form.module.css';
import { useKeptCode } from './use-kept-code.ts';
import { useSaleQuote, type QuotedSale } from './use-sale-quote.ts';

/** The field of a promotion code, filled with that of an offer followed in this tab, and the total with it. */
export function CodeField({
  state,
  label,
  sale,
  onTotal,
}: {
  state: FieldState;
  label: string;
  sale: QuotedSale;
  /** Total with the code; null: unknown, or the code is invalid. */
  onTotal: (cents: number | null) => void;
}) {
  const kept = useKeptCode();
  const begins = state.values['code'] ?? kept;
  const [typed, setTyped] = useState<string | null>(null);
  const quote = useSaleQuote(typed ?? begins, sale);
  const total = quote?.totalCents ?? null;
  useEffect(() => onTotal(total), [onTotal, total]);
  // A field reads its initial value once.
  return (
    <FormField
      key={kept}
      name="code"
      state={{ ...state, values: { ...state.values, code: begins } }}
      label={label}
      onInput={setTyped}
    >
      <p className={styles.hint} role="status">
        {quote?.words}
      </p>
    </FormField>
  );
}
